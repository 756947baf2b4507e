import Foundation
import GazeRecording
import TestSupport
import Testing

/// One calibration of two simulated people, made once for all the tests that look at it: the trigger alone, which is
/// tuned on people of its own, takes 5 s of a core.
struct SimulatedCalibration: Sendable {
  /// The command's output.
  let outcome: Command.Outcome
  /// The names of the files that it wrote.
  let names: [String]
  /// The file's contents.
  let text: String

  private static let made = Task {
    let gazesim = try Command()
    let outcome = try await gazesim("calibrate --details --device iphone12mini --participants 2")
    return SimulatedCalibration(
      outcome: outcome, names: gazesim.folder.names, text: try gazesim.folder.text(of: "iphone12mini.calibration.json"))
  }

  static func shared() async throws -> SimulatedCalibration { try await made.value }

  func file() throws -> CalibrationFile { try CalibrationFile(json: Data(text.utf8), path: "c.json") }
}
