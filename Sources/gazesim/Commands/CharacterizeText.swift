import Calibrate
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import PortableFoundation

/// Text of characteristics for the terminal.
enum CharacterizeText {
  /// Rows of the first table: characteristics that any take has, compared with those of real takes.
  private static let comparison: [(name: String, label: String)] = [
    ("stillRMSS2SYaw", "still eye, RMS-S2S yaw, mrad"), ("stillRMSS2SPitch", "still eye, RMS-S2S pitch, mrad"),
    ("stillSTDYaw", "still eye, STD yaw, mrad"), ("stillSTDPitch", "still eye, STD pitch, mrad"),
    ("stillLag1Yaw", "still eye, lag-1 yaw"), ("stillLag1Pitch", "still eye, lag-1 pitch"),
    ("outward", "left-right difference, rad"), ("blinkRate", "blinks a minute"),
    ("duplicated", "repeated frames, share"),
  ]

  static func lines(_ report: CharacteriseReport) -> [String] {
    var table = Table(["", "real takes"] + report.recordings.map { shortName($0.path) })
    for (name, label) in comparison {
      let range = report.references.first { $0.name == name }?.range
      table.add(
        [label, range.map { "\(NumberText.threeDigits($0.lower)) to \(NumberText.threeDigits($0.upper))" } ?? "-"]
          + report.recordings.map { NumberText.threeDigits($0[name]?.value) })
    }
    var lines = table.lines
    lines += [
      "real takes: the stillest windows of seven takes in which nobody was asked to fixate; "
        + "blinks: Doughty 2001, reading"
    ]
    if report.recordings.count > 1 { lines.append("all takes: \(report.recorded.summary)") }
    for recording in report.recordings { lines += [""] + self.lines(recording) }
    if let overTime = report.overTime { lines += [""] + self.lines(overTime) }
    return lines
  }

  private static func lines(_ overTime: CharacteriseReport.OverTime) -> [String] {
    let people = [RecordedPeople.Person].summary(people: overTime.people, sessions: overTime.sessions)
    return ["over time, all takes: \(people), \(NumberText.count(overTime.visits, "visit")) with dots"]
      + table(overTime.characteristics)
  }

  private static func lines(_ recording: CharacteriseReport.Recording) -> [String] {
    let preset = recording.preset.map { ", preset \($0)" } ?? ""
    var lines = [
      """
      \(recording.path): \(recording.device), \(recording.source.rawValue), \(recording.scenario)\(preset), \
      \([RecordedPeople.Person].summary(people: recording.people, sessions: recording.people)), \
      \(NumberText.count(recording.frames, "frame"))
      """
    ]
    lines += recording.assumptions.map { "assumed: \($0)" }
    return lines + table(recording.characteristics)
  }

  private static func table(_ characteristics: [Characteristic]) -> [String] {
    var table = Table(["characteristic", "value", "95 %", "unit", "from", "constant"])
    var remarks: [(text: String, names: [String])] = []
    func remark(_ text: String, _ name: String) {
      if let place = remarks.firstIndex(where: { $0.text == text }) {
        remarks[place].names.append(name)
      } else {
        remarks.append((text, [name]))
      }
    }
    for row in characteristics {
      let interval =
        row.ci95.map { "[\(NumberText.threeDigits($0.lower)), \(NumberText.threeDigits($0.upper))]" } ?? "-"
      table.add([
        row.name, (row.isUpperBound && row.value != nil ? "<= " : "") + NumberText.threeDigits(row.value), interval,
        row.unit == "1" ? "" : row.unit, row.value == nil ? "not measured" : row.basis, row.key ?? "",
      ])
      remark(row.windows, row.name)
      if let note = row.note { remark(note, row.name) }
    }
    return [""] + table.lines + [""] + remarks.map { "\($0.names.joined(separator: ", ")): \($0.text)" }
  }

  private static func shortName(_ path: String) -> String {
    path == "-" ? "stdin" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}
