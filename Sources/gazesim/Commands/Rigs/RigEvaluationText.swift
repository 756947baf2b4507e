import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording

/// An evaluation of head, body or drag as a person reads it in a terminal.
enum RigEvaluationText {
  static func lines(_ e: RigEvaluation, isAccepted: Bool = false) -> [String] {
    let people = e.recorded?.summary ?? NumberText.count(e.participants, "person", "people")
    let origin =
      e.source == "simulated"
      ? "simulated, preset \(e.preset ?? "-"), phone \(e.phone.map(String.init) ?? "-"), seed \(e.seed.map(String.init) ?? "-")"
      : "recorded"
    var lines = [
      "\(e.device), \(e.rig), \(e.pipeline), \(e.scenario): \(people), \(NumberText.count(e.frames, "sample")), "
        + "\(NumberText.fixed(e.seconds / 60, 1)) min (\(origin))"
    ]
    lines += Wrapping.lines(e.conditions, indent: 0)
    var table = TextTable(["figure", "value", "unit", "95 % over people"])
    for figure in e.shownFigures where figure.value != nil {
      let decimals = NumberText.decimals(figure.value)
      table.add([
        figure.metric, NumberText.fixed(figure.value, decimals), e.plainUnit(figure.metric),
        figure.ci95.map { Format.interval($0, decimals) } ?? figure.peopleNeeded.map { "takes \($0) people" } ?? "-",
      ])
    }
    lines += [""] + table.lines
    if !e.remarks.isEmpty { lines += [""] + e.remarks.flatMap { Wrapping.lines($0, indent: 0) } }
    if e.failingParticipants > 0 {
      lines.append(
        "apart: \(NumberText.count(e.failingParticipants, "person", "people")) whom the sensor fails, in no figure")
    }
    return lines + GateText.lines(e, isAccepted: isAccepted)
  }
}
