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
      felt(e) + judged(e) + "<div class=\"cards\">" + ToleranceChart.html(e) + confusion(e) + hidden(e) + "</div>"
        + Timeline.html(e))
  }

  /// The metrics of scrolling that are most noticeable to a person. Those that an open loop cannot have are left out.
  private static func felt(_ e: Report<GazeRig>) -> String {
    func range(_ metric: String) -> String {
      FigureText.interval95(
        e.intervals[metric] ?? nil, metric, unit: e.declaredUnit(metric), needed: e.peopleNeeded[metric])
    }
    let items = [
      ("Lines lost unread", "scroll.unreadLinesLost", "a take, "),
      ("Time to recover", "scroll.timeToRecoverSeconds", "after a false scroll, "),
      ("Page read", "scroll.pageCompletion", "of its lines, "),
      ("Time over touch", "scroll.timeOverTouch", "times as long as with a finger, "),
      ("Scrolled while looking off the screen", "scroll.offScreenScrollPointsPerMinute", ""),
    ].compactMap { name, metric, note -> String? in
      guard let figure = e.figure(metric), figure.value != nil else { return nil }
      return "<div><dt>\(name)</dt><dd>\(HTML.text(e.text(figure)))</dd><dd>\(note)\(range(metric))</dd></div>"
    }
    let closed =
      e.loop == "open"
      ? "<p class=\"muted\">Lines lost unread, time to recover, page read and time over touch need a closed loop: "
        + "<code>--loop closed</code>.</p>" : ""
    let list = items.isEmpty ? "" : "<dl class=\"figures\">\(items.joined())</dl>"
    return "<h3>Most noticeable to a person</h3>\(list)\(closed)"
  }

  private static func judged(_ e: Report<GazeRig>) -> String {
    let s = e.scroll
    var rows = ""
    let strip = Strip(Axis("", holding: [], from: 0, to: 1))
    for (name, value, metric) in [
      ("Precision: share of scrolls that were wanted", s.precision, "scroll.precision"),
      ("Recall: share of intents that were served", s.recall, "scroll.recall"), ("F1 of the two", s.f1, "scroll.f1"),
    ] {
      let interval = e.intervals[metric] ?? nil
      let range = FigureText.interval95(interval, metric, unit: "1", needed: e.peopleNeeded[metric])
      let words = "\(FigureText.value(value, metric, unit: "1")), \(range)"
      rows +=
        "<li><span class=\"name\">\(name)</span><span>"
        + "\(strip.drawing(value, interval, description: "\(name): \(words)"))</span>"
        + "<span class=\"value\">\(words)</span></li>"
    }
    rows +=
      "<li class=\"axis\"><span class=\"pad\"></span><span>\(strip.scale())</span><span class=\"pad\"></span></li>"
    func rate(_ rate: GazeFindings.Scroll.Rate) -> String {
      "\(FigureText.measured(rate.value, "1")), \(FigureText.interval95(rate.ci95, "", unit: "1", needed: nil))"
    }
    let table = HTML.table(
      "Scrolls matched with intents, one to one", ["figure", "value"],
      [
        ["wanted", "\(s.truth)"], ["made", "\(s.detected)"], ["wanted and made", "\(s.truePositives)"],
        ["false: made, not wanted", "\(s.falsePositives)"], ["missed: wanted, not made", "\(s.falseNegatives)"],
        ["false scrolls a minute without an intent", rate(s.falsePerMinute)],
        [
          "from intent to scroll",
          "median \(NumberText.typeset(s.latencyMilliseconds.median, 0, "ms")), "
            + "90th percentile \(NumberText.typeset(s.latencyMilliseconds.p90, 0, "ms"))",
        ],
        [
          "from an intent’s end to its scroll’s end",
          "median \(NumberText.typeset(s.releaseMilliseconds.median, 0, "ms")), "
            + "90th percentile \(NumberText.typeset(s.releaseMilliseconds.p90, 0, "ms"))",
        ],
        ["overshoot of a wanted scroll", NumberText.typeset(s.overshootPoints, 0, "pt")],
        ["double triggers", "\(s.doubleTriggers)"], ["Midas touches a minute", rate(s.midasPerMinute)],
        ["kappa by event", NumberText.typeset(s.kappa, 2)],
      ])
    let midas =
      s.midasDefinition.isEmpty ? "" : "<p class=\"muted\">Midas touch: \(HTML.text(s.midasDefinition))</p>"
    return "<h3>Right and wrong scrolls</h3><ul class=\"rows\">\(rows)</ul>\(table)\(midas)"
  }

  private static func confusion(_ e: Report<GazeRig>) -> String {
    let names = ["up", "none", "down"]
    let rows = names.compactMap { wanted -> [String]? in
      guard let row = e.scroll.confusion[wanted] else { return nil }
      return ["wanted \(wanted)"] + names.map { "\(row[$0] ?? 0)" }
    }
    guard !rows.isEmpty else { return "" }
    return "<div class=\"card\"><h3>Confusion by event</h3>"
      + HTML.table("Rows: wanted; columns: made", ["", "up", "none", "down"], rows)
      + "<p class=\"muted\">Cohen’s kappa \(NumberText.typeset(e.scroll.kappa, 2)): 1 is full agreement, "
      + "0 is chance.</p></div>"
  }

  private static func hidden(_ e: Report<GazeRig>) -> String {
    let shares = e.scroll.byHiddenShare
    guard !shares.isEmpty else { return "" }
    let rows = shares.map {
      [NumberText.typeset($0.share * 100, 0, "%"), NumberText.typeset($0.recall, 2), NumberText.typeset($0.f1, 2)]
    }
    return "<div class=\"card\"><h3>By the share of intents that gaze does not show</h3>"
      + HTML.table("Intents that no pipeline could see", ["hidden", "recall", "F1"], rows) + "</div>"
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
    let kinds: [(String, (GazeFindings.Scroll.Tolerance) -> Double?)] = [
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
