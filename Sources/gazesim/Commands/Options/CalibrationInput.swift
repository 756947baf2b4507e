import Evaluate
import GazeRecording
import PortableFoundation

/// Reader of calibration files that a command applies.
enum CalibrationInput {
  /// Reads the file of an option, if there is one. Refuses a file of another rig or device, and a simulated fit for a
  /// recorded take. `console` prints a remark on a doubtful fit.
  static func read<R: Rig>(
    _: R.Type, _ path: String?, for header: RecordingHeader?, _ profile: DeviceProfile, allowSimulated: Bool,
    _ console: OutputOptions? = nil
  ) throws -> CalibrationFile? {
    guard let path else { return nil }
    let file = try CalibrationFile(path: path, rig: R.name)
    guard file.device == profile.id else {
      throw FileError(
        path: path, field: "device",
        message: "is a calibration of \"\(TerminalText.line(file.device.prefix(60)))\", not of \"\(profile.id)\"")
    }
    if header?.source == .recorded, file.provenance == .simulated, !allowSimulated {
      throw FileError(
        path: path, field: "provenance",
        message: "was fitted to simulated data and says nothing about a phone; use one fitted to a recording, "
          + "or --allow-simulated to see what it would do")
    }
    if R.isUsual { console?.remark(on: file, path) } else { try R.check(file, path: path) }
    return file
  }
}
