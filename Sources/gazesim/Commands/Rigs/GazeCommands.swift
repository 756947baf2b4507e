import Evaluate
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

/// The gaze rig: what each command's own file does.
enum GazeCommands: CommandRig {
  static var name: String { "gaze" }
  static var defaultDevice: String { GazeRig.defaultDevice }
  static var defaultRate: Double { GazeRig.defaultRate }
  static var calibrationScenarioName: String { Scenario.calibration.rawValue }
  static var defaultScenarioNames: [String] { GazeRig.defaultScenarios.map(\.rawValue) }
  static var sample: any RigSample.Type { RecordedFrame.self }

  static func scenarios(_ command: ScenariosCommand) throws { try command.list(GazeRig.self) }
  static func generate(_ command: GenerateCommand) async throws { try await command.generateGaze() }
  static func calibrate(_ command: CalibrateCommand) async throws { try await command.calibrateGaze() }

  static func evaluation(
    _ options: EvaluationOptions, page: Bool, claims: PointerClaims?, limits: (Profile) throws -> [Gate]
  ) async throws -> Evaluation {
    try await options.evaluateGaze(page: page, claims: claims, limits: limits)
  }

  static func judged(_ command: GateCommand, _ file: LimitsFile?) async throws -> Evaluation {
    try await command.judgedGaze(file)
  }

  static func limits(of profile: Profile) throws -> [Gate] { try GazeRig.limits(of: profile) }

  static func compare(_ command: CompareCommand) async throws { try await command.compareGaze() }
  static func replay(_ command: ReplayCommand) throws { try command.replayGaze() }

  static func lines(_ report: Evaluation, isAccepted: Bool) -> [String] {
    EvaluationText.lines(report, isAccepted: isAccepted)
  }
}
