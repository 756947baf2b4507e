import Foundation
import GazeRecording

/// A calibration file that is about to be used.
enum CalibrationInput {
  /// Reads it and refuses what does not fit: another device, or a simulated fit on a recorded take.
  static func read(
    _ path: String, for header: RecordingHeader?, _ profile: Profile, allowSimulated: Bool
  ) throws -> CalibrationFile {
    let file = try CalibrationFile(path: path)
    guard file.device == profile.id else {
      throw FileError(
        path: path, field: "device", message: "is a calibration of \"\(file.device)\", not of \"\(profile.id)\"")
    }
    if header?.source == .recorded, file.provenance == .simulated, !allowSimulated {
      throw FileError(
        path: path, field: "provenance",
        message: "was fitted to simulated data and says nothing about a phone; use one fitted to a recording, "
          + "or --allow-simulated to see what it would do")
    }
    return file
  }
}
