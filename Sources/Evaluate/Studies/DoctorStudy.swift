import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Does the doctor name what is wrong? Each fault is planted alone, in each of its ways, into good recordings, one a seed.
package struct DoctorStudy: Sendable {
  /// A fault planted in one way, over all seeds.
  package struct Row: Sendable, Codable {
    /// The fault; nil for good recordings.
    @ExplicitNull package var fault: DoctorFault?
    /// How it was planted.
    package var way: String
    /// It was named and nothing else; of good recordings: nothing was.
    package var alone = 0
    /// It was named beside others.
    package var withOthers = 0
    /// It was not named.
    package var missed = 0
    /// What was named that was not planted, with how often.
    package var others: [String: Int] = [:]
  }

  /// What came of it.
  package struct Report: Sendable, Codable {
    /// `gazesim.doctor.study`.
    package var schema = "gazesim.doctor.study"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The task.
    package var scenario: String
    /// How the tracker errs.
    package var preset: String
    /// The first seed.
    package var seed: UInt64
    /// How many seeds.
    package var seeds: Int
    /// People in a recording.
    package var participants: Int
    /// Good recordings first, then the faults.
    package var rows: [Row]
  }

  /// What is simulated; seeds and phones are counted on from its own.
  package var simulation: Simulation
  /// The device.
  package var profile: DeviceProfile
  /// How many seeds.
  package var seeds: Int

  /// A study from its parts.
  package init(profile: DeviceProfile, simulation: Simulation, seeds: Int) {
    self.profile = profile
    self.simulation = simulation
    self.seeds = seeds
  }

  /// Simulates, plants and asks; the result does not depend on `jobs`.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let portion = max(jobs, 1) * 2
    var named: [[Set<DoctorFault>]] = []
    while named.count < seeds {
      let first = named.count
      named += try await mapInParallel(count: min(portion, seeds - first), jobs: jobs) { result(first + $0) }
      progress(Double(named.count) / Double(seeds))
    }
    var rows = [Row(way: "good")] + plants.map { Row(fault: $0.fault, way: $0.way) }
    for named in named {
      for (index, faults) in named.enumerated() where index < rows.count {
        let rest = faults.filter { $0 != rows[index].fault }
        let isNamed = rows[index].fault.map { faults.contains($0) } ?? true
        if !isNamed {
          rows[index].missed += 1
        } else if rest.isEmpty {
          rows[index].alone += 1
        } else {
          rows[index].withOthers += 1
        }
        for fault in rest { rows[index].others[fault.rawValue, default: 0] += 1 }
      }
    }
    return Report(
      device: profile.id, scenario: simulation.scenario.rawValue, preset: simulation.preset.name, seed: simulation.seed,
      seeds: seeds, participants: simulation.participants, rows: rows)
  }

  private var plants: [PlantedFault] {
    let screen = profile.geometry
    let body = BodySize.millimetres(profile.id).map { $0 / 1000 } ?? screen.metres + SIMD2(0.007, 0.007)
    return PlantedFault.all(screen: screen, body: body)
  }

  private func result(_ index: Int) -> [Set<DoctorFault>] {
    var simulation = simulation
    simulation.seed &+= UInt64(index)
    // Another phone each; 0 stays the nominal one.
    if simulation.phone > 0 { simulation.phone &+= UInt64(index) }
    var header = simulation.header
    header.truth = nil
    let observations = (0..<simulation.participants).flatMap { participant in
      simulation.frames(participant: participant).map(\.observation)
    }
    let good = PlantedFault.Take(header: header, observations: observations)
    func named(_ take: PlantedFault.Take) -> Set<DoctorFault> {
      var doctor = Doctor(header: take.header, path: "", profile: profile)
      for observation in take.observations { doctor.add(observation) }
      return doctor.report().named
    }
    return [named(good)]
      + plants.map { planted in
        var take = good
        planted.plant(&take)
        return named(take)
      }
  }
}
