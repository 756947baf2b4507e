import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import PortableFoundation

struct DoctorCommand: ParsableCommand, ReadsFiles {
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
    if console.json { try Console.print(json: report) } else { try Console.print(DoctorText.lines(report)) }
  }
}

/// Text of a doctor's report for the terminal.
enum DoctorText {
  static func lines(_ report: DoctorReport) -> [String] {
    let faults = report.findings.filter { $0.severity == .fault }
    let others = report.findings.filter { $0.severity != .fault }
    var conclusion =
      faults.isEmpty
      ? "\(report.recording): nothing wrong was found"
      : "\(report.recording) looks wrong: \(faults.map(\.fault.title).joined(separator: "; "))"
    for other in others { conclusion += "; \(mark(other))" }
    var lines = wrapped(conclusion)
    lines += wrapped(
      """
      \(report.device), \
      \(report.scenario == report.source.rawValue ? "" : "\(report.source.rawValue), ")\(report.scenario), \
      \([RecordedPeople.Person].summary(people: report.people, sessions: report.sessions)), \
      \(NumberText.count(report.frames, "frame")), \(NumberText.count(report.looks, "fixation")) on targets
      """, indent: 2, hanging: 0)
    for finding in faults + others {
      lines += [""] + wrapped("\(mark(finding)): \(finding.sentence)")
      lines += wrapped("evidence: \(figures(finding.evidence))", indent: 2)
      lines += wrapped("change: \(finding.advice)", indent: 2)
    }
    if !report.checked.isEmpty { lines += ["", "checked"] }
    for check in report.checked {
      lines += wrapped("\(check.what): \(check.sentence)", indent: 2)
      if !check.evidence.isEmpty { lines += wrapped(figures(check.evidence), indent: 4, hanging: 0) }
    }
    return lines
  }

  /// The finding's title, after its severity unless it is a fault.
  private static func mark(_ finding: DoctorReport.Finding) -> String {
    let title = finding.fault.title
    return finding.severity == .fault ? title : "\(finding.severity.rawValue), \(title)"
  }

  private static func wrapped(_ text: String, indent: Int = 0, hanging: Int = 2) -> [String] {
    Wrapping.lines(text, indent: indent, hanging: hanging, width: 80)
  }

  private static func figures(_ figures: [DoctorReport.Figure]) -> String {
    figures.map { figure in
      "\(figure.name) \(NumberText.plain(figure.value))\(figure.unit == "1" ? "" : " " + figure.unit)"
    }.joined(separator: "; ")
  }
}
