import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The page's scrolls compared with the person's intents.
enum ScrollSection {
  static func html(_ e: Report<GazeRig>) -> String {
    HTML.section(
      "scroll", "Scrolling",
      e.scroll.truth > 0 || e.scroll.detected > 0
        ? judged(e) + ToleranceChart.html(e) + Timeline.html(e)
        : """
        <p class="missing">Nobody wanted to scroll and nothing scrolled: add a scenario with a page, such as \
        reading.</p>
        """)
  }

  private static func judged(_ e: Report<GazeRig>) -> String {
    var rows = ""
    let strip = Strip(Axis("", holding: [], from: 0, to: 1))
    for (name, metric) in [
      ("Precision: share of scrolls that were wanted", GazeMetricName.scrollPrecision),
      ("Recall: share of intents that were served", .scrollRecall), ("F1 of the two", .scrollF1),
    ] {
      let figure = e.figure(metric)
      let (value, interval) = (figure?.value, figure?.ci95)
      let words =
        FigureText.value(value, metric.rawValue) + ", "
        + FigureText.interval95(interval, metric.rawValue, needed: figure?.peopleNeeded)
      rows +=
        """
        <li><span class="name">\(name)</span><span>\
        \(strip.drawing(value, interval, description: "\(name): \(words)"))</span>\
        <span class="value">\(words)</span></li>
        """
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
      """
      F1 goes from \(NumberText.typeset(first.f1, 2)), if a scroll may begin at most \
      \(NumberText.typeset(first.lateSeconds, 2, "s")) after the end of its intent, to \
      \(NumberText.typeset(last.f1, 2)) at \(NumberText.typeset(last.lateSeconds, 2, "s")).
      """
    let rows = curve.map {
      [
        NumberText.typeset($0.lateSeconds, 2, "s"), NumberText.typeset($0.precision, 2),
        NumberText.typeset($0.recall, 2),
        NumberText.typeset($0.f1, 2),
      ]
    }
    let keys = kinds.enumerated().map { Marks.key($0, $1.0, line: true, dashed: $0 > 0) }
    return plot.card(heading, sentence, keys: keys, ["late", "precision", "recall", "F1"], rows)
  }
}

/// Intents and scrolls over time, a lane per person. The classes are those of `PageStyle`, which sets the lanes'
/// height; `GazePageTests` finds a class without a rule.
enum Timeline {
  /// Number of lanes shown at once; the others are collapsed.
  private static let lanes = 8
  /// Longest time that a lane shows, seconds: in a longer one, details would be too small on a phone.
  private static let mostSeconds = 180.0

  static func html(_ e: Report<GazeRig>) -> String {
    let heading = "Intents and scrolls over time"
    let people = e.replay?.people ?? []
    // Chooses the scenario with the most intents; if nobody had any, the one with the most scrolls.
    var totals: [String: (wishes: Int, scrolls: Int)] = [:]
    for take in people.flatMap(\.takes) {
      let total = totals[take.scenario] ?? (0, 0)
      totals[take.scenario] = (total.wishes + take.wishes.count, total.scrolls + take.scrolls.count)
    }
    let fullest = totals.filter { $0.value != (0, 0) }
      .max { ($0.value.wishes, $0.value.scrolls, $0.key) < ($1.value.wishes, $1.value.scrolls, $1.key) }
    guard let scenario = fullest?.key else {
      return HTML.missing(heading, "No intents and no scrolls of these people were kept.")
    }
    let shown = people.compactMap { person in
      person.takes.first { $0.scenario == scenario }.map { (person, $0) }
    }
    let length = min(max(shown.map(\.1.seconds).max() ?? 1, 1), mostSeconds)
    let all = shown.map { lane($0.0, $0.1, length) }
    let rest = all.dropFirst(lanes)
    let axis = "<span></span>\(scale(length))"
    let more =
      rest.isEmpty
      ? ""
      : """
      <details><summary>\(rest.count) more people</summary>\
      <div class="lanes">\(rest.joined())\(axis)</div></details>
      """
    func sum(_ count: (ReplayTraces.Take) -> Int) -> Int { shown.reduce(0) { $0 + count($1.1) } }
    let wanted = sum(\.wishes.count)
    let sentence =
      """
      \(HTML.text(scenario)): of \(wanted) intents \(sum(\.missed)) were missed, of \
      \(sum(\.scrolls.count)) scrolls \(sum(\.falseScrolls)) were false, over \(shown.count) of \
      \(e.participants) people
      """
      + (e.failing.participants > 0 ? ", including those whom tracking fails and who are in no figure" : "")
      + (shown.contains { $0.1.seconds > mostSeconds + 1 }
        ? "; the lanes show the first \(Int(mostSeconds)) s." : ".")
    let legend = Marks.legend([
      Marks.entry("<rect class=\"intent\" x=\"3\" y=\"2\" width=\"20\" height=\"8\"/>", "intent, served (upper row)"),
      Marks.entry(
        "<rect class=\"intent missed\" x=\"3\" y=\"2\" width=\"20\" height=\"8\"/>",
        "intent, missed: hollow, dashed"),
      Marks.entry("<rect class=\"made\" x=\"3\" y=\"5\" width=\"20\" height=\"8\"/>", "scroll, wanted (lower row)"),
      Marks.entry(
        "<rect class=\"made false\" x=\"3\" y=\"5\" width=\"20\" height=\"8\"/>", "scroll, false: hatched, ✕ beneath"),
    ])
    let rows = shown.map { person, take in
      [name(person), "\(take.wishes.count)", "\(take.missed)", "\(take.scrolls.count)", "\(take.falseScrolls)"]
    }
    let table = HTML.table("\(heading), in numbers", ["participant", "intents", "missed", "scrolls", "false"], rows)
    return
      """
      <figure class="card"><h3>\(heading)</h3>\(legend)<div \
      class="lanes">\(all.prefix(lanes).joined())\(axis)</div>
      """
        + more + "<figcaption>\(sentence)</figcaption><details><summary>Numbers</summary>\(table)</details></figure>"
  }

