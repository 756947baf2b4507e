import GazeMetrics
import GazePipeline
package import GazeSimulation
import GazeRecording
import GazeTesting

extension Report<GazeRig> {
  /// Metrics for the report, the ones that a person notices first. Of the raw pointer's metrics only those that
  /// smoothing changes are included.
  fileprivate var shown: [ReportFigure] {
    let felt = [
      "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
      "scroll.offScreenScrollPointsPerMinute",
    ]
    let raw = ["errorDegrees.median", "precisionRMSS2SDegrees", "latencyMilliseconds"].map { "pointer.raw." + $0 }
    let all = figures
    // Only the medians are included of errors that the report does not show first.
    let besides = ["error", "settledError", "targetError"].map { "pointer." + $0 }.filter { $0 != errorsName }
    let others = all.filter { figure in
      let isBeside = besides.contains { figure.metric.hasPrefix($0) } && !figure.metric.hasSuffix(".median")
      return !felt.contains(figure.metric) && !isBeside
        && (!figure.metric.hasPrefix("pointer.raw.") || raw.contains(figure.metric))
    }
    return felt.compactMap { name in all.first { $0.metric == name } } + others
  }

  private var sizes: [ReportPart] {
    let sizes = self.pointer.targetSizes.filter { $0.hitRate != nil }
    guard !sizes.isEmpty else { return [] }
    return [
      .table(
        columns: [("target, points; eyes at rest", true), ("pointer inside", true), ("95 % over people", false)],
        rows: sizes.map {
          [NumberText.brief($0.points, 0), NumberText.brief($0.hitRate, 3), Markdown.interval($0.ci95, nil)]
        })
    ]
  }

  private var curve: [ReportPart] {
    let points = self.scroll.toleranceCurve.filter { $0.f1 != nil }
    guard !points.isEmpty else { return [] }
    return [
      .table(
        columns: ["a scroll may be late by, s", "precision", "recall", "F1"].map { ($0, true) },
        rows: points.map {
          [NumberText.brief($0.lateSeconds, 2)] + [$0.precision, $0.recall, $0.f1].map { NumberText.brief($0, 3) }
        })
    ]
  }

  /// Tables of the counts of scrolls, of target sizes, and of F1 against the tolerance.
  fileprivate var parts: [ReportPart] {
    let s = self.scroll
    let left = leftOutShares.map { "\($0.reason) \(NumberText.brief($0.share * 100, 1)) %" }.joined(separator: ", ")
    let note = errorsNote + (left.isEmpty ? [] : ["Left out of the error: \(left) of the frames."])
    return [
      .remark(note.joined(separator: " ")),
      .remark(
        "\(s.truth) scrolls wanted, \(s.detected) made: \(s.truePositives) wanted, \(s.falsePositives) false, "
          + "\(s.falseNegatives) missed. A Midas touch: \(s.midasDefinition)"),
    ] + worstPeople.map { .remark($0) } + sizes + curve
  }
}

extension Report<GazeRig> {
  /// Values from the lists in the JSON; their names are not names of metrics, so that limits cannot refer to them.
  fileprivate var details: [ReportFigure] {
    let sizes = self.pointer.targetSizes.map {
      ReportFigure("pointer.targetSizes.\(NumberText.brief($0.points, 0)).hitRate", $0.hitRate, $0.ci95)
    }
    let cells = self.pointer.cells.filter { $0.people > 0 }.flatMap { cell in
      [
        ("errorPointsMean", cell.errorPointsMean, cell.ci95), ("sizeFor95Points", cell.sizeFor95Points, nil),
        ("samples", Double(cell.samples), nil),
      ].map { ReportFigure("pointer.cells.\(cell.column).\(cell.row).\($0.0)", $0.1, $0.2) }
    }
    let curve = self.scroll.toleranceCurve.map { ReportFigure("scroll.toleranceCurve.\($0.lateSeconds).f1", $0.f1) }
    return sizes + cells + curve
  }
}

extension GazeRig {
  /// Presents the conditions, the metrics that a person notices first, and tables of scrolls and targets.
  package static func presentation(_ report: Report<GazeRig>) -> Presentation {
    let known = report.against == .truth ? "" : ", no true gaze is known"
    return Presentation(
      conditions:
        "errors \(report.errorsPlace)\(known); device calibration \(report.deviceCalibration), person calibration "
        + "\(report.personCalibration), smoothing \(report.smoothing)\(report.subject.choices), loop \(report.loop)",
      properties: [
        ("loop", report.loop), ("smoothing", report.smoothing), ("deviceCalibration", report.deviceCalibration),
        ("personCalibration", report.personCalibration),
      ]
        + [("recentre", report.subject.recentre), ("trigger", report.subject.trigger)].compactMap { name, value in
          value.map { (name, $0) }
        }, shown: report.shown, parts: report.parts, details: report.details, people: report.peopleTable)
  }
}
