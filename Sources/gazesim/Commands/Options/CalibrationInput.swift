import Foundation
import Evaluate
import GazeRecording

/// A calibration file that is about to be used.
enum CalibrationInput {
  /// Reads the file of an option, if there is one, and refuses what does not fit: another rig's or device's, or a simulated
  /// fit on a recorded take. `console` remarks on what is doubtful.
  static func read<R: Rig>(
    _: R.Type, _ path: String?, for header: RecordingHeader?, _ profile: Profile, allowSimulated: Bool,
    _ console: OutputOptions? = nil
  ) throws -> R.Calibration? {
    guard let path else { return nil }
    if R.isUsual {
      let file = try read(path, for: header, profile, allowSimulated: allowSimulated)
      console?.remark(on: file, path)
      return file as? R.Calibration
    }
    let file = try RigCalibrationFile(path: path, rig: R.name)
    try check(
      device: file.device, provenance: file.provenance, path, for: header, profile, allowSimulated: allowSimulated)
    try R.check(file, path: path)
    return file as? R.Calibration
  }

  /// Reads it and refuses what does not fit: another device, or a simulated fit on a recorded take.
  static func read(
    _ path: String, for header: RecordingHeader?, _ profile: Profile, allowSimulated: Bool
  ) throws -> CalibrationFile {
    let file = try CalibrationFile(path: path)
    try check(
      device: file.device, provenance: file.provenance, path, for: header, profile, allowSimulated: allowSimulated)
    return file
  }

  /// Refuses another device's, or a simulated fit on a recorded take.
  static func check(
    device: String, provenance: RecordingHeader.Source, _ path: String, for header: RecordingHeader?,
    _ profile: Profile, allowSimulated: Bool
  ) throws(FileError) {
    guard device == profile.id else {
      throw FileError(
        path: path, field: "device",
        message: "is a calibration of \"\(TerminalText.line(device.prefix(60)))\", not of \"\(profile.id)\"")
    }
    if header?.source == .recorded, provenance == .simulated, !allowSimulated {
      throw FileError(
        path: path, field: "provenance",
        message: "was fitted to simulated data and says nothing about a phone; use one fitted to a recording, "
          + "or --allow-simulated to see what it would do")
    }
  }
}
