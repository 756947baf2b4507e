import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

extension GazeComparisonReport {
  /// The comparison as one self-contained HTML page: every pipeline with its intervals, the table, the pipelines'
  /// sources, the constants in metres, and the replay with each pipeline's pointer.
  package var html: String {
    let content =
      HTML.section(
        "subject", "What this is of",
        "<p><strong>\(HTML.prose(conclusion + "."))</strong></p><p>\(HTML.prose(subject)).</p>"
          + remarks.map { "<p>\(HTML.prose($0))</p>" }.joined())
      + HTML.section("pointer", "How far off", strips("median pointer error (pt), mean over people", pointer))
      + HTML.section("scroll", "Scrolling", strips("scroll F1", scroll))
      + HTML.section("table", "All figures", table + ranges)
      + ReplaySection.html(replay) + HTML.section("sources", "What the pipelines are", sources)
      + HTML.section("bridge", "The constants in metres", metres)
      + HTML.section("provenance", "Where this comes from", provenance)
    return PageFrame.document(
      title: "gazesim: pipelines on \(device)", heading: "Pipelines side by side on \(HTML.text(device))",
      parts: [
        ("subject", "of what"), ("pointer", "pointer"), ("scroll", "scrolling"), ("table", "table"),
        ("replay", "replay"), ("sources", "pipelines"), ("bridge", "constants"), ("provenance", "provenance"),
      ], content: content, tracks: replay)
  }

  /// A figure of a row, with an interval.
  struct Figure {
    var value: Double?
    var interval: ConfidenceInterval?
    var unit: String

    /// The value and its interval.
    var words: String {
      guard let value else { return "not measured" }
      return FigureText.measured(value, unit) + ", " + FigureText.interval95(interval, "")
    }
  }

  func pointer(_ row: GazeComparison.Row) -> Figure {
    Figure(value: row.errorPoints, interval: row.errorPointsCI95, unit: "pt")
  }

  private func scroll(_ row: GazeComparison.Row) -> Figure {
    Figure(value: row.f1, interval: row.f1CI95, unit: "1")
  }

  /// An axis for these figures. It is limited, since one extreme value would otherwise shrink the intervals of all
  /// other rows to dots.
  static func axis(_ figures: [Figure]) -> Axis {
    let ends = figures.flatMap { [$0.value, $0.interval?.lower, $0.interval?.upper].compactMap { $0 } }
    let middle = Quantiles.median(figures.compactMap(\.value).filter(\.isFinite)) ?? 0
    return Axis("", holding: ends.map { min($0, max(2.5 * middle, 1)) } + [0])
  }

  private var reclines: [Double?] {
    rows.reduce(into: []) { if !$0.contains($1.recline) { $0.append($1.recline) } }
  }

  /// A dot and a whisker per row, with one axis for all rows.
  private func strips(_ label: String, _ figure: (GazeComparison.Row) -> Figure) -> String {
    let all = (rows + resting).map(figure)
    guard all.contains(where: { $0.value != nil }) else {
      return "<p class=\"missing\">None of these runs gives this figure.</p>"
    }
    let strip = Strip(Self.axis(all))
    return reclines.map { recline in
      let lines = (sorted + resting).filter { $0.recline == recline }.map { row in
        let own = figure(row)
        let words = HTML.text(own.words)
        let drawing = strip.drawing(
          own.value, own.interval, series: row.label == reference ? 0 : 1,
          description: "\(HTML.text(row.label)): \(words)")
        return "<li><span class=\"name\"><span>\(HTML.text(row.label))</span></span><span>\(drawing)</span>"
          + "<span class=\"value\">\(words)</span></li>"
      }
      let heading = recline.map { "Phone leant back \(NumberText.typeset($0, 0, "°"))" } ?? "As recorded"
      return "<h3>\(heading)</h3><ul class=\"rows\">\(lines.joined())"
        + "<li class=\"axis\"><span class=\"pad\"></span><span>\(strip.scale())</span>"
        + "<span class=\"value\">\(label)</span></li></ul>"
    }.joined()
  }

  private static func cell(_ value: Double?, _ interval: ConfidenceInterval?, _ decimals: Int) -> String {
    guard value != nil else { return "–" }
    return NumberText.typeset(value, decimals)
      + (interval.map { " <span class=\"muted\">(\(HTML.interval($0, decimals)))</span>" } ?? "")
  }

