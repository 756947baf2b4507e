import GazeMetrics

/// Several pipelines on the same people as one HTML page: a table with intervals, and the replay with every pointer.
public struct ComparisonPage: Sendable {
  /// What is compared on, in one line.
  public var subject: String
  /// Was it simulated?
  public var isSimulated: Bool
  /// Sentences about where the pipelines come from and what was assumed, shown as paragraphs.
  public var notes: [String]
  /// The rows, recline by recline.
  public var rows: [Comparison.Row]
  /// The replay; nil where nothing was kept.
  public var replay: ReplayTracks?

  /// A page.
  public init(
    subject: String, isSimulated: Bool = true, notes: [String] = [], rows: [Comparison.Row], replay: ReplayTracks? = nil
  ) {
    self.subject = subject
    self.isSimulated = isSimulated
    self.notes = notes
    self.rows = rows
    self.replay = replay
  }

  /// The document.
  public var html: String {
    let notes = notes.map { "<p>\(Self.long($0))</p>" }.joined()
    let of = isSimulated ? "People, phone and tracker are simulated; nothing here was measured on a phone." : ""
    let content =
      HTML.section("subject", "What this is of", "<p>\(Self.long(subject))</p><p>\(of)</p>\(notes)")
      + HTML.section("pointer", "How far off", strips("Median pointer error (pt), mean over people", pointer))
      + HTML.section("scroll", "Scrolling", strips("Scroll F1", scroll)) + HTML.section("table", "All figures", table)
      + ReplaySection.html(replay)
      + HTML.section(
        "provenance", "Where this comes from",
        "<div class=\"provenance\">"
          + HTML.table(
            "What the figures rest on", ["what", "value"],
            [["compared", HTML.text(subject)], ["made by", "gazesim \(Tool.version)"], ["not run on a phone", of]])
          + "</div>")
    return PageFrame.document(
      title: "gazesim: pipelines side by side", heading: "Pipelines side by side",
      parts: [
        ("subject", "of what"), ("pointer", "pointer"), ("scroll", "scrolling"), ("table", "table"),
        ("replay", "replay"), ("provenance", "provenance"),
      ], content: content, tracks: replay)
  }

  /// A sentence of our own may be longer than a name.
  private static func long(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { HTML.text(String($0)) }.joined(separator: " ")
  }

  private struct Figure {
    var value: Double?
    var interval: Interval?
    var decimals: Int
    var unit: String
  }

  private func pointer(_ row: Comparison.Row) -> Figure {
    Figure(value: row.errorPoints, interval: row.errorPointsCI95, decimals: 0, unit: "pt")
  }

  private func scroll(_ row: Comparison.Row) -> Figure {
    Figure(value: row.f1, interval: row.f1CI95, decimals: 2, unit: "")
  }

  private var reclines: [Double] {
    rows.reduce(into: []) { if !$0.contains($1.recline) { $0.append($1.recline) } }
  }

  /// A dot and whisker a row, one axis for all.
  private func strips(_ label: String, _ figure: (Comparison.Row) -> Figure) -> String {
    let all = rows.map(figure)
    guard all.contains(where: { $0.value != nil }) else {
      return "<p class=\"missing\">None of these runs can tell.</p>"
    }
    let ends = all.flatMap { [$0.value, $0.interval?.lower, $0.interval?.upper].compactMap { $0 } }
    let strip = Strip(Axis("", holding: ends + [0]))
    return reclines.map { recline in
      let lines = rows.filter { $0.recline == recline }.map { row in
        let own = figure(row)
        let words =
          "\(HTML.figure(own.value, own.decimals, own.unit)), 95 % \(HTML.interval(own.interval, own.decimals))"
        let drawing = strip.drawing(
          own.value, own.interval, series: row.pipeline == "standard" ? 0 : 1,
          description: "\(HTML.text(row.label)): \(words)")
        return "<li><span class=\"name\"><span>\(HTML.text(row.label))</span></span><span>\(drawing)</span>"
          + "<span class=\"value\">\(words)</span></li>"
      }
      return "<h3>Phone leant back \(HTML.figure(recline, 0, "°"))</h3><ul class=\"rows\">\(lines.joined())"
        + "<li class=\"axis\"><span class=\"pad\"></span><span>\(strip.scale)</span>"
        + "<span class=\"value\">\(label)</span></li></ul>"
    }.joined()
  }

  private var table: String {
    HTML.table(
      "Means over people; ratio: the last pipeline’s error over this one’s, paired over people",
      [
        "pipeline", "recline", "error", "95 %", "degrees", "ratio", "precision", "recall", "F1", "95 %", "false/min",
        "off-screen pt/min",
      ],
      rows.map { row in
        [
          HTML.text(row.label), HTML.figure(row.recline, 0, "°"), HTML.figure(row.errorPoints, 0, "pt"),
          HTML.interval(row.errorPointsCI95, 0), HTML.figure(row.errorDegrees, 1, "°"),
          "\(HTML.figure(row.ratio, 2)) (\(HTML.interval(row.ratioCI95, 2)))", HTML.figure(row.precision, 2),
          HTML.figure(row.recall, 2), HTML.figure(row.f1, 2), HTML.interval(row.f1CI95, 2),
          HTML.figure(row.falsePerMinute, 2), HTML.figure(row.offScreenScrollPointsPerMinute, 0),
        ]
      })
  }
}
