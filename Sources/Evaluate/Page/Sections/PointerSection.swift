import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

/// The pointer's metrics, raw and smoothed, with confidence intervals.
enum PointerSection {
  static func html(_ e: Report<GazeRig>) -> String {
    let p = e.pointer
    func ci(_ metric: String, _ decimals: Int) -> String {
      HTML.interval(e.intervals["pointer." + metric] ?? nil, decimals, needed: e.peopleNeeded["pointer." + metric])
    }
    var errors: [[String]] = []
    for (name, kind, figures, decimals, unit) in [
      ("to the true gaze, points", "errorPoints", p.errorPoints, 0, "pt"),
      ("to the true gaze, millimetres", "errorMillimetres", p.errorMillimetres, 1, "mm"),
      ("to the true gaze, degrees", "errorDegrees", p.errorDegrees, 2, "°"),
      ("the same raw, points", "raw.errorPoints", p.raw.errorPoints, 0, "pt"),
      ("the same raw, degrees", "raw.errorDegrees", p.raw.errorDegrees, 2, "°"),
      ("the same at rest, points", "settledErrorPoints", p.settledErrorPoints, 0, "pt"),
      ("the same at rest, degrees", "settledErrorDegrees", p.settledErrorDegrees, 2, "°"),
      ("to the shown target, points", "targetErrorPoints", p.targetErrorPoints, 0, "pt"),
      ("to the shown target, millimetres", "targetErrorMillimetres", p.targetErrorMillimetres, 1, "mm"),
      ("to the shown target, degrees", "targetErrorDegrees", p.targetErrorDegrees, 2, "°"),
    ] where figures.median != nil {
      errors.append([
        name, NumberText.typeset(figures.median, decimals, unit), ci("\(kind).median", decimals),
        NumberText.typeset(figures.mean, decimals), NumberText.typeset(figures.p90, decimals),
        NumberText.typeset(figures.p95, decimals),
        NumberText.typeset(figures.rms, decimals),
      ])
    }
    func row(
      _ name: String, _ value: Double?, _ raw: Double?, _ decimals: Int, _ unit: String, _ metric: String
    ) -> [String] {
      [name, NumberText.typeset(value, decimals, unit), ci(metric, decimals), NumberText.typeset(raw, decimals, unit)]
    }
    let others = [
      row("accuracy of fixations", p.accuracyDegrees, p.raw.accuracyDegrees, 2, "°", "accuracyDegrees"),
      row(
        "precision RMS-S2S", p.precisionRMSS2SDegrees, p.raw.precisionRMSS2SDegrees, 3, "°", "precisionRMSS2SDegrees"),
      row("precision STD", p.precisionSTDDegrees, p.raw.precisionSTDDegrees, 2, "°", "precisionSTDDegrees"),
      row("BCEA", p.bceaDegrees2, p.raw.bceaDegrees2, 2, "°²", "bceaDegrees2"),
      row("lag (best delay)", p.latencyMilliseconds, p.raw.latencyMilliseconds, 0, "ms", "latencyMilliseconds"),
      ["step of the gaze, median", NumberText.typeset(p.stepResponseMilliseconds.median, 0, "ms"), "", ""],
      ["step of the gaze, 90th percentile", NumberText.typeset(p.stepResponseMilliseconds.p90, 0, "ms"), "", ""],
      [
        "step of the target (the eyes’ reaction included), median",
        NumberText.typeset(p.targetStepResponseMilliseconds.median, 0, "ms"), "", "",
      ],
      ["data loss", NumberText.typeset(p.dataLoss.map { $0 * 100 }, 2, "%"), "", ""],
      ["frames a second with a pointer", NumberText.typeset(p.effectiveFrequencyHertz, 1, "Hz"), "", ""],
      ["longest gap", NumberText.typeset(p.longestGapSeconds, 2, "s"), "", ""],
    ]
    let table =
      "<div class=\"cards\"><div class=\"card\"><h3>Error</h3>"
      + HTML.table(
        "Means over people of each person’s own figures",
        ["error", "median", "95 %", "mean", "p90", "p95", "RMS"], errors)
      + "</div><div class=\"card\"><h3>Precision and lag</h3>"
      + HTML.table("Means over people of each person’s own figures", ["figure", "smoothed", "95 %", "raw"], others)
      + "</div></div>"
    return HTML.section(
      "pointer", "The pointer",
      "<p>The pointer compared with \(e.against == .truth ? "the true gaze" : "the targets that the app showed"): "
        + "error, jitter and lag. The smoothing in force is \(HTML.text(e.smoothing)). "
        + "\(HTML.prose(e.errorsNote.joined(separator: " ")))\(leftOut(e))</p>\(table)"
        + ErrorMap.html(e) + "<div class=\"cards\">" + ErrorAgainst.html(e) + PrecisionChart.html(e)
        + TargetSizeChart.html(e) + FrontChart.html(e) + "</div>")
  }

  private static func leftOut(_ e: Report<GazeRig>) -> String {
    let shares = e.leftOutShares.map { "\($0.reason) \(NumberText.typeset($0.share * 100, 1, "%"))" }
    return shares.isEmpty ? "" : " Left out of the error: \(shares.joined(separator: ", ")) of the frames."
  }
}
