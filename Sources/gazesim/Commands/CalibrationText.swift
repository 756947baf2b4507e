import Evaluate
import GazeRecording

/// A calibration as a person reads it in a terminal.
enum CalibrationText {
  static func lines(_ file: CalibrationFile) -> [String] {
    var table = TextTable([
      "parameter", "person", "value", "unit", "prior SD", "posterior SD", "robust SD", "95 %", "learned", "says",
    ])
    for p in file.parameters {
      let d = p.unit == "1" ? 4 : 3
      table.add([
        p.name, p.participant.map(String.init) ?? "-", Format.number(p.value, d), p.unit == "1" ? "" : p.unit,
        Format.number(p.priorSigma, d), Format.number(p.standardError, d), Format.number(p.robustStandardError, d),
        p.ci95.map { "[\(Format.number($0[0], d)), \(Format.number($0[1], d))]" } ?? "-", Format.number(p.learned, 2),
        remark(p),
      ])
    }
    var lines = [
      "\(file.device): fitted to \(file.fittedTo)", "",
    ]
    lines += table.lines
    for u in file.unidentified {
      let whose = u.participant.map { " (person \($0))" } ?? ""
      // Each may be known well enough although their combination is not.
      let isOpen = file.parameters.contains { !$0.identified && u.parameters.contains($0.name) }
      let heading = isOpen ? "not identified" : "known apart less well than their tolerances"
      lines += ["", "\(heading): \(u.parameters.joined(separator: ", "))\(whose): \(u.reason)"]
    }
    let s = file.smoothing
    lines += [
      "",
      """
      residual RMS \(Format.number(file.residualRMS, 2)) deg; held out, in a later session: \
      \(file.heldOut.map { Format.number($0, 2) + " deg" } ?? "no such data")
      """,
      """
      smoothing \(s.value.summary): RMS distance from where the pointer settles \(Format.number(s.rms, 2)) pt, without \
      it \(Format.number(s.rmsUnfiltered, 2)) pt
      """,
      "condition \(Format.number(file.condition, 1)), stopped since \(file.stop)",
      """
      Intervals take the looks as independent. Slow tracker drift makes the looks of one session err together, so those \
      of gazeOffset are too narrow for another session: compare the held-out error.
      """,
    ]
    if file.provenance == .simulated {
      lines.append("Fitted to simulated data: it finds the simulated phone, and is no statement about a real one.")
    }
    return lines
  }

  private static func remark(_ p: CalibrationFile.Parameter) -> String {
    if !p.identified { return "not identified" }
    if let learned = p.learned, learned < 0.1 { return "the data sheet's, not the data's" }
    return "from the data"
  }
}
