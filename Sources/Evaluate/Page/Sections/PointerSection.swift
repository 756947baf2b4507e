import GazeMetrics
import GazeTesting

/// The pointer's figures, raw and smoothed, with intervals.
enum PointerSection {
  static func html(_ e: Evaluation) -> String {
    let p = e.pointer
    func ci(_ metric: String, _ decimals: Int) -> String {
      HTML.interval(e.intervals["pointer." + metric] ?? nil, decimals, needed: e.peopleNeeded["pointer." + metric])
    }
    var errors: [[String]] = []
    for (name, kind, own, raw, decimals, unit) in [
      ("points", "errorPoints", p.errorPoints, p.raw.errorPoints, 0, "pt"),
      ("millimetres", "errorMillimetres", p.errorMillimetres, Evaluation.ErrorFigures(), 1, "mm"),
      ("degrees", "errorDegrees", p.errorDegrees, p.raw.errorDegrees, 2, "°"),
    ] {
      for (figures, isRaw) in [(own, false), (raw, true)] where !isRaw || figures.median != nil {
        errors.append([
          isRaw ? "raw, \(name)" : "\(name)", HTML.figure(figures.median, decimals, unit),
          isRaw ? HTML.interval(figures.ci95, decimals) : ci("\(kind).median", decimals),
          HTML.figure(figures.mean, decimals), HTML.figure(figures.p90, decimals), HTML.figure(figures.p95, decimals),
          HTML.figure(figures.rms, decimals),
        ])
      }
    }
    func row(
      _ name: String, _ value: Double?, _ raw: Double?, _ decimals: Int, _ unit: String, _ metric: String
    ) -> [String] {
      [name, HTML.figure(value, decimals, unit), ci(metric, decimals), HTML.figure(raw, decimals, unit)]
    }
    let others = [
      row("accuracy of fixations", p.accuracyDegrees, p.raw.accuracyDegrees, 2, "°", "accuracyDegrees"),
      row(
        "precision RMS-S2S", p.precisionRMSS2SDegrees, p.raw.precisionRMSS2SDegrees, 3, "°", "precisionRMSS2SDegrees"),
      row("precision STD", p.precisionSTDDegrees, p.raw.precisionSTDDegrees, 2, "°", "precisionSTDDegrees"),
      row("BCEA", p.bceaDegrees2, p.raw.bceaDegrees2, 2, "°²", "bceaDegrees2"),
      row("lag (best delay)", p.latencyMilliseconds, p.raw.latencyMilliseconds, 0, "ms", "latencyMilliseconds"),
      ["step response, median", HTML.figure(p.stepResponseMilliseconds.median, 0, "ms"), "", ""],
      ["step response, 90th percentile", HTML.figure(p.stepResponseMilliseconds.p90, 0, "ms"), "", ""],
      ["data loss", HTML.figure(p.dataLoss.map { $0 * 100 }, 2, "%"), "", ""],
      ["frames a second with a pointer", HTML.figure(p.effectiveFrequencyHertz, 1, "Hz"), "", ""],
      ["longest gap", HTML.figure(p.longestGapSeconds, 2, "s"), "", ""],
    ]
    let table =
      "<div class=\"cards\"><div class=\"card\"><h3>How far off</h3>"
      + HTML.table(
        "Means over people of each person’s own", ["error", "median", "95 %", "mean", "p90", "p95", "RMS"], errors)
      + "</div><div class=\"card\"><h3>How steady, how late</h3>"
      + HTML.table("Means over people of each person’s own", ["figure", "smoothed", "95 %", "raw"], others)
      + "</div></div>"
    return HTML.section(
      "pointer", "The pointer",
      "<p>The pointer against \(e.against == .truth ? "the true gaze" : "the targets that the app showed"): how far off, "
        + "how restless, how late. The smoothing in force is \(HTML.text(e.smoothing)).</p>\(table)"
        + ErrorMap.html(e) + "<div class=\"cards\">" + ErrorAgainst.html(e) + PrecisionChart.html(e)
        + TargetSizeChart.html(e) + FrontChart.html(e) + "</div>")
  }
}
