import GazeMetrics
import GazePipeline
import GazeRecording

extension Evaluation {
  /// What a person feels first; of the raw pointer only what smoothing is there for.
  package var shownFigures: [EvaluationFigure] {
    let felt = [
      "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
      "scroll.offScreenScrollPointsPerMinute",
    ]
    let raw = ["errorDegrees.median", "precisionRMSS2SDegrees", "latencyMilliseconds"].map { "pointer.raw." + $0 }
    let all = figures
    // Of the errors that do not lead, the medians.
    let besides = ["error", "settledError", "targetError"].map { "pointer." + $0 }.filter { $0 != errorsName }
    let others = all.filter { figure in
      let isBeside = besides.contains { figure.metric.hasPrefix($0) } && !figure.metric.hasSuffix(".median")
      return !felt.contains(figure.metric) && !isBeside
        && (!figure.metric.hasPrefix("pointer.raw.") || raw.contains(figure.metric))
    }
    return felt.compactMap { name in all.first { $0.metric == name } } + others
  }

  private var sizesTable: [String] {
    let sizes = pointer.targetSizes.filter { $0.hitRate != nil }
    guard !sizes.isEmpty else { return [] }
    return ["", "| target, points; eyes at rest | pointer inside | 95 % over people |", "| --: | --: | --- |"]
      + sizes.map {
        "| \(NumberText.brief($0.points, 0)) | \(NumberText.brief($0.hitRate, 3)) | \(Markdown.interval($0.ci95, nil)) |"
      }
  }

  private var curveTable: [String] {
    let points = scroll.toleranceCurve.filter { $0.f1 != nil }
    guard !points.isEmpty else { return [] }
    return ["", "| a scroll may be late by, s | precision | recall | F1 |", "| --: | --: | --: | --: |"]
      + points.map {
        "| \(NumberText.brief($0.lateSeconds, 2)) | \(NumberText.brief($0.precision, 3)) | \(NumberText.brief($0.recall, 3)) | \(NumberText.brief($0.f1, 3)) |"
      }
  }

  /// Scrolls counted, target sizes, and how F1 goes with the tolerance.
  package var markdownDetails: [String] {
    let s = scroll
    let left = leftOutShares.map { "\($0.reason) \(NumberText.brief($0.share * 100, 1)) %" }.joined(separator: ", ")
    let note = errorsNote + (left.isEmpty ? [] : ["Left out of the error: \(left) of the frames."])
    return [
      "", Markdown.prose(note.joined(separator: " ")), "",
      "\(s.truth) scrolls wanted, \(s.detected) made: \(s.truePositives) wanted, \(s.falsePositives) false, "
        + "\(s.falseNegatives) missed. A Midas touch: \(Markdown.text(s.midasDefinition))",
    ] + sizesTable + curveTable
  }
}
