import GazeMetrics

extension Evaluation {
  /// What a person feels first; of the raw pointer only what smoothing is there for.
  public var shownFigures: [EvaluationFigure] {
    let felt = [
      "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
      "scroll.offScreenScrollPointsPerMinute",
    ]
    let raw = ["errorDegrees.median", "precisionRMSS2SDegrees", "latencyMilliseconds"].map { "pointer.raw." + $0 }
    let all = figures
    let others = all.filter {
      !felt.contains($0.metric) && (!$0.metric.hasPrefix("pointer.raw.") || raw.contains($0.metric))
    }
    return felt.compactMap { name in all.first { $0.metric == name } } + others
  }

  private var sizesTable: [String] {
    let sizes = pointer.targetSizes.filter { $0.hitRate != nil }
    guard !sizes.isEmpty else { return [] }
    return ["", "| target, points | pointer inside | 95 % over people |", "| --: | --: | --- |"]
      + sizes.map { "| \(number($0.points, 0)) | \(number($0.hitRate, 3)) | \(Markdown.interval($0.ci95, nil)) |" }
  }

  private var curveTable: [String] {
    let points = scroll.toleranceCurve.filter { $0.f1 != nil }
    guard !points.isEmpty else { return [] }
    return ["", "| a scroll may be late by, s | precision | recall | F1 |", "| --: | --: | --: | --: |"]
      + points.map {
        "| \(number($0.lateSeconds, 2)) | \(number($0.precision, 3)) | \(number($0.recall, 3)) | \(number($0.f1, 3)) |"
      }
  }

  /// Scrolls counted, target sizes, and how F1 goes with the tolerance.
  public var markdownDetails: [String] {
    let s = scroll
    return [
      "",
      "\(s.truth) scrolls wanted, \(s.detected) made: \(s.truePositives) wanted, \(s.falsePositives) false, "
        + "\(s.falseNegatives) missed. A Midas touch: \(Markdown.text(s.midasDefinition))",
    ] + sizesTable + curveTable
  }
}
