import Documents
import GazePipeline
import GazeRecording

/// The details of a calibration: all parameters, what was kept from the data sheet, and the fit itself.
enum CalibrationDetails {
  static func add(_ file: CalibrationFile, to document: inout Document) {
    document.addDetail(parameters(file))
    for open in file.fit.unidentified {
      let whose = open.participant.map { " (participant \($0))" } ?? ""
      document.addDetail("not identified: \(open.parameters.joined(separator: ", "))\(whose): \(open.reason)")
    }
    for remark in file.fit.remarks ?? [] { document.addDetail(remark) }
    if let kept = file.gaze?.kept { document.addDetail(self.kept(kept)) }
    if let size = file.gaze?.panelSize { document.addDetail(panelSize(size)) }
    document.addDetail(residual(file))
    if let gaze = file.gaze {
      document.addDetail(smoothing(gaze.smoothing))
      if gaze.smoothing.families == nil {
        document.addDetail(
          "smoothing \(gaze.smoothing.value.summary): the profile's, since lag cannot be distinguished from "
            + "jitter here")
      }
      if let choice = gaze.triggerChoice {
        document.addDetail(choice.summary)
        document.addDetail("trigger: \(gaze.trigger.summary)")
      }
      for sentence in later(gaze) { document.addDetail(sentence) }
    }
    document.addDetail("condition \(NumberText.fixed(file.fit.condition, 1)), stopped because \(file.fit.stop)")
  }

  /// The parameters; a column that no parameter has is left out.
  private static func parameters(_ file: CalibrationFile) -> Table {
    let isGaze = file.gaze != nil
    let spread = isGaze ? ["prior SD", "posterior SD", "robust SD"] : ["SD"]
    var table = Table(
      ["parameter", "person", "value", "unit"] + spread + ["95 %"] + (isGaze ? ["learned"] : []) + ["source"])
    for p in file.fit.parameters {
      // The number of decimals follows from the standard error that the interval is formed from.
      let error = p.robustStandardError ?? p.standardError
      let d =
        isGaze
        ? (p.unit == "1" ? 4 : 3)
        : max(NumberText.decimals(p.value), error.map { min(NumberText.decimals($0), 4) } ?? 0)
      let whose = p.participant.map(String.init) ?? "-"
      let errors = isGaze ? [p.priorSigma, p.standardError, p.robustStandardError] : [error]
      let interval = p.ci95.map { "[\(NumberText.fixed($0[0], d)), \(NumberText.fixed($0[1], d))]" } ?? "-"
      var row = [p.name, whose, NumberText.fixed(p.value, d), p.unit == "1" ? "" : p.unit]
      row += errors.map { NumberText.fixed($0, d) } + [interval]
      if isGaze { row.append(NumberText.fixed(p.learned, 2)) }
      table.add(row + [remark(p)])
    }
    return table
  }

  private static func residual(_ file: CalibrationFile) -> String {
    let (outliers, unit) = (file.fit.outliers ?? 0, file.fit.residualUnit ?? "deg")
    let digits = file.gaze == nil ? 3 : 2
    let left = outliers == 0 ? "" : " without \(NumberText.count(outliers, "outlier"))"
    return "residual RMS \(NumberText.fixed(file.fit.residualRMS, digits)) \(unit)\(left)"
      + (file.fit.heldOut.map { "; held out, in a later session: \(NumberText.fixed($0, digits)) \(unit)" } ?? "")
  }

  /// The tenth is `KeptParameters.fewLearned` in Calibrate; nothing checks that the sentence agrees.
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

  /// The 5 % are `wanted` of `PanelSize` in Calibrate. The advised recording is `CalibrationPlan.full`, which has these
  /// distances and turns, and the number of people from simulations. Nothing checks that the sentences agree.
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
      \(NumberText.count(spread.people, "person", "people")), is moved towards the assumed \
      \(NumberText.fixed(GeometryPriors.usualSession.degrees, 1)))
      """
  }

  /// A line per family of filters: its error, its settling time, and the chosen one.
  private static func smoothing(_ choice: CalibrationFile.SmoothingChoice) -> Table {
    Table(
      ["smoothing", "RMS pt", "held out", "75 % settled ms", ""],
      (choice.families ?? []).map { family in
        [
          family.filter, NumberText.fixed(family.rms, 2), NumberText.fixed(family.heldOutRMS, 2),
          NumberText.fixed(family.settlingMilliseconds, 0),
          family.filter == choice.filter ? "chosen: \(choice.value.summary)" : "",
        ]
      })
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

extension CalibrationFile.TriggerChoice {
  /// Cost and scroll figures of a tuned trigger, before and after tuning, in one line.
  var summary: String {
    let (a, b) = (before, after)
    if a.cost == b.cost, a.f1 == b.f1 {
      return "the profile's trigger stays (tuned on \(tunedOn): the others gain less than "
        + "\(NumberText.whole(100 * TriggerRun.worthwhile)) %)"
    }
    return """
      trigger tuned on \(tunedOn): \(NumberText.fixed(a.cost, 1)) -> \(NumberText.fixed(b.cost, 1)) s lost a minute, \
      F1 \(NumberText.fixed(a.f1, 2)) -> \(NumberText.fixed(b.f1, 2)), false scrolls a minute \
      \(NumberText.fixed(a.falsePerMinute, 2)) -> \(NumberText.fixed(b.falsePerMinute, 2)), off-screen pt/min \
      \(NumberText.fixed(a.offScreenScrollPointsPerMinute, 0)) -> \
      \(NumberText.fixed(b.offScreenScrollPointsPerMinute, 0))
      """
  }
}

extension ScrollTrigger.Settings {
  /// Tuned parameters, in one line.
  var summary: String {
    """
    edge \(NumberText.fixed(edgeZone, 3)) for \(NumberText.fixed(edgeDwell, 2)) s, off-screen \
    \(NumberText.fixed(offScreenZone, 3)) for \(NumberText.fixed(offScreenDwell, 2)) s, hysteresis \
    \(NumberText.fixed(hysteresis, 3)), release \(NumberText.fixed(release, 2)) s
    """
  }
}
