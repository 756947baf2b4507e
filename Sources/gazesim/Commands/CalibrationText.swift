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
      residual RMS \(Format.number(file.residualRMS, 2)) deg\(left(file)); held out, in a later session: \
      \(file.heldOut.map { Format.number($0, 2) + " deg" } ?? "no such data")
      """,
      """
      smoothing \(s.value.summary): RMS distance from where the pointer settles \(Format.number(s.rms, 2)) pt, without \
      it \(Format.number(s.rmsUnfiltered, 2)) pt
      """,
      "condition \(Format.number(file.condition, 1)), stopped since \(file.stop)",
    ]
    lines += later(file)
    if file.provenance == .simulated {
      lines.append("Fitted to simulated data: it finds the simulated phone, and is no statement about a real one.")
    }
    return lines
  }

  private static func left(_ file: CalibrationFile) -> String {
    guard let outliers = file.outliers, outliers > 0 else { return "" }
    return " without \(Format.count(outliers, "look")) too far off to be one at the target"
  }

  /// What a calibration is for.
  private static func later(_ file: CalibrationFile) -> [String] {
    let errors = file.people.compactMap(\.laterError).sorted { $0.median < $1.median }
    guard let middle = errors.isEmpty ? nil : errors[errors.count / 2] else { return [] }
    return [
      """
      predicted pointer error in a later session (the person in the middle): \(Format.number(middle.median, 1)) deg, 95 % of \
      sessions \(Format.number(middle.ci95[0], 1)) to \(Format.number(middle.ci95[1], 1)) deg
      """,
      """
      With priors, gazeOffset and its interval are those of the person in any session: what one session adds (1.3 deg, \
      assumed) cannot be told from it. Without, they are this session's.
      """,
    ]
  }

  private static func remark(_ p: CalibrationFile.Parameter) -> String {
    if !p.identified { return "not identified" }
    if let learned = p.learned, learned < 0.1 { return "the data sheet's, not the data's" }
    return "from the data"
  }
}
