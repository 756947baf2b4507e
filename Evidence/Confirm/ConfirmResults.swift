import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// Results of one arm over all its cells with limited intents, or over the others.
  struct Row: Sendable {
    let arm: Arm
    /// True if an intent lasts no longer than a given time, false if it lasts until served or for the task's patience.
    let isLimited: Bool
    let f1, precision, recall: Figure
    /// Scrolls without an intent a minute.
    let falsePerMinute: Figure
    /// Median delay of the right scrolls from the intent's beginning, seconds.
    let medianLatency: Double?
    /// Lines read of the page's lines.
    let pageCompletion: Double?
    /// Deliberate signs detected, of people who can make the sign, and of all people; nil without a sign.
    let detected, detectedOfAll: Double?
    /// Smallest F1 of a cell, and the cell.
    let worst: (f1: Double, cell: Cell)?
  }

  /// Mean over people of the person's own figure with `confirm` minus the figure with another rule.
  struct Difference: Sendable {
    /// The other arm.
    let from: Arm
    let isLimited: Bool
    let f1, falsePerMinute, pageCompletion: Figure
  }

  /// F1 of `confirm` over the size of deliberate signs and the rate of spontaneous ones, and where it equals that of
  /// today's rule.
  struct Map: Sendable {
    /// Spontaneous raises a minute (few, the upper bound of the recordings, a lively face, and far too many), and peaks
    /// of deliberate signs (from weak ones, of which hardly any is detected, to nearly the recorded 0.97).
    static let places: [(rate: Double, peak: Double)] = [0.2, 0.9, 3, 10].flatMap { rate in
      [0.4, 0.5, 0.6, 0.7, 0.8, 0.95].map { (rate: rate, peak: $0) }
    }
    /// Peak at which the break-even rate is stated; the constant `sign.peak` is 0.85.
    static let usualPeak = 0.8

    let edge: Counts
    let points: [(rate: Double, peak: Double, counts: Counts)]

    /// Creates the map from the sums of today's rule, and of `confirm` at each place.
    init(_ sums: [Counts]) {
      edge = sums[0]
      points = zip(Self.places, sums.dropFirst()).map { (rate: $0.rate, peak: $0.peak, counts: $1) }
    }

    /// Detected share of signs at which F1 equals that of today's rule, at a rate of spontaneous raises; nil where
    /// nothing on the map equals it.
    func breakEvenShare(at rate: Double) -> Double? {
      crossing { $0.rate == rate ? $0.counts.detection.value : nil }
    }

    /// Rate of spontaneous raises a minute at which F1 equals that of today's rule, with signs of the usual peak.
    var breakEvenRate: Double? { crossing { $0.peak == Self.usualPeak ? $0.rate : nil } }

    private func crossing(_ x: ((rate: Double, peak: Double, counts: Counts)) -> Double?) -> Double? {
      let curve = points.compactMap { point in x(point).flatMap { x in point.counts.f1.value.map { (x, $0) } } }
      return ConfirmStudy.crossing(curve, at: edge.f1.value)
    }
  }

  /// The x at which a curve first reaches y, by linear interpolation between points in the order of their x; nil if it
  /// lies on one side of y.
  static func crossing(_ points: [(x: Double, y: Double)], at y: Double?) -> Double? {
    guard let y else { return nil }
    let points = points.sorted { $0.x < $1.x }
    for (a, b) in zip(points, points.dropFirst()) where (a.y - y) * (b.y - y) <= 0 && a.y != b.y {
      return a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
    }
    return nil
  }

  /// Results of all arms.
  struct Findings: Sendable {
    /// Number of people for whom tracking works.
    var people: Int
    /// `sign.miss` by rule.
    let misses: [ScrollRule: Double]
    let rows: [Row]
    let differences: [Difference]
    let map: Map?
  }

  /// The rows of an arm: one for intents that last until served, one for limited ones.
  func rows(_ arm: Arm, _ outcomes: [Outcome]) -> [Row] {
    let cells = arm.cells(cells)
    return [false, true].compactMap { isLimited in
      let places = cells.indices.filter { cells[$0].isLimited == isLimited }
      guard !places.isEmpty else { return nil }
      let people = outcomes.map { person in Counts.mean(places.map { person.counts[$0] }) }
      func share(_ part: (Counts) -> PeopleEstimate.Part) -> Figure {
        Figure(.proportion(of: people.map { (part($0).numerator, part($0).denominator) }))
      }
      let delays = outcomes.reduce(into: SignedQuantileSketch()) { $0.merge($1.delays[isLimited ? 1 : 0]) }
      let all = people.reduce(Counts(), +)
      let worst = places.compactMap { place in
        outcomes.reduce(Counts()) { $0 + $1.counts[place] }.f1.value.map { (f1: $0, cell: cells[place]) }
      }
      return Row(
        arm: arm, isLimited: isLimited, f1: share(\.f1), precision: share(\.precision), recall: share(\.recall),
        falsePerMinute: Figure(.rate(of: people.map { ($0.falses.numerator, $0.falses.denominator) })),
        medianLatency: delays.quantile(0.5), pageCompletion: share(\.completion).value,
        detected: share(\.detection).value, detectedOfAll: all.detectionOfAll.value,
        worst: worst.min { $0.f1 < $1.f1 })
    }
  }

  /// Paired differences of `confirm` from today's rule and from the sign alone.
  func differences(_ results: [Arm: [Outcome]]) -> [Difference] {
    guard let confirm = results[Arm(rule: .confirm)] else { return [] }
    return [false, true].flatMap { isLimited in
      let places = cells.indices.filter { cells[$0].isLimited == isLimited }
      return Arm.judged.filter { $0.rule != .confirm }.compactMap { arm -> Difference? in
        guard !places.isEmpty, let other = results[arm] else { return nil }
        func difference(_ part: (Counts) -> PeopleEstimate.Part) -> Figure {
          let pairs = zip(confirm, other).compactMap { a, b -> (first: Double, second: Double)? in
            func value(_ person: Outcome) -> Double? { part(Counts.mean(places.map { person.counts[$0] })).value }
            guard let first = value(a), let second = value(b) else { return nil }
            return (first, second)
          }
          var rng = PhiloxGenerator(seed: 1, stream: 1)
          return Figure(.pairedDifference(of: pairs, using: &rng))
        }
        return Difference(
          from: arm, isLimited: isLimited, f1: difference(\.f1), falsePerMinute: difference(\.falses),
          pageCompletion: difference(\.completion))
      }
    }
  }

  /// A condition that confirmed scrolling must fulfil.
  struct Bar: Sendable {
    let name: String
    /// Value, and interval where the bar has one.
    let found: String
    let isMet: Bool
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
            name: "F1 above \(d.from.name)\(times)", found: "\(signed: d.f1, 2)", isMet: (d.f1.ci95?.lower ?? -1) > 0),
          Bar(
            name: "false scrolls a minute below \(d.from.name)\(times)", found: "\(signed: d.falsePerMinute, 2)",
            isMet: (d.falsePerMinute.ci95?.upper ?? 1) < 0),
        ]
      }
      func row(_ rule: ScrollRule) -> Row? {
        r.rows.first { $0.arm == Arm(rule: rule) && $0.isLimited == isLimited }
      }
      guard let confirm = row(.confirm), let edge = row(.edge) else { return differences }
      let (read, before) = (confirm.pageCompletion ?? 0, edge.pageCompletion ?? 0)
      return differences + [
        Bar(
          name: "median latency at most \(Self.longestLatency, 0) s\(times)", found: "\(confirm.medianLatency, 2) s",
          isMet: (confirm.medianLatency ?? .infinity) <= Self.longestLatency),
        Bar(
          name: "page completion not below edge\(times)", found: "\(read, 3) against \(before, 3)",
          isMet: read >= before),
      ]
    }
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable { table(try await findings(runner)) }

  func table(_ r: Findings) -> StudyTable {
    let columns: [StudyColumn<Row>] = [
      .init("rule", \.arm.name), .init("F1", 2, \.f1), .init("precision", 2, \.precision.value),
      .init("recall", 2, \.recall.value), .init("false/min", 2, \.falsePerMinute),
      .init("latency s", 2, \.medianLatency), .init("read", 2, \.pageCompletion), .init("signs found", 2, \.detected),
      .init("of all", 2, \.detectedOfAll), .init("worst F1", 2) { $0.worst?.f1 },
      .init("worst cell") { $0.worst?.cell.name ?? "-" },
    ]
    let bars = bars(r)
    let missed = bars.filter { !$0.isMet }
    let misses = r.misses.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value, 3)" }
    return StudyTable(
      title: [
        """
        \(simulation.subject(profile)) (tracking works for \(r.people)); reading in a closed loop, and stare; \
        sign.miss \(misses.joined(separator: ", "))
        """
      ],
      parts: [
        StudyPart(
          "an intent lasts until it is served or patience is over", r.rows.filter { !$0.isLimited }, columns),
        StudyPart("an intent lasts a limited time, then a finger scrolls", r.rows.filter(\.isLimited), columns),
        StudyPart(
          "confirm minus the other rule, mean over people of their own difference", r.differences,
          [
            .init("from", \.from.name), .init("intents") { $0.isLimited ? "limited" : "until served" },
            .init("F1") { "\(signed: $0.f1, 3)" }, .init("false/min") { "\(signed: $0.falsePerMinute, 2)" },
            .init("read") { "\(signed: $0.pageCompletion, 3)" },
          ]),
        StudyPart(
          "bars", bars,
          [.init("confirm", \.name), .init("found", \.found), .init("verdict") { $0.isMet ? "met" : "MISSED" }]),
      ] + (r.map.map(parts) ?? []),
      conclusion: bars.isEmpty
        ? StudyTable.tooFew
        : "\(bars.count - missed.count) of \(bars.count) bars are met"
          + (missed.isEmpty ? "" : "; missed: " + missed.map(\.name).joined(separator: ", ")))
  }

  private func parts(_ map: Map) -> [StudyPart] {
    let rates = map.points.filter { $0.peak == Map.usualPeak }.map(\.rate)
    return [
      StudyPart(
        "confirm by rate of spontaneous raises and peak of deliberate signs; edge has F1 \(map.edge.f1.value, 2)",
        map.points,
        [
          .init("raises 1/min", 1) { $0.rate }, .init("peak", 2) { $0.peak },
          .init("signs found", 2) { $0.counts.detection.value }, .init("F1", 2) { $0.counts.f1.value },
          .init("false/min", 2) { $0.counts.falses.value },
        ]),
      StudyPart(
        """
        share of signs found at which F1 equals that of edge (-: nowhere on the map); with a peak of \
        \(Map.usualPeak, 1) it does so at \(map.breakEvenRate, 1) raises a minute
        """, rates,
        [.init("raises 1/min", 1) { $0 }, .init("signs found, %", 0) { map.breakEvenShare(at: $0).map { 100 * $0 } }]),
    ]
  }
}
