import GazeMetrics
import GazeRecording

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// The rows of one arm or condition and window over all draws and splits, by their worst values.
  private struct Summary {
    let rows: [Row]

    func most(_ value: (Row) -> Double?) -> Double? { rows.compactMap(value).max() }
    func least(_ value: (Row) -> Double?) -> Double? { rows.compactMap(value).min() }

    /// `0.41 to 0.64`.
    func range(_ value: (Row) -> Double?) -> String {
      let (low, high) = ("\(least(value), 2)", "\(most(value), 2)")
      return low == high ? low : "\(low) to \(high)"
    }

    /// The row with the largest upper limit.
    var worst: Row? { rows.max { ($0.ratio.ci95?.upper ?? -1) < ($1.ratio.ci95?.upper ?? -1) } }

    /// `met` if every row is; otherwise all that one of them misses.
    var verdict: String? {
      let judged = rows.filter { $0.missed != nil }
      if judged.isEmpty { return nil }
      if judged.contains(where: { $0.verdict == "too few people" }) { return "too few people" }
      let missed = judged.flatMap { $0.missed ?? [] }
      let names = missed.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return names.isEmpty ? "met" : "missed: " + names.joined(separator: ", ")
    }
  }

  /// Forms the table of the rows. `script/accuracy` reads the parts of each draw.
  func table(_ rows: [Row]) -> StudyTable {
    let (plain, others) = (rows.filter { $0.condition == .typical }, rows.filter { $0.condition != .typical })
    let summaries = arms.flatMap { arm in
      windows(of: arm).map { window in Summary(rows: plain.filter { $0.arm == arm && $0.window == window }) }
    }.filter { !$0.rows.isEmpty }
    let heading = "other conditions, with the same settings"
    return StudyTable(
      title: title,
      parts: [StudyPart(nil, summaries, Self.summaryColumns)]
        + draws.flatMap { draw in
          func own(_ rows: [Row]) -> [Row] { rows.filter { $0.draw == draw } }
          return [
            StudyPart("\(draw)", own(plain), Self.plainColumns),
            StudyPart("\(draw), \(heading)", own(others), Self.conditionColumns),
          ]
        }, conclusion: conclusion(summaries, others))
  }

  private var title: [String] {
    let visible = compensation > 0 ? "people see the pointer and compensate \(percent: compensation, 0)" : "no pointer"
    return [
      """
      \(profile.id): \(participants) people of each seed, without those whom tracking fails, reading, \(seconds, 0) s, \
      closed loop; five points of an earlier session; \(visible)
      """,
      "tuned on \(Self.tuned); judged on \(draws.map(\.description).joined(separator: "; "))",
      """
      ratio: median over people of their own median error at rest, divided by that of none (2,000 resamples); paired: \
      geometric mean of each person's own ratio; upper: largest upper limit
      """,
      """
      bars: upper limit of the ratio as stated; not worse by more than \(Bars.worse, 0) pt: at least \
      \(percent: Bars.notWorse, 0); p90 above \(Bars.tail, 1) times that of none: at most \
      \(percent: Bars.tailShare, 0); locked, more than \(Bars.lockedLines, 1) lines off in the last minute: at most \
      \(percent: Bars.locked, 0); of typical: at most \(Bars.condition, 2); where no line fits, upper limit of the \
      paired ratio: at most \(Bars.harm, 2), without errors of the tracker: at most \(Bars.harmPoints, 0) pt worse
      """,
    ]
  }

  private func conclusion(_ summaries: [Summary], _ others: [Row]) -> String? {
    let judged =
      summaries.map { ("\($0.rows[0].arm.rawValue) \($0.rows[0].window.rawValue)", $0.verdict) }
      + conditions.map { condition in
        (condition.name, Summary(rows: others.filter { $0.condition == condition }).verdict)
      }
    let verdicts = judged.compactMap { name, verdict in verdict.map { (name, $0) } }
    if verdicts.isEmpty { return nil }
    if verdicts.contains(where: { $0.1 == "too few people" }) { return StudyTable.tooFew }
    let missed = verdicts.filter { $0.1 != "met" }.map { "\($0.0) \($0.1)" }
    return missed.isEmpty ? "all bars are met" : missed.joined(separator: "; ")
  }

  private static var summaryColumns: [StudyColumn<Summary>] {
    [
      .init("arm", \.rows[0].arm.rawValue), .init("window", \.rows[0].window.rawValue),
      .init("ratio") { $0.range(\.ratio.value) }, .init("upper", 2) { $0.worst?.ratio.ci95?.upper },
      .init("bar", 2, \.rows[0].bar), .init("not worse") { "\(percent: $0.least(\.notWorse), 1)" },
      .init("p90 worse") { "\(percent: $0.most(\.worseTail), 1)" },
      .init("locked") { "\(percent: $0.most(\.locked), 1)" }, .init("verdict") { $0.verdict ?? "-" },
      .init("worst at") { $0.worst.map { "\($0.split), seed \($0.draw.seed)" } ?? "-" },
    ]
  }

  private static func points(_ pair: (none: Double?, arm: Double?)) -> String { "\(pair.none, 0) > \(pair.arm, 0)" }

  private static var plainColumns: [StudyColumn<Row>] {
    [.init("split", \.split), .init("arm", \.arm.rawValue)] + figures
      + [.init("mean pt") { points($0.means) }, .init("p90 pt") { points($0.p90s) }] + shares
      + [.init("bar", 2, \.bar), .init("verdict") { $0.verdict ?? "-" }]
  }

  private static var conditionColumns: [StudyColumn<Row>] {
    [.init("split", \.split), .init("condition", \.condition.name)] + figures
      + [.init("of typical", 2, \.change), .init("worse by pt") { "<= \($0.worseByUpper95, 1)" }] + shares
      + [.init("verdict") { $0.verdict ?? "-" }]
  }

  private static var figures: [StudyColumn<Row>] {
    [
      .init("window", \.window.rawValue), .init("people", \.people), .init("median pt") { points($0.medians) },
      .init("ratio", 2, \.ratio), .init("paired", 2, \.pairedRatio),
    ]
  }

  /// Shares with a decimal, since a share of 5.3 % misses a bar of 5 %.
  private static var shares: [StudyColumn<Row>] {
    [
      .init("not worse") { "\(percent: $0.notWorse, 1)" }, .init("p90 worse") { "\(percent: $0.worseTail, 1)" },
      .init("locked (none)") { "\(percent: $0.locked, 1) (\(percent: $0.noneLocked, 1))" },
      .init("> 1 line") { "\(percent: $0.offByLine, 1)" }, .init("wants dot") { "\(percent: $0.wantedDot, 1)" },
    ]
  }
}
