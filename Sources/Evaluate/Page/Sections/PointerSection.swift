import GazeMetrics
import GazeTesting

/// The pointer's figures, raw and smoothed, with intervals.
enum PointerSection {
  static func html(_ e: Evaluation) -> String {
    let p = e.pointer
    func ci(_ metric: String, _ decimals: Int) -> String {
      HTML.interval(e.intervals["pointer." + metric] ?? nil, decimals, needed: e.peopleNeeded["pointer." + metric])
    }
    func row(_ name: String, _ value: Double?, _ raw: Double?, _ decimals: Int, _ unit: String, _ metric: String)
      -> [String]
    {
      [name, HTML.figure(value, decimals, unit), ci(metric, decimals), HTML.figure(raw, decimals, unit)]
    }
    var rows: [[String]] = []
    for (name, kind, own, raw, decimals, unit) in [
      ("points", "errorPoints", p.errorPoints, p.raw.errorPoints, 0, "pt"),
      ("millimetres", "errorMillimetres", p.errorMillimetres, Evaluation.ErrorFigures(), 1, "mm"),
      ("degrees", "errorDegrees", p.errorDegrees, p.raw.errorDegrees, 2, "°"),
    ] {
      rows.append(row("Error, \(name): median", own.median, raw.median, decimals, unit, "\(kind).median"))
      rows.append(row("mean", own.mean, raw.mean, decimals, unit, "\(kind).mean"))
      rows.append(row("90th percentile", own.p90, raw.p90, decimals, unit, "\(kind).p90"))
      rows.append(row("95th percentile", own.p95, raw.p95, decimals, unit, "\(kind).p95"))
      rows.append(row("RMS", own.rms, raw.rms, decimals, unit, "\(kind).rms"))
    }
    rows += [
      row("Accuracy of fixations", p.accuracyDegrees, p.raw.accuracyDegrees, 2, "°", "accuracyDegrees"),
      row(
        "Precision RMS-S2S", p.precisionRMSS2SDegrees, p.raw.precisionRMSS2SDegrees, 3, "°", "precisionRMSS2SDegrees"),
      row("Precision STD", p.precisionSTDDegrees, p.raw.precisionSTDDegrees, 2, "°", "precisionSTDDegrees"),
      row("BCEA", p.bceaDegrees2, p.raw.bceaDegrees2, 2, "°²", "bceaDegrees2"),
      row("Lag (best delay)", p.latencyMilliseconds, p.raw.latencyMilliseconds, 0, "ms", "latencyMilliseconds"),
      ["Step response: median", HTML.figure(p.stepResponseMilliseconds.median, 0, "ms"), "", ""],
      ["Step response: 90th percentile", HTML.figure(p.stepResponseMilliseconds.p90, 0, "ms"), "", ""],
      ["Data loss", HTML.figure(p.dataLoss.map { $0 * 100 }, 2, "%"), "", ""],
      ["Frames a second with a pointer", HTML.figure(p.effectiveFrequencyHertz, 1, "Hz"), "", ""],
      ["Longest gap, mean over people", HTML.figure(p.longestGapSeconds, 2, "s"), "", ""],
    ]
    let table = HTML.table(
      "Pointer figures: means over people of each person’s own", ["figure", "smoothed", "95 % over people", "raw"], rows
    )
    return HTML.section(
      "pointer", "The pointer",
      "<p>The pointer against \(e.against == .truth ? "the true gaze" : "the targets that the app showed"): how far off, "
        + "how restless, how late. The smoothing in force is \(HTML.text(e.smoothing)).</p>\(table)"
        + ErrorMap.html(e) + "<div class=\"cards\">" + ErrorAgainst.html(e) + PrecisionChart.html(e)
        + TargetSizeChart.html(e) + FrontChart.html(e) + "</div>")
  }
}
