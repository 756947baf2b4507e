import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles

@testable import Evaluate

/// Number of cores for a study, and the receiver of its progress, a share of 0…1.
struct StudyRunner: Sendable {
  let jobs: Int
  var progress: @Sendable (Double) -> Void = { _ in }

  /// Returns the results of `body` for the cells 0…count−1 of each group, in that order. These are the people (or
  /// repeats) that `--shard` divides, so a study calls this once. What must be known before it is computed in every
  /// share; what follows is computed only if all cells are there.
  func cells<Result: Codable & Sendable>(
    _ counts: [Int], _ body: @escaping @Sendable (_ group: Int, _ index: Int) throws -> Result
  ) async throws -> [[Result]] {
    var results = counts.map { _ in [Result]() }
    try await Shards.each(counts, jobs: jobs, progress: progress, body) { results[$0].append($1) }
    return results
  }
}

extension RigSimulation {
  /// The same simulation with another seed: the same number of other people, to whom nothing was fitted.
  var heldOut: Self {
    var other = self
    other.seed &+= 1_000_003
    return other
  }
}

extension DeviceProfile {
  /// The iPhone 12 mini, on which studies run unless another device is named.
  static func mini() throws -> DeviceProfile { try .builtIn("iphone12mini") }
}

extension Simulation {
  /// `iphone12mini: 100 people, preset typical, phone 1, seed 1`.
  func subject(_ profile: DeviceProfile) -> String {
    "\(profile.id): \(participants) people, preset \(preset.name), phone \(phone), seed \(seed)"
  }

  /// People with the 12 mini, for studies and their tests.
  static func mini(
    _ scenario: GazeScenario = .validation, preset: GazePreset = .typical, seed: UInt64 = 1, phone: UInt64? = nil,
    participants: Int = 1, duration: Double? = nil, rate: Double = 60, setting constants: [String: Double] = [:]
  ) throws -> Simulation {
    var simulation = Simulation(
      device: NominalPhone(try .mini()), scenario: scenario, preset: preset, seed: seed, phone: phone,
      participants: participants, duration: duration, rate: rate)
    for (key, value) in constants { try simulation.set(key, value) }
    return simulation
  }
}

extension Run where R == GazeRig {
  /// Simulated people with the 12 mini, for the tests of studies; every duration is cut to `duration` seconds.
  static func mini(
    _ scenarios: [GazeScenario] = [.validation], seed: UInt64, participants: Int, duration: Double = 15,
    setting constants: [String: Double] = [:]
  ) throws -> Run<GazeRig> {
    Run<GazeRig>(
      profile: try .mini(),
      simulation: try .mini(
        scenarios[0], seed: seed, participants: participants, duration: duration, setting: constants),
      scenarios: scenarios, pipeline: GazeRig.standard)
  }
}
