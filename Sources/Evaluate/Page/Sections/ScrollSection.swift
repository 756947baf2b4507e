import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording

/// The page's scrolls compared with the person's intents.
enum ScrollSection {
  static func html(_ e: Report<GazeRig>) -> String {
    let s = e.scroll
    guard s.truth > 0 || s.detected > 0 else {
      return HTML.section(
        "scroll", "Scrolling",
        "<p class=\"missing\">Nobody wanted to scroll and nothing scrolled: add a scenario with a page, such as "
          + "reading.</p>"
      )
    }
    return HTML.section(
      "scroll", "Scrolling",
      judged(e) + ToleranceChart.html(e) + Timeline.html(e))
  }

  private static func judged(_ e: Report<GazeRig>) -> String {
    var rows = ""
    let strip = Strip(Axis("", holding: [], from: 0, to: 1))
    for (name, metric) in [
      ("Precision: share of scrolls that were wanted", "scroll.precision"),
      ("Recall: share of intents that were served", "scroll.recall"), ("F1 of the two", "scroll.f1"),
    ] {
      let figure = e.figure(metric)
      let (value, interval) = (figure?.value, figure?.ci95)
      let words =
        FigureText.value(value, metric) + ", " + FigureText.interval95(interval, metric, needed: figure?.peopleNeeded)
      rows +=
        "<li><span class=\"name\">\(name)</span><span>"
        + "\(strip.drawing(value, interval, description: "\(name): \(words)"))</span>"
        + "<span class=\"value\">\(words)</span></li>"
    }
    rows +=
      "<li class=\"axis\"><span class=\"pad\"></span><span>\(strip.scale())</span><span class=\"pad\"></span></li>"
    return "<h3>Right and wrong scrolls</h3><ul class=\"rows\">\(rows)</ul>"
  }
}

/// Chart of precision, recall and F1 against the allowed delay of a scroll.
enum ToleranceChart {
  static func html(_ e: Report<GazeRig>) -> String {
    let heading = "Tolerance curve"
    let curve = e.scroll.toleranceCurve
    guard curve.count > 1 else {
      return HTML.missing(heading, "Needs intents and scrolls to match: this run has none.")
    }
    var plot = Plot(
      x: Axis("Allowed delay of a scroll (s)", holding: curve.map(\.lateSeconds)),
      y: Axis("Precision, recall, F1", holding: [], from: 0, to: 1), height: 190)
    let kinds: [(String, (ScrollTables.Tolerance) -> Double?)] = [
      ("F1", { $0.f1 }), ("precision", { $0.precision }), ("recall", { $0.recall }),
    ]
    for (series, kind) in kinds.enumerated() {
      plot.path(curve.map { ($0.lateSeconds, kind.1($0)) }, series: series, dashed: series > 0)
      for point in curve { plot.point(point.lateSeconds, kind.1(point), series: series) }
    }
    let (first, last) = (curve[0], curve[curve.count - 1])
    let sentence =
      "F1 goes from \(NumberText.typeset(first.f1, 2)), if a scroll may begin at most "
      + "\(NumberText.typeset(first.lateSeconds, 2, "s")) after the end of its intent, to "
      + "\(NumberText.typeset(last.f1, 2)) at \(NumberText.typeset(last.lateSeconds, 2, "s"))."
    let rows = curve.map {
      [
        NumberText.typeset($0.lateSeconds, 2, "s"), NumberText.typeset($0.precision, 2),
        NumberText.typeset($0.recall, 2),
        NumberText.typeset($0.f1, 2),
      ]
    }
    let keys = kinds.enumerated().map { Marks.key($0, $1.0, line: true, dashed: $0 > 0) }
    return HTML.chart(
      heading, plot.drawing(heading, sentence) + Marks.legend(keys), sentence,
      table: HTML.table("\(heading), in numbers", ["late", "precision", "recall", "F1"], rows))
  }
}
