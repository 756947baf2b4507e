import Calibrate
package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Do the intervals of `characterize` hold what they say? People simulated one a seed are characterised, and each interval
/// is compared with what that person's recording was made with.
package struct CharacteriseCoverage: Sendable {
  /// One characteristic over all seeds.
  package struct Row: Sendable, Codable {
    /// Its name.
    package var name: String
    /// Its unit.
    package var unit: String
    /// Recordings that gave an interval.
    package var given = 0
    /// Of those, recordings whose interval held the realised value.
    package var covered = 0
    /// `covered / given`.
    @ExplicitNull package var coverage: Double?
    /// Clopper and Pearson's interval of it.
    @ExplicitNull package var coverageCI95: ConfidenceInterval?
    /// Mean of the realised values.
    @ExplicitNull package var realised: Double?
    /// Mean of estimate − realised.
    @ExplicitNull package var bias: Double?
    /// Median width of the intervals.
    @ExplicitNull package var width: Double?
  }

  /// What came of it.
  package struct Report: Sendable, Codable {
    /// `gazesim.characteristics.coverage`.
    package var schema = "gazesim.characteristics.coverage"
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
    package var repeats: Int
    /// The characteristics, in the order of `PersonCharacter`.
    package var parameters: [Row]
  }

  /// What is simulated; seeds and phones are counted on from its own.
  package var simulation: Simulation
  /// The device.
  package var profile: DeviceProfile
  /// How many seeds.
  package var repeats: Int

  /// A study from its parts.
  package init(profile: DeviceProfile, simulation: Simulation, repeats: Int) {
    self.profile = profile
    self.simulation = simulation
    self.repeats = repeats
  }

  /// Simulates, characterises and compares; the result does not depend on `jobs`.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    // In portions, so that progress can be told.
    let portion = max(repeats / 50, max(jobs, 1))
    var results: [Result] = []
    while results.count < repeats {
      let first = results.count
      results += try await mapInParallel(count: min(portion, repeats - first), jobs: jobs) { result(first + $0) }
      progress(Double(results.count) / Double(repeats))
    }
    let rows = (results.first?.rows ?? []).indices.compactMap { row(results, $0) }
    return Report(
      device: profile.id, scenario: simulation.scenario.rawValue, preset: simulation.preset.name, seed: simulation.seed,
      repeats: repeats, parameters: rows)
  }

  private struct Result: Sendable {
    var rows: [Characteristic]
    var truth: [String: Double]
  }

  private func result(_ index: Int) -> Result {
    var simulation = simulation
    simulation.seed &+= UInt64(index)
    // Another phone each, or one phone's camera would shift every gain the same way; 0 stays the nominal one.
    if simulation.phone > 0 { simulation.phone &+= UInt64(index) }
    simulation.participants = 1
    var character = PersonCharacter(
      screen: profile.geometry, cameraSigma: profile.cameraSigma, scale: NoiseScale(simulation.parameters))
    for frame in simulation.frames(participant: 0) { character.step(frame.observation) }
    return Result(rows: character.finish(), truth: CharacteriseTruth(simulation).values)
  }

  private func row(_ results: [Result], _ index: Int) -> Row? {
    guard let first = results.first, first.truth[first.rows[index].name] != nil else { return nil }
    let name = first.rows[index].name
    var row = Row(name: name, unit: first.rows[index].unit)
    var (realised, bias, widths) = (0.0, 0.0, [Double]())
    for result in results {
      let found = result.rows[index]
      guard !found.isUpperBound, let truth = result.truth[name], let value = found.value, let interval = found.ci95
      else { continue }
      row.given += 1
      if interval.contains(truth) { row.covered += 1 }
      realised += truth
      bias += value - truth
      widths.append(interval.upper - interval.lower)
    }
    guard row.given > 0 else { return row }
    let n = Double(row.given)
    row.coverage = Double(row.covered) / n
    row.coverageCI95 = ConfidenceInterval.clopperPearson(successes: row.covered, of: row.given)
    row.realised = realised / n
    row.bias = bias / n
    row.width = Quantiles.upperMedian(widths)
    return row
  }
}

extension DeviceProfile {
  /// How far the camera may be off its place, metres.
  var cameraSigma: SIMD2<Double> { SIMD2(camera.x.sigma, camera.y.sigma) }
}
