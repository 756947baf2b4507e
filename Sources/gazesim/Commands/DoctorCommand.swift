import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import Inspection

struct DoctorCommand: ParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Say what is wrong with a recording or its mapping, and what to change.",
    usage: "gazesim doctor <recording> [<options>]",
    discussion: """
      Compares every known mistake with the fixations on targets: x mirrored, y flipped, Display Zoom, landscape taken \
      for portrait, the phone's size taken for the screen's, a doubled gain, the phone's pose ignored. It also checks \
      the clock, the eyes, the distances and the camera's poses. Each finding comes with its numbers. The exit code is \
      0 whatever it finds.
      """)

  @Argument(help: "The recording; - is stdin.", completion: Completions.recordings)
  var recording: String

  @OptionGroup var device: DeviceOptions

  @Option(help: "A calibration file to check together with the recording.", completion: Completions.json)
  var calibration: String?

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [recording] + device.inputs + (calibration.map { [$0] } ?? []) }

  func run() throws {
    try device.checkGaze()
    let calibration = try calibration.map { try CalibrationFile(path: $0) }
    let report = try Doctor.report(path: recording, calibration: calibration) { header in
      var header = header
      // The header's points are removed, since the doctor judges them itself.
      header.points = nil
      let profile = try RecordingInput.profile(header, device, path: recording)
      if let calibration, let path = self.calibration, calibration.device != profile.id {
        throw FileError(
          path: path, field: "device",
          message: "is a calibration of \"\(calibration.device)\"; the recording is of \"\(header.device)\"")
      }
      return profile
    }
    guard report.frames > 0 else {
      throw FileError(path: recording, message: "holds no frame; there is nothing to check")
    }
    try console.print(report, report.document)
  }
}
