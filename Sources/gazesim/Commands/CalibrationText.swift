import Evaluate
import GazePipeline
import GazeRecording

/// Text of a calibration for the terminal.
enum CalibrationText {
  static func lines(_ file: CalibrationFile) -> [String] {
    file.gaze.map { lines(file, $0) } ?? RigCalibrationText.lines(file)
  }

  private static func lines(_ file: CalibrationFile, _ gaze: CalibrationFile.Gaze) -> [String] {
    var table = Table([
      "parameter", "person", "value", "unit", "prior SD", "posterior SD", "robust SD", "95 %", "learned", "says",
    ])
    for p in file.fit.parameters {
      let d = p.unit == "1" ? 4 : 3
      table.add([
        p.name, p.participant.map(String.init) ?? "-", NumberText.fixed(p.value, d), p.unit == "1" ? "" : p.unit,
        NumberText.fixed(p.priorSigma, d), NumberText.fixed(p.standardError, d),
        NumberText.fixed(p.robustStandardError, d),
        p.ci95.map { "[\(NumberText.fixed($0[0], d)), \(NumberText.fixed($0[1], d))]" } ?? "-",
        NumberText.fixed(p.learned, 2),
        remark(p),
      ])
    }
    var lines = [
      "\(file.device): fitted to \(file.fittedTo)", "",
    ]
    lines += table.lines
    for u in file.fit.unidentified {
      let whose = u.participant.map { " (participant \($0))" } ?? ""
      lines += ["", "not identified: \(u.parameters.joined(separator: ", "))\(whose): \(u.reason)"]
    }
    if let kept = gaze.kept { lines += ["", self.kept(kept)] }
    if let size = gaze.panelSize { lines += ["", panelSize(size)] }
    lines += [
      "",
      """
      residual RMS \(NumberText.fixed(file.fit.residualRMS, 2)) deg\(left(file)); held out, in a later session: \
      \(file.fit.heldOut.map { NumberText.fixed($0, 2) + " deg" } ?? "no such data")
      """,
    ]
    lines += smoothing(gaze.smoothing)
    if let choice = gaze.triggerChoice { lines += [choice.summary, "trigger: \(gaze.trigger.summary)"] }
    lines += [
      "condition \(NumberText.fixed(file.fit.condition, 1)), stopped because \(file.fit.stop)"
    ]
    lines += later(gaze)
    if file.provenance == .simulated {
      lines.append("Fitted to simulated data: this describes the simulated phone and says nothing about a real one.")
    }
    return lines
  }

  private static func kept(_ kept: CalibrationFile.Kept) -> String {
    let names = kept.parameters.joined(separator: ", ")
    guard let free = kept.laterErrorFree, let after = kept.laterErrorKept, after < free else {
      return "kept from the data sheet: \(names): less than a tenth of each would be learned"
    }
    return """
      kept from the data sheet: \(names): the expected pointer error of a later session, without the session's own \
      offset, is \(NumberText.fixed(after, 2)) deg RMS with these kept and \(NumberText.fixed(free, 2)) with \
      everything fitted
      """
  }

  private static func panelSize(_ size: CalibrationFile.PanelSize) -> String {
    let found = size.excess.map { excess in
      let interval = size.ci95.map { ", 95 % \(percent($0[0])) to \(percent($0[1]))" } ?? ""
      return "the fixations suggest \(percent(excess)) against the data sheet\(interval)"
    }
    switch size.verdict {
    case .agrees:
      return """
        panel size: agrees with the data sheet (\(found ?? ""))
        """
    case .contradicts:
      return """
        panel size: contradicts the data sheet: \(found ?? ""); check that the profile is of this device and that its \
        sizes are right; the people's gains absorb the difference
        """
    case .cannotTell:
      return """
        panel size: cannot tell: a panel 5 % larger cannot be distinguished from larger gains of the \
        people\(found.map { " (\($0))" } ?? ""); record 20 people at 3 distances with 5 head turns
        """
    }
  }

  private static func percent(_ share: Double) -> String {
    (share < 0 ? "-" : "+") + NumberText.fixed(abs(100 * share), 1) + " %"
  }

  private static func left(_ file: CalibrationFile) -> String {
    guard let outliers = file.fit.outliers, outliers > 0 else { return "" }
    return " without \(NumberText.count(outliers, "fixation")) too far from the target to be on it"
  }

  /// Lines on the predicted error of a later session, the purpose of a calibration.
  private static func later(_ gaze: CalibrationFile.Gaze) -> [String] {
    let errors = gaze.people.compactMap(\.laterError).sorted { $0.median < $1.median }
    guard let middle = Quantiles.upperMiddle(sorted: errors) else { return [] }
    return [
      """
      predicted pointer error in a later session (median person): \(NumberText.fixed(middle.median, 1)) deg, 95 % of \
      sessions \(NumberText.fixed(middle.ci95[0], 1)) to \(NumberText.fixed(middle.ci95[1], 1)) deg, \(spread(gaze))
      """,
      """
      With priors, gazeOffset and its interval hold for the person in any session, since a session's own offset cannot \
      be distinguished from the person's. Without priors they hold for this session.
      """,
    ]
  }

  /// A clause on the spread between sessions that the prediction uses, assumed or estimated.
  private static func spread(_ gaze: CalibrationFile.Gaze) -> String {
    guard let spread = gaze.sessionSpread, spread.source == .estimated, let estimate = spread.estimate,
      let interval = spread.ci95
    else {
      return
        "if the offsets of sessions differ as assumed (SD \(NumberText.fixed(gaze.sessionSpread?.sd, 1)) deg per axis)"
    }
    return """
      if the offsets of sessions differ by SD \(NumberText.fixed(spread.sd, 1)) deg per axis \
      (the estimate \(NumberText.fixed(estimate, 1)), 95 % \(NumberText.fixed(interval[0], 1)) to \
      \(NumberText.fixed(interval[1], 1)) from \(spread.sessions) sessions of \
      \(NumberText.count(spread.people, "person", "people")), is moved towards the assumed 1.3)
      """
  }

  /// A table with one line per family of filters: its error, its settling time, and the chosen one.
  private static func smoothing(_ s: CalibrationFile.SmoothingChoice) -> [String] {
    guard let families = s.families else {
      return ["smoothing \(s.value.summary): the profile's, since lag cannot be distinguished from jitter here"]
    }
    var table = Table(["smoothing", "RMS pt", "held out", "75 % settled ms", ""])
    for f in families {
      table.add([
        f.filter, NumberText.fixed(f.rms, 2), NumberText.fixed(f.heldOutRMS, 2),
        NumberText.fixed(f.settlingMilliseconds, 0),
        f.filter == s.filter ? "chosen: \(s.value.summary)" : "",
      ])
    }
    return table.lines
  }

  private static func remark(_ p: CalibrationFile.Parameter) -> String {
    if let sigma = p.priorSigma, sigma < 1e-4 * max(abs(p.value), 1) { return "held by its prior" }
    switch p.source {
    case .data: return "from the data"
    case .partly: return "partly from the data"
    case .dataSheet: return "kept from the data sheet"
    case .prior: return "from the prior, not the data"
    case nil: return p.identified ? "from the data" : "not identified"
    }
  }
}
