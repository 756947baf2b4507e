import GazeMetrics
import GazePipeline
import GazeRecording

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// The rows of one arm and window over all draws and splits, by their worst values.
  private struct Summary {
    let rows: [Row]
    var arm: Arm { rows[0].arm }
    var window: Window { rows[0].window }
    var ratios: [Double] { rows.compactMap(\.ratio) }
    /// The row with the largest upper limit.
    var worst: Row? { rows.max { limit($0) < limit($1) } }
    var bar: Double? { rows[0].bar }

    func most(_ value: (Row) -> Double?) -> Double? { rows.compactMap(value).max() }
    func least(_ value: (Row) -> Double?) -> Double? { rows.compactMap(value).min() }

    private func limit(_ row: Row) -> Double { row.ratioCI95?.upper ?? -1 }

    /// `met` if every row is; otherwise all that one of them misses.
    var verdict: String? {
      let verdicts = rows.compactMap(\.verdict)
      if verdicts.isEmpty { return nil }
      if verdicts.contains("too few people") { return "too few people" }
      let parts = verdicts.filter { $0.hasPrefix("missed: ") }.flatMap {
        $0.dropFirst("missed: ".count).split(separator: ", ")
      }
      let missed = parts.reduce(into: [Substring]()) { if !$0.contains($1) { $0.append($1) } }
      return missed.isEmpty ? "met" : "missed: " + missed.joined(separator: ", ")
    }
  }

  /// Forms the table of the rows.
  func table(_ rows: [Row]) -> StudyTable {
    let plain = rows.filter { $0.condition == .typical }
    let others = rows.filter { $0.condition != .typical }
    let places = arms.flatMap { arm in windows(of: arm).map { (arm, $0) } }
    let summaries = places.compactMap { arm, window in
      let same = plain.filter { $0.arm == arm && $0.window == window }
      return same.isEmpty ? nil : Summary(rows: same)
    }
    var parts = [StudyPart(nil, summaries.map(Optional.some) + [nil], summaryColumns)]
    let cells = conditions.flatMap { condition in
      (condition.question == .same ? [Window.early, .late] : [.late, .whole]).map { (condition, $0) }
        + (condition == .skimmingFirst ? [(condition, .lastTwoMinutes)] : [])
    }
    .map { condition, window in
      Summary(rows: others.filter { $0.condition == condition && $0.window == window && $0.change != nil })
    }
    .filter { !$0.rows.isEmpty }
    if !cells.isEmpty {
      parts.append(StudyPart("reading under other conditions, with the same settings", cells, Self.conditionSummary))
    }
    for draw in draws {
      func own(_ rows: [Row]) -> [Row] { rows.filter { $0.seed == draw.seed && $0.phone == draw.phone } }
      parts.append(StudyPart("seed \(draw.seed), phone \(draw.phone)", own(plain), Self.columns))
      if !others.isEmpty {
        parts.append(
          StudyPart(
            "seed \(draw.seed), phone \(draw.phone), other conditions, with the same settings", own(others),
            Self.conditionColumns))
      }
    }
    return StudyTable(
      title: title, parts: parts, remarks: remarks, conclusion: conclusion(summaries, others))
  }

  private var title: [String] {
    let visible =
      compensation > 0
      ? "the pointer is visible, and people compensate \(NumberText.fixed(100 * compensation, 0)) % of its error"
      : "no pointer is visible"
    let judged = draws.map { "seed \($0.seed), phone \($0.phone)" }.joined(separator: "; ")
    return [
      """
      \(profile.id): \(NumberText.count(participants, "person", "people")) of each seed, reading, \
      \(NumberText.fixed(seconds, 0)) s, closed loop, trigger \(rule.rawValue); five points of an earlier session; \
      \(visible)
      """,
      "tuned on seed \(Self.tuned.seed), phone \(Self.tuned.phone); judged on \(judged)",
    ]
  }

  private var remarks: [String] {
    [
      """
      ratio: median over people of their own median error at rest, divided by that of none; its 95 % interval is by \
      2,000 resamples of the people, and "upper" is the largest upper limit. A ratio meets its bar by its upper limit, \
      a share by itself. The last 60 s are \
      those of the person's own take, which ends with the page.
      """,
      """
      bars: at least \(Self.percent(bars.notWorse, 0)) not worse by more than \
      \(NumberText.fixed(bars.worse, 0)) pt; at most \(Self.percent(bars.tailShare, 0)) with an own p90 above \
      \(NumberText.fixed(bars.tail, 1)) times that with none; reading: at most \(Self.percent(bars.locked, 0)) \
      locked, the median of the last minute more than \(NumberText.fixed(bars.lockedLines, 1)) lines off; \
      conditions: at most \(NumberText.fixed(bars.condition, 2)) times the plain ratio; where no line fits, the upper \
      limit of the paired ratio over the whole take at most \(NumberText.fixed(bars.harm, 2)), or without errors of \
      the tracker at most \(NumberText.fixed(bars.harmPoints, 0)) pt worse. Paired: the geometric mean of each \
      person's own ratio, and "its upper" the largest upper limit of it. Wants dot: share of people whose pipeline \
      asks for a dot in the first 90 s, of those whose take is as long.
      """,
      """
      all arms but none and the pure ones use the middle of reading in x, which an app that shows text has for \
      nothing. People whom tracking fails are left out.
      """,
    ] + (draws.contains { $0.seed == Self.tuned.seed } ? ["seed 77 is the one of the tuning: not held out"] : [])
  }

  private func conclusion(_ summaries: [Summary], _ others: [Row]) -> String? {
    let judged = summaries.filter { $0.verdict != nil }
    guard !judged.isEmpty else { return errorFree(others) }
    guard judged.allSatisfy({ $0.verdict != "too few people" }) else {
      return StudyTable.tooFew
    }
    let missed = judged.filter { $0.verdict != "met" }.map { summary in
      let what = (summary.verdict ?? "").replacing("missed: ", with: "")
      return "\(summary.arm.rawValue)\(summary.window == .whole ? "" : " \(summary.window.rawValue)") (\(what))"
    }
    let failed = others.filter { $0.verdict?.hasPrefix("missed") == true }
    let conditions = Set(failed.map(\.condition.rawValue)).sorted()
    let all = missed + (conditions.isEmpty ? [] : ["conditions: \(conditions.joined(separator: ", "))"])
    let best = judged.min { ($0.ratios.max() ?? .infinity) < ($1.ratios.max() ?? .infinity) }
    let benefit = best.map {
      "with \($0.arm.rawValue) the error is \(Self.limits($0.ratios)) times as large"
        + ($0.window == .whole ? "" : " (\($0.window.rawValue))") + "; "
    }
    return (benefit ?? "") + (all.isEmpty ? "all bars are met" : "missed: " + all.joined(separator: "; "))
  }

  /// The conclusion about a tracker without errors, which reading cannot help; nil if nothing was judged.
  private func errorFree(_ others: [Row]) -> String? {
    let judged = others.filter { $0.verdict != nil }
    guard !judged.isEmpty else { return nil }
    guard judged.allSatisfy({ $0.verdict != "too few people" }) else { return StudyTable.tooFew }
    let most = judged.compactMap(\.worseByUpper95).max()
    let failed = Set(judged.filter { $0.verdict != "met" }.map(\.condition.rawValue)).sorted()
    return "where no line fits and the tracker has no errors, reading makes the error at most "
      + "\(NumberText.fixed(most, 1)) pt larger; "
      + (failed.isEmpty
        ? "all are within the bar, \(NumberText.fixed(bars.harmPoints, 0)) pt"
        : "missed (bar \(NumberText.fixed(bars.harmPoints, 0)) pt): \(failed.joined(separator: ", "))")
  }

  /// With a decimal, since a share of 5.3 % misses a bar of 5 %.
  private static func percent(_ share: Double?, _ decimals: Int = 1) -> String {
    share.map { NumberText.fixed(100 * $0, decimals) + " %" } ?? "-"
  }

  private static func percents(_ shares: [Double]) -> String {
    guard let least = shares.min(), let most = shares.max() else { return "-" }
    let (low, high) = (percent(least, 0), percent(most, 0))
    return low == high ? low : "\(low) to \(high)"
  }

  private static func points(_ none: Double?, _ arm: Double?) -> String {
    "\(NumberText.fixed(none, 0)) > \(NumberText.fixed(arm, 0))"
  }

  private static func limits(_ values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "-" }
    let (low, high) = (NumberText.fixed(least, 2), NumberText.fixed(most, 2))
    return low == high ? low : "\(low) to \(high)"
  }

  /// Columns of the arms and, without a summary, of the bars that are the same for all of them.
  private var summaryColumns: [StudyColumn<Summary?>] {
    func column(
      _ heading: String, _ bar: String = "", _ cell: @escaping (Summary) -> String
    ) -> StudyColumn<Summary?> {
      .init(heading) { $0.map(cell) ?? bar }
    }
    return [
      column("arm", "bar") { $0.arm.rawValue }, column("window") { $0.window.rawValue },
      column("ratio") { Self.limits($0.ratios) },
      column("upper") { NumberText.fixed($0.worst?.ratioCI95?.upper, 2) },
      column("bar") { NumberText.fixed($0.bar, 2) },
      column("not worse", ">= \(Self.percent(bars.notWorse, 0))") { Self.percent($0.least(\.notWorse)) },
      column("p90 worse", "<= \(Self.percent(bars.tailShare, 0))") { Self.percent($0.most(\.worseTail)) },
      column("locked", "<= \(Self.percent(bars.locked, 0))") { Self.percent($0.most(\.locked)) },
      column("verdict") { $0.verdict ?? "-" },
      column("worst at") { summary in
        summary.worst.map { $0.ratioCI95 == nil ? "-" : "\($0.split), seed \($0.seed)" } ?? "-"
      },
    ]
  }

  /// Columns of the conditions; each cell is a draw with a split.
  private static var conditionSummary: [StudyColumn<Summary>] {
    [
      .init("condition") { $0.rows[0].condition.rawValue }, .init("window") { $0.window.rawValue },
      .init("ratio") { limits($0.ratios) }, .init("paired") { limits($0.rows.compactMap(\.pairedRatio)) },
      .init("its upper", 2) { $0.most { $0.pairedRatioCI95?.upper } },
      .init("of typical") { limits($0.rows.compactMap(\.change)) },
      .init("met") { cells in
        switch cells.verdict {
        case nil: "-"
        case "too few people": "too few"
        default: "\(cells.rows.count { $0.verdict == "met" }) of \(cells.rows.count)"
        }
      },
      .init("wants dot") { percents($0.rows.compactMap(\.wantedDot)) },
      .init("not worse") { percent($0.least(\.notWorse)) }, .init("locked") { percent($0.most(\.locked)) },
    ]
  }

  private static var shares: [StudyColumn<Row>] {
    [
      .init("not worse") { percent($0.notWorse) }, .init("p90 worse") { percent($0.worseTail) },
      .init("locked (none)") { "\(percent($0.locked)) (\(percent($0.noneLocked)))" },
      .init("> 1 line") { percent($0.offByLine) }, .init("wants dot") { percent($0.wantedDot) },
    ]
  }

  private static var columns: [StudyColumn<Row>] {
    [
      .init("split") { $0.split }, .init("arm") { $0.arm.rawValue }, .init("window") { $0.window.rawValue },
      .init("people", count: \.people), .init("median", unit: "pt") { points($0.noneMedian, $0.median) },
      .init("ratio", 2) { $0.ratio }, .init(2) { $0.ratioCI95 }, .init("paired", 2) { $0.pairedRatio },
      .init(2) { $0.pairedRatioCI95 },
      .init("mean", unit: "pt") { points($0.noneMean, $0.mean) },
      .init("p90", unit: "pt") { points($0.noneP90, $0.p90) },
    ] + shares + [.init("bar", 2) { $0.bar }, .init("verdict") { $0.verdict ?? "-" }]
  }

  private static var conditionColumns: [StudyColumn<Row>] {
    [
      .init("split") { $0.split }, .init("condition") { $0.condition.rawValue },
      .init("window") { $0.window.rawValue }, .init("people", count: \.people),
      .init("median", unit: "pt") { points($0.noneMedian, $0.median) }, .init("ratio", 2) { $0.ratio },
      .init(2) { $0.ratioCI95 }, .init("paired", 2) { $0.pairedRatio }, .init(2) { $0.pairedRatioCI95 },
      .init("of typical", 2) { $0.change },
      .init("worse by", unit: "pt") { "<= \(NumberText.fixed($0.worseByUpper95, 1))" },
    ] + shares + [.init("verdict") { $0.verdict ?? "-" }]
  }
}
