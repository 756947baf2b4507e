import Evaluate
import GazeMetrics
import GazeRecording
import GazeTesting

/// A rig behind the command's words (`generate`, `evaluate`, …), the same for all of them. `GazeCommands` is the gaze rig's,
/// `RigCommands` that of every `Rig`; `KnownRigs` finds them by name.
protocol CommandRig: Sendable {
  associatedtype Report: EvaluationReport

  /// As in `--rig`.
  static var name: String { get }
  /// The device when nobody says otherwise.
  static var defaultDevice: String { get }
  /// Frames a second when nobody says otherwise.
  static var defaultRate: Double { get }
  /// What `generate` and `calibrate` simulate when nobody says otherwise.
  static var calibrationScenarioName: String { get }
  /// What `evaluate`, `gate` and `compare` simulate when nobody says otherwise.
  static var defaultScenarioNames: [String] { get }
  /// What its recordings hold, for `convert` and `record-info`.
  static var sample: any RigSample.Type { get }
  /// `gazesim scenarios`.
  static func scenarios(_ command: ScenariosCommand) throws
  /// `gazesim generate`.
  static func generate(_ command: GenerateCommand) async throws
  /// `gazesim calibrate`.
  static func calibrate(_ command: CalibrateCommand) async throws
  /// What `evaluate` and `gate --input` say: of simulated people, or of the recordings that `--input` names. `claims` are for
  /// a gate's correctness stage.
  static func evaluation(
    _ options: EvaluationOptions, page: Bool, claims: PointerClaims?, limits: (Profile) throws -> [Gate]
  ) async throws -> Report
  /// What `gate` says of simulated people.
  static func judged(_ command: GateCommand, _ file: LimitsFile?) async throws -> Report
  /// The limits of a device.
  ///
  /// - Throws: where there are none.
  static func limits(of profile: Profile) throws -> [Gate]
  /// `gazesim compare`.
  static func compare(_ command: CompareCommand) async throws
  /// `gazesim replay`.
  static func replay(_ command: ReplayCommand) throws
  /// An evaluation as a person reads it in a terminal.
  static func lines(_ report: Report, isAccepted: Bool) -> [String]
}

/// The command's rigs by name: gaze, then those that are registered in `Rigs.all`.
enum KnownRigs {
  static let all: [any CommandRig.Type] = [GazeCommands.self] + Rigs.all.map { commands($0) }

  private static func commands<R: FittedRig>(_ rig: R.Type) -> any CommandRig.Type { RigCommands<R>.self }

  /// The rig with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  static func named(_ name: String) throws(UnknownName) -> any CommandRig.Type {
    if let rig = all.first(where: { $0.name == name }) { return rig }
    throw UnknownName(kind: "rig", name: name, among: all.map { $0.name })
  }
}

extension KnownRigs {
  /// Their names, for help: `gaze, head, body, drag`.
  static var names: String { all.map { $0.name }.joined(separator: ", ") }

  /// What each does where nobody says otherwise, for help: the gaze rig's, then what differs from it: `60; head 25`.
  static func defaults(_ text: (any CommandRig.Type) -> String) -> String {
    let usual = text(GazeCommands.self)
    let others = all.map { (name: $0.name, text: text($0)) }.filter { $0.text != usual }
    return ([usual] + others.map { "\($0.name) \($0.text)" }).joined(separator: "; ")
  }

  /// The rig that a recording's header names.
  static func of(_ name: String, path: String) throws(FileError) -> any CommandRig.Type {
    if let rig = all.first(where: { $0.name == name }) { return rig }
    throw FileError(
      path: path, field: "rig",
      message: "is \"\(TerminalText.line(name.prefix(60)))\"; this gazesim knows "
        + all.map { "\"\($0.name)\"" }.joined(separator: ", "))
  }
}

extension DeviceOptions {
  /// The rig that is asked for, else that of the first recording, else gaze. What can be read only once, a pipe, is left
  /// to the command: of another rig than gaze it needs `--rig`, as the reader then says.
  ///
  /// - Throws: `UnknownName` for a rig that there is not, `FileError` where a recording is of another one.
  func commandRig(_ recordings: [String] = []) throws -> any CommandRig.Type {
    let asked = try rig.map { try KnownRigs.named($0) }
    let usual: any CommandRig.Type = asked ?? GazeCommands.self
    guard let path = recordings.first, RecordingInput.isRereadable(path) else { return usual }
    let own: String
    // What cannot be opened is the command's own to complain of, after what else is wrong.
    do { own = try RecordingFile(path: path).header.rig } catch { return usual }
    if let asked {
      guard asked.name == own else {
        throw FileError(
          path: path, field: "rig",
          message:
            "is \"\(TerminalText.line(own.prefix(40)))\", not \"\(asked.name)\"; leave --rig out, or give --rig of the recording"
        )
      }
      return asked
    }
    return try KnownRigs.of(own, path: path)
  }
}
