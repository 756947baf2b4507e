import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles

@testable import Evaluate

extension DeviceProfile {
  /// The iPhone 12 mini, on which studies run unless another device is named.
  static func mini() throws -> DeviceProfile { try .builtIn("iphone12mini") }
}

extension Run where R == GazeRig {
  /// Simulated people with the 12 mini, for the tests of studies; every duration is cut to `duration` seconds.
  static func mini(
    _ scenarios: [GazeScenario] = [.validation], seed: UInt64, participants: Int, duration: Double = 15,
    setting constants: [String: Double] = [:]
  ) throws -> Run<GazeRig> {
    let profile = try DeviceProfile.mini()
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: scenarios[0], preset: .typical, seed: seed, participants: participants,
      duration: duration)
    for (key, value) in constants { try simulation.set(key, value) }
    return Run<GazeRig>(
      profile: profile, simulation: simulation, scenarios: scenarios, pipeline: GazeRig.standard,
      personCalibration: .fivePoints)
  }
}
