import Evaluate
import GazePipeline
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
      lines += ["", "not identified: \(u.parameters.joined(separator: ", "))\(whose): \(u.reason)"]
    }
    lines += kept(file)
    if let size = file.panelSize { lines += ["", panelSize(size)] }
    lines += [
      "",
      """
      residual RMS \(Format.number(file.residualRMS, 2)) deg\(left(file)); held out, in a later session: \
      \(file.heldOut.map { Format.number($0, 2) + " deg" } ?? "no such data")
      """,
    ]
    lines += smoothing(file.smoothing)
    if let choice = file.triggerChoice { lines += [trigger(choice), "trigger: \(file.trigger.summary)"] }
    lines += [
      "condition \(Format.number(file.condition, 1)), stopped since \(file.stop)"
    ]
    lines += later(file)
    if file.provenance == .simulated {
      lines.append("Fitted to simulated data: it finds the simulated phone, and is no statement about a real one.")
    }
    return lines
  }

  private static func kept(_ file: CalibrationFile) -> [String] {
    guard let kept = file.kept else { return [] }
    let names = kept.parameters.joined(separator: ", ")
    guard let free = kept.laterErrorFree, let after = kept.laterErrorKept, after < free else {
      return ["", "kept from the data sheet: \(names): less than a tenth of each would be learned"]
    }
    return [
      "",
      """
      kept from the data sheet: \(names): expected of a later session's pointer, but for what the session adds, are \
      \(Format.number(after, 2)) deg RMS so, and \(Format.number(free, 2)) with everything fitted
      """,
    ]
  }

  private static func panelSize(_ size: CalibrationFile.PanelSize) -> String {
    let found = size.excess.map { excess in
      let interval = size.ci95.map { ", 95 % \(percent($0[0])) to \(percent($0[1]))" } ?? ""
      return "the looks say \(percent(excess)) against the data sheet\(interval)"
    }
    switch size.verdict {
    case .agrees:
      return """
        panel size: agrees with the data sheet (\(found ?? ""))
        """
    case .contradicts:
      return """
        panel size: contradicts the data sheet: \(found ?? ""); check that the profile is this device's, and its sizes; the \
        gains of the people take up the difference
        """
    case .cannotTell:
      return """
        panel size: size or gain: cannot tell a panel 5 % larger from people's gains\(found.map { " (\($0))" } ?? ""); \
        record 20 people at 3 distances with 5 head turns
        """
    }
  }

  private static func percent(_ share: Double) -> String {
    (share < 0 ? "-" : "+") + Format.number(abs(100 * share), 1) + " %"
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
      sessions \(Format.number(middle.ci95[0], 1)) to \(Format.number(middle.ci95[1], 1)) deg, \(spread(file))
      """,
      """
      With priors, gazeOffset and its interval are those of the person in any session: what one session adds cannot be \
      told from it. Without, they are this session's.
      """,
    ]
  }

  /// What sessions are taken to differ by.
  private static func spread(_ file: CalibrationFile) -> String {
    guard let spread = file.sessionSpread, spread.source == .estimated, let estimate = spread.estimate,
      let interval = spread.ci95
    else { return "if sessions differ as assumed (\(Format.number(file.sessionSpread?.sd, 1)) deg an axis)" }
    return """
      where sessions differ by \(Format.number(spread.sd, 1)) deg an axis (\(Format.number(estimate, 1)), 95 % \
      \(Format.number(interval[0], 1)) to \(Format.number(interval[1], 1)), from \(spread.sessions) sessions of \
      \(spread.people == 1 ? "1 person" : "\(spread.people) people"); drawn towards the 1.3 that are assumed)
      """
  }

  /// One line a family: what it errs by, how fast it settles, which was chosen.
  private static func smoothing(_ s: CalibrationFile.SmoothingChoice) -> [String] {
    guard let families = s.families else {
      return ["smoothing \(s.value.summary): the profile's, since lag cannot be told from jitter here"]
    }
    var table = TextTable(["smoothing", "RMS pt", "held out", "75 % settled ms", ""])
    for f in families {
      table.add([
        f.filter, Format.number(f.rms, 2), Format.number(f.heldOutRMS, 2), Format.number(f.settlingMilliseconds, 0),
        f.filter == s.filter ? "chosen: \(s.value.summary)" : "",
      ])
    }
    return table.lines
  }

  /// One line: what a tuned trigger costs and how it scrolls, before and after.
  static func trigger(_ t: CalibrationFile.TriggerChoice) -> String {
    let (a, b) = (t.before, t.after)
    if a.cost == b.cost, a.f1 == b.f1 {
      return "the profile's trigger stays (tuned on \(t.tunedOn): the others gain less than 5 %)"
    }
    return """
      trigger tuned on \(t.tunedOn): \(Format.number(a.cost, 1)) -> \(Format.number(b.cost, 1)) s lost a minute, F1 \
      \(Format.number(a.f1, 2)) -> \(Format.number(b.f1, 2)), false scrolls a minute \
      \(Format.number(a.falsePerMinute, 2)) -> \(Format.number(b.falsePerMinute, 2)), off-screen pt/min \
      \(Format.number(a.offScreenScrollPointsPerMinute, 0)) -> \(Format.number(b.offScreenScrollPointsPerMinute, 0))
      """
  }

  private static func remark(_ p: CalibrationFile.Parameter) -> String {
    if let sigma = p.priorSigma, sigma < 1e-4 * max(abs(p.value), 1) { return "held by its prior" }
    switch p.source {
    case .data: return "from the data"
    case .partly: return "partly from the data"
    case .dataSheet: return "kept from the data sheet"
    case .prior: return "the prior's, not the data's"
    case nil: return p.identified ? "from the data" : "not identified"
    }
  }
}

extension ScrollTrigger.Settings {
  /// The numbers that are tuned, in one line.
  var summary: String {
    """
    edge \(Format.number(edgeZone, 3)) for \(Format.number(edgeDwell, 2)) s, off-screen \
    \(Format.number(offScreenZone, 3)) for \(Format.number(offScreenDwell, 2)) s, hysteresis \
    \(Format.number(hysteresis, 3)), release \(Format.number(release, 2)) s
    """
  }
}
