package import Documents
import GazePipeline
import GazeRecording

extension DoctorReport {
  /// Findings, each with its numbers and the necessary change, and the checks.
  package var document: Document {
    let isWrong = findings.contains { $0.severity == .fault }
    let marks = findings.map(\.mark)
    let conclusion =
      isWrong
      ? "\(recording) looks wrong: \(marks.joined(separator: "; "))"
      : (["\(recording): nothing wrong was found"] + marks).joined(separator: "; ")
    let made = scenario == source.rawValue ? scenario : "\(source.rawValue), \(scenario)"
    var document = Document(
      [.init(conclusion, isWrong ? .bad : .good)],
      subject: """
        \(device), \(made), \([RecordedPeople.Person].summary(people: people, sessions: sessions)), \
        \(NumberText.count(frames, "frame")), \(NumberText.count(looks, "fixation")) on targets
        """)
    for finding in findings {
      document.addGap()
      document.addDetail("\(finding.mark): \(finding.sentence)")
      document.addNote("evidence: \(Self.words(finding.evidence))")
      document.addNote("change: \(finding.advice)")
    }
    if !checked.isEmpty { document.addDetail(heading: "checked") }
    for check in checked {
      document.addNote("\(check.what): \(check.sentence)")
      document.addNote(Self.words(check.evidence), indent: 4)
    }
    return document
  }

  private static func words(_ figures: [Figure]) -> String {
    figures.map { figure in
      "\(figure.name) \(NumberText.plain(figure.value))\(figure.unit == "1" ? "" : " " + figure.unit)"
    }.joined(separator: "; ")
  }
}

extension DoctorReport.Finding {
  /// The finding's title, after its severity unless it is a fault.
  fileprivate var mark: String { severity == .fault ? fault.title : "\(severity.rawValue), \(fault.title)" }
}
