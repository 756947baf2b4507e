import GazePipeline
import GazeRecording

extension Report {
  /// The report's text for the terminal.
  ///
  /// - Parameter isAccepted: true if these results have become the new baseline, so that nothing is compared with the
  ///   old one.
  package func lines(isAccepted: Bool = false) -> [String] {
    R.lines(self) + GateText.lines(self, isAccepted: isAccepted)
  }
}

extension Rig where Findings == PlainFindings {
  /// Lines with the subject, the headline metrics and the remarks.
  package static func lines(_ e: Report<Self>) -> [String] {
    let origin =
      e.source == "simulated"
      ? "simulated, preset \(e.preset ?? "-"), phone \(e.phone.map(String.init) ?? "-"), seed "
        + "\(e.seed.map(String.init) ?? "-")"
      : "recorded"
    var lines = [
      "\(e.device), \(e.rig), \(e.pipeline), \(e.scenario): \(e.peopleInWords), "
        + "\(NumberText.count(e.frames, "sample")), \(NumberText.fixed(e.seconds / 60, 1)) min (\(origin))"
    ]
    let presentation = presentation(e)
    lines += Wrapping.lines(presentation.conditions, indent: 0)
    var table = Table(["figure", "value", "unit", "95 % over people"])
    for figure in presentation.shown where figure.value != nil {
      let decimals = NumberText.decimals(figure.value)
      table.add([
        figure.metric, NumberText.fixed(figure.value, decimals), e.plainUnit(figure.metric),
        figure.ci95.map { Format.interval($0, decimals) } ?? figure.peopleNeeded.map { "needs \($0) people" } ?? "-",
      ])
    }
    lines += [""] + table.lines
    if !e.remarks.isEmpty { lines += [""] + e.remarks.flatMap { Wrapping.lines($0, indent: 0) } }
    if e.failingParticipants > 0 {
      lines.append(
        "apart: \(NumberText.count(e.failingParticipants, "person", "people")) whom the sensor fails, in no figure")
    }
    return lines
  }
}