  private var table: String {
    HTML.table(
      "Means over people with their 95 % intervals; ratio: the error of \(HTML.text(reference)) over this one’s",
      [
        "pipeline", "recline", "error, pt", "degrees", "ratio", "precision", "recall", "F1", "false/min",
        "off-screen pt/min",
      ] + (showsSmoothing ? ["lag, ms", "jitter, degrees"] : []),
      (sorted + resting).map { row in
        [
          HTML.text(row.label), NumberText.typeset(row.recline, 0, "°"),
          Self.cell(row.errorPoints, row.errorPointsCI95, 0),
          Self.cell(row.errorDegrees, row.errorDegreesCI95, 1), Self.cell(row.ratio, row.ratioCI95, 2),
          Self.cell(row.precision, row.precisionCI95, 2), Self.cell(row.recall, row.recallCI95, 2),
          Self.cell(row.f1, row.f1CI95, 2), Self.cell(row.falsePerMinute, row.falsePerMinuteCI95, 2),
          Self.cell(row.offScreenScrollPointsPerMinute, row.offScreenScrollPointsPerMinuteCI95, 0),
        ]
          + (showsSmoothing
            ? [NumberText.typeset(row.latencyMilliseconds, 0), NumberText.typeset(row.jitterDegrees, 3)] : [])
      })
  }

  private var ranges: String {
    guard let splits, let splitCount else { return "" }
    func cell(_ range: GazeComparison.SplitRange?, _ decimals: Int) -> String {
      guard let range else { return "–" }
      return [range.smallest, range.largest].map {
        "\(Self.cell($0.value, $0.ci95, decimals)) <span class=\"muted\">\(HTML.text($0.split))</span>"
      }.joined(separator: " … ")
    }
    return HTML.table(
      "Smallest and largest estimate over \(splitCount) splits of the raw error into person and session",
      ["pipeline", "recline", "error, pt", "ratio", "F1", "false/min", "off-screen pt/min"],
      splits.map { row in
        [
          HTML.text(row.label), NumberText.typeset(row.recline, 0, "°"), cell(row.errorPoints, 0), cell(row.ratio, 2),
          cell(row.f1, 2), cell(row.falsePerMinute, 2), cell(row.offScreenScrollPointsPerMinute, 0),
        ]
      })
  }

  private var sources: String {
    "<div class=\"provenance\">"
      + HTML.table(
        "Where each comes from, and what had to be assumed",
        ["pipeline", "what it is", "source", "smoothing", "assumed"],
        pipelines.map { facts in
          [
            HTML.text(facts.name), HTML.prose(facts.summary),
            "\(HTML.text(facts.kind.rawValue)): \(HTML.text(facts.source))",
            HTML.text(facts.smoothing ?? "as chosen"), HTML.prose(facts.assumptions.joined(separator: "; ")),
          ]
        }) + "</div>"
  }

  private var metres: String {
    func pair(_ values: [Double]) -> String { values.map { NumberText.typeset($0, 1) }.joined(separator: ", ") }
    return bridge.sentences.map { "<p>\(HTML.prose($0))</p>" }.joined()
      + HTML.table(
        "Where a ray through the camera lands",
        ["pipeline", "gain x, y", "lands at, pt", "off by, mm", "screen it takes, mm", "camera it takes, mm"],
        bridge.rules.map { rule in
          [
            HTML.text(rule.pipeline), pair(rule.gain), pair(rule.cameraLandsAt),
            NumberText.typeset(rule.offByMillimetres, 1), pair(rule.screenMillimetres), pair(rule.cameraMillimetres),
          ]
        })
  }

  private var provenance: String {
    let people = "\(participants), \(failing) of them failed by tracking"
    func text(_ number: UInt64?) -> String { number.map(String.init) ?? "–" }
    var rows: [[String]] = [
      ["device", HTML.text(device)], ["interface", HTML.text(orientation)], ["people", people],
      ["scenarios", HTML.text(scenario)], ["tracker preset", HTML.text(preset ?? "–")], ["seed", text(seed)],
      ["simulated phone", text(phone)], ["loop", HTML.text(loop)],
    ]
    if let constants = replay?.constants {
      rows.append(["constants of the simulation", Report<GazeRig>.counts(constants)])
    }
    rows.append(["made by", "gazesim \(HTML.text(Tool.version))"])
    if source == "simulated" {
      rows.append([
        "not run on a phone",
        "People, phone and tracker are simulated; no figure on this page was measured on a phone.",
      ])
    }
    return "<div class=\"provenance\">\(HTML.table("What the figures rest on", ["what", "value"], rows))</div>"
  }
}
