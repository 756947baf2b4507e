import GazePipeline

@testable import GazeSimulation

extension Simulation {
  /// A simulation with the 12 mini.
  init(
    _ scenario: GazeScenario, preset: GazePreset = .typical, seed: UInt64 = 1, phone: UInt64? = nil,
    participants: Int = 1, duration: Double? = nil, rate: Double = GazeRig.defaultRate
  ) {
    self.init(
      device: mini, scenario: scenario, preset: preset, seed: seed, phone: phone, participants: participants,
      duration: duration, rate: rate)
  }

  /// A copy with constants set by key.
  func setting(_ values: [String: Double]) throws -> Simulation {
    var copy = self
    for (key, value) in values { try copy.set(key, value) }
    return copy
  }
}
