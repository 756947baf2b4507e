import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

extension Profile {
  /// The 12 mini's.
  static func mini() throws -> Profile { try #require(BuiltInProfiles.all.first { $0.id == "iphone12mini" }) }
}

extension EvaluationRun {
  /// Simulated people with the 12 mini; every duration is cut to `duration` seconds.
  static func mini(
    _ scenarios: [Scenario] = [.validation], preset: Preset = .typical, seed: UInt64 = 21, participants: Int = 6,
    duration: Double = 15, pipeline: PipelineName = .standard, personCalibration: PersonCalibrationSource = .fivePoints,
    setting constants: [String: Double] = [:]
  ) throws -> EvaluationRun {
    let profile = try Profile.mini()
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: scenarios[0], preset: preset, seed: seed, participants: participants,
      duration: duration)
    for (key, value) in constants { try simulation.set(key, value) }
    return EvaluationRun(
      profile: profile, simulation: simulation, scenarios: scenarios, pipeline: pipeline,
      personCalibration: personCalibration)
  }
}
