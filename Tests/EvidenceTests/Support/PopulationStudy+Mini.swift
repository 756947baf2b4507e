import GazeRecording

@testable import Evaluate
@testable import Evidence
@testable import GazeSimulation
@testable import StudySupport

extension PopulationStudy {
  /// People with the 12 mini.
  static func mini(
    _ preset: GazePreset = .typical, participants: Int, seed: UInt64 = 51, setting constants: [String: Double] = [:]
  ) throws -> PopulationStudy {
    PopulationStudy(
      try .mini(preset: preset, seed: seed, participants: participants, setting: constants), try .mini())
  }
}