  private static func name(_ person: ReplayTraces.Person) -> String {
    "\(person.participant)\(person.failing ? " (fails)" : "")"
  }

  private static func lane(_ person: ReplayTraces.Person, _ take: ReplayTraces.Take, _ length: Double) -> String {
    var parts = ["<rect class=\"lane\" x=\"0\" y=\"1\" width=\"100%\" height=\"22\"/>"]
    func bar(_ scroll: ReplayTraces.Scroll, _ name: String, _ y: Int) -> String? {
      guard scroll.start < length, scroll.start >= 0 else { return nil }
      let end = min(max(scroll.end, scroll.start), length)
      let width = max((end - scroll.start) / length * 100, 0.5)
      return """
        <rect class="\(name)" x="\(svg(scroll.start / length * 100))%" y="\(y)" width="\(svg(width))%" \
        height="8"><title>\(scroll.direction) at \(NumberText.typeset(scroll.start, 1, "s"))</title></rect>
        """
    }
    parts += take.wishes.compactMap { bar($0, $0.matched ? "intent" : "intent missed", 3) }
    for scroll in take.scrolls {
      guard let drawn = bar(scroll, scroll.matched ? "made" : "made false", 13) else { continue }
      parts.append(drawn)
      if !scroll.matched {
        parts.append("<text x=\"\(svg(scroll.start / length * 100))%\" y=\"31\" class=\"ink\">✕</text>")
      }
    }
    let words =
      """
      participant \(name(person)): \(take.wishes.count) intents, \(take.missed) missed, \
      \(take.scrolls.count) scrolls, \(take.falseScrolls) false
      """
    return "<span>\(name(person))</span><svg role=\"img\" width=\"100%\" height=\"33\" aria-label=\"\(words)\">"
      + parts.joined() + "</svg>"
  }

  private static func scale(_ length: Double) -> String {
    let axis = Axis("", holding: [], from: 0, to: length)
    let ticks = axis.ticks.map { tick in
      let anchor = tick == axis.ticks.first ? "start" : axis.share(tick) > 0.97 ? "end" : "middle"
      return
        "<text x=\"\(svg(100 * axis.share(tick)))%\" y=\"13\" text-anchor=\"\(anchor)\">\(axis.text(tick)) s</text>"
    }
    return "<svg aria-hidden=\"true\" width=\"100%\" height=\"16\">\(ticks.joined())</svg>"
  }
}

extension ReplayTraces.Take {
  fileprivate var missed: Int { wishes.count { !$0.matched } }
  fileprivate var falseScrolls: Int { scrolls.count { !$0.matched } }
}
