import GazePipeline
public import GazeRecording
public import GazeSimulation

/// Does the doctor name what is wrong? Each fault is planted alone, in each of its ways, into good recordings, one a seed.
public struct DoctorStudy: Sendable {
  /// A fault planted in one way, over all seeds.
  public struct Row: Sendable, Codable {
    /// The fault; nil for good recordings.
    @ExplicitNull public var fault: DoctorFault?
    /// How it was planted.
    public var way: String
    /// It was named and nothing else; of good recordings: nothing was.
    public var alone = 0
    /// It was named beside others.
    public var withOthers = 0
    /// It was not named.
    public var missed = 0
    /// What was named that was not planted, with how often.
    public var others: [String: Int] = [:]
  }

  /// What came of it.
  public struct Report: Sendable, Codable {
    /// `gazesim.doctor.study`.
    public var schema = "gazesim.doctor.study"
    /// Version of this layout.
    public var version = 1
    /// The device's identifier.
    public var device: String
    /// The task.
    public var scenario: String
    /// How the tracker errs.
    public var preset: String
    /// The first seed.
    public var seed: UInt64
    /// How many seeds.
    public var seeds: Int
    /// People in a recording.
    public var participants: Int
    /// Good recordings first, then the faults.
    public var rows: [Row]
  }

  /// What is simulated; seeds and phones are counted on from its own.
  public var simulation: Simulation
  /// The device.
  public var profile: Profile
  /// How many seeds.
  public var seeds: Int

  /// A study from its parts.
  public init(profile: Profile, simulation: Simulation, seeds: Int) {
    self.profile = profile
    self.simulation = simulation
    self.seeds = seeds
  }

  /// Simulates, plants and asks; the result does not depend on `jobs`.
  public func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
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
