import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// A condition that confirmed scrolling must fulfil.
  struct Bar: Sendable {
    var name: String
    /// Value, and interval where the bar has one.
    var found: String
    var isMet: Bool
  }

  /// Longest median latency, seconds.
  static let longestLatency = 2.0

  /// The bars, none with too few people: each difference excludes 0 in the right direction, latency is short enough,
  /// and no less is read.
  func bars(_ r: Findings) -> [Bar] {
    guard r.people >= Resampling.fewestPeople else { return [] }
    return [false, true].flatMap { isLimited -> [Bar] in
      let times = isLimited ? ", limited intents" : ""
      let differences = r.differences.filter { $0.isLimited == isLimited }.flatMap { d in
        [
          Bar(
            name: "F1 above \(d.from)\(times)", found: Self.signed(d.f1, 2), isMet: (d.f1.ci95?.lower ?? -1) > 0),
          Bar(
            name: "false scrolls a minute below \(d.from)\(times)", found: Self.signed(d.falsePerMinute, 2),
            isMet: (d.falsePerMinute.ci95?.upper ?? 1) < 0),
        ]
      }
      func row(_ rule: ScrollRule) -> Row? {
        r.rows.first { $0.arm == Arm(rule: rule).name && $0.isLimited == isLimited }
      }
      guard let confirm = row(.confirm), let edge = row(.edge) else { return differences }
      let (read, before) = (confirm.pageCompletion.value ?? 0, edge.pageCompletion.value ?? 0)
      return differences + [
        Bar(
          name: "median latency at most 2 s\(times)", found: NumberText.fixed(confirm.medianLatency, 2) + " s",
          isMet: (confirm.medianLatency ?? .infinity) <= Self.longestLatency),
        Bar(
          name: "page completion not below edge\(times)",
          found: "\(NumberText.fixed(read, 3)) against \(NumberText.fixed(before, 3))", isMet: read >= before),
      ]
    }
  }

  private static func signed(_ figure: Figure, _ decimals: Int) -> String {
    let value = NumberText.fixed(figure.value, decimals)
    return ((figure.value ?? 0) > 0 ? "+" : "") + value + " " + Format.interval(figure.ci95, decimals)
  }

  func table(_ r: Findings) -> StudyTable {
    let bars = bars(r)
    var parts: [StudyPart] = []
    for isLimited in [false, true] {
      let rows = r.rows.filter { $0.isLimited == isLimited }
      let times = cells.compactMap(\.patience).sorted()
      let range = [times.first, times.last].compactMap { $0.map { NumberText.shortest($0) } }
      let heading =
        isLimited
        ? "An intent lasts at most \(range.joined(separator: " to ")) s, then a finger scrolls:"
        : "An intent lasts until it is served or patience is over:"
      if !rows.isEmpty { parts += [StudyPart(heading, rows, Self.figures), StudyPart(rows, Self.more)] }
    }
    parts.append(
      StudyPart(
        "confirm minus the other rule, mean over people of their own difference:", r.differences,
        [
          .init("from", \.from), .init("intents") { $0.isLimited ? "limited" : "until served" },
          .init("F1") { Self.signed($0.f1, 3) }, .init("false/min") { Self.signed($0.falsePerMinute, 2) },
          .init("read") { Self.signed($0.pageCompletion, 3) },
        ]))
    if !bars.isEmpty {
      parts.append(
        StudyPart(
          "Bars:", bars,
          [.init("confirm") { $0.name }, .init("found", \.found), .init("verdict") { $0.isMet ? "met" : "MISSED" }]))
    }
    if let map = r.map { parts.append(part(map)) }
    let misses = r.misses.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \(NumberText.fixed($0.value, 3))" }
    return StudyTable(
      title: [
        """
        \(profile.id), preset \(simulation.preset.name): \(NumberText.count(r.people, "person", "people")), seed \
        \(simulation.seed), phone \(simulation.phone); reading in a closed loop, and stare; sign.miss \
        \(misses.joined(separator: ", "))
        """
      ], parts: parts, conclusion: conclusion(r, bars))
  }

  /// Columns of the table that the short form shows.
  private static var figures: [StudyColumn<Row>] {
    [
      .init("rule", \.arm), .init("F1", 2) { $0.f1.value }, .init(2) { $0.f1.ci95 },
      .init("false/min", 2) { $0.falsePerMinute.value }, .init("latency", unit: "s", 2, \.medianLatency),
      .init("read", 2) { $0.pageCompletion.value }, .init("worst F1", 2, \.worstF1),
    ]
  }

  /// Columns of a second table, so that each fits into 80 columns.
  private static var more: [StudyColumn<Row>] {
    [
      .init("rule", \.arm), .init("precision", 2) { $0.precision.value }, .init("recall", 2) { $0.recall.value },
      .init("false/min", 2) { $0.falsePerMinute.value }, .init(2) { $0.falsePerMinute.ci95 },
      .init("signs found", 2) { $0.detected.value }, .init("of all", 2, \.detectedOfAll),
      .init("worst F1", \.worstCell),
    ]
  }

  private func part(_ map: Map) -> StudyPart {
    func words(_ even: Map.BreakEven) -> String {
      let start = "at \(NumberText.shortest(even.spontaneous)) raises a minute "
      guard let share = even.detected else { return start + "F1 is on one side of that of edge on the whole map" }
      return start + "F1 equals that of edge where \(NumberText.fixed(100 * share, 0)) % of the signs are found"
    }
    let rate = map.breakEvenRate.map { "equals that of edge at \(NumberText.fixed($0, 1)) raises a minute" }
    return StudyPart(
      "confirm by the peak of deliberate signs and the rate of spontaneous raises; edge has F1 "
        + "\(NumberText.fixed(map.edgeF1, 2)):", map.points,
      [
        .init("raises", unit: "1/min", 1) { $0.spontaneous }, .init("peak", 2) { $0.peak },
        .init("signs found", 2, \.detected), .init("F1", 2, \.f1), .init("false/min", 2, \.falsePerMinute),
      ],
      notes: map.breakEven.map(words) + [
        "with a peak of \(NumberText.shortest(Self.usualPeak)), F1 "
          + (rate ?? "is on one side of that of edge at all rates of the map")
      ])
  }

  /// `F1 and false scrolls a minute: 0.86 and 0.15 confirmed, ...; all 12 bars are met`.
  private func conclusion(_ r: Findings, _ bars: [Bar]) -> String {
    func figures(_ rule: ScrollRule) -> String? {
      r.rows.first { $0.arm == rule.rawValue && !$0.isLimited }.map {
        "\(NumberText.fixed($0.f1.value, 2)) and \(NumberText.fixed($0.falsePerMinute.value, 2))"
      }
    }
    let missed = bars.filter { !$0.isMet }
    var verdict = bars.isEmpty ? StudyTable.tooFew : "all \(bars.count) bars are met"
    if let first = missed.first {
      verdict = "\(missed.count) of \(bars.count) bars are missed: \(first.name)" + (missed.count > 1 ? " …" : "")
    }
    guard let confirm = figures(.confirm), let edge = figures(.edge), let sign = figures(.sign) else { return verdict }
    return "F1 and false scrolls a minute: \(confirm) confirmed, \(edge) by gaze, \(sign) by the sign alone; \(verdict)"
  }

}
