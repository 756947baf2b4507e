import Evaluate
import GazePipeline
import GazeRecording

/// Text of a calibration of head, body or drag for the terminal.
enum RigCalibrationText {
  static func lines(_ file: CalibrationFile) -> [String] {
    var table = Table(["parameter", "person", "value", "unit", "SD", "95 %", "says"])
    for p in file.fit.parameters {
      // The number of decimals follows from the standard error that the interval is formed from.
      let error = p.robustStandardError ?? p.standardError
      let d = max(NumberText.decimals(p.value), error.map { min(NumberText.decimals($0), 4) } ?? 0)
      table.add([
        p.name, p.participant.map(String.init) ?? "-", NumberText.fixed(p.value, d), p.unit == "1" ? "" : p.unit,
        NumberText.fixed(error, d),
        p.ci95.map { "[\(NumberText.fixed($0[0], d)), \(NumberText.fixed($0[1], d))]" } ?? "-",
        p.identified ? "from the data" : "not identified",
      ])
    }
    var lines = ["\(file.device), \(file.rig): fitted to \(file.fittedTo)", ""] + table.lines
    for u in file.fit.unidentified {
      let whose = u.participant.map { " (participant \($0))" } ?? ""
      lines += Wrapping.lines("not identified: \(u.parameters.joined(separator: ", "))\(whose): \(u.reason)", indent: 0)
    }
    lines += (file.fit.remarks ?? []).flatMap { Wrapping.lines($0, indent: 0) }
    let (outliers, unit) = (file.fit.outliers ?? 0, file.fit.residualUnit ?? "")
    let left = outliers > 0 ? " without \(NumberText.count(outliers, "outlier"))" : ""
    let held = file.fit.heldOut.map { "; held out \(NumberText.fixed($0, 3)) \(unit)" } ?? ""
    lines += [
      "", "residual RMS \(NumberText.fixed(file.fit.residualRMS, 3)) \(unit)\(left)\(held)",
      "condition \(NumberText.fixed(file.fit.condition, 1)), stopped because \(file.fit.stop)",
    ]
    if file.provenance == .simulated {
      lines.append("Fitted to simulated data: this describes the simulation and says nothing about a real phone.")
    }
    return lines
  }
}
