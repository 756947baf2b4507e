import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// Bars for recentring, all set before any tuning: those for text read line by line from prototypes, those for text
  /// where no line fits as the harm that a user may be asked to bear.
  struct Bars: Sendable {
    /// Least share of people whose own median is not worse by more than `worse`.
    var notWorse = 0.85
    /// Difference of medians from which a person counts as worse, points.
    var worse = 10.0
    /// Largest share of people whose 90th percentile is above `tail` times their own without recentring.
    var tailShare = 0.05
    /// Ratio of 90th percentiles from which a person counts.
    var tail = 1.2
    /// Largest share of people who are locked, in the arm `reading`.
    var locked = 0.10
    /// Vertical error from which a person is locked more than one line off, lines: the nearest line is then the second
    /// next one.
    var lockedLines = 1.5
    /// Largest ratio of a condition to the plain condition.
    var condition = 1.25
    /// Largest upper limit of the paired ratio to `none` where no line fits.
    var harm = 1.05
    /// Largest upper limit of the mean difference to `none` where no line fits and the tracker has no error, points.
    var harmPoints = 2.0

    /// Largest upper limit of the ratio to `none`; nil if the arm is not judged in the window.
    func ratio(_ arm: Arm, _ window: Window) -> Double? {
      switch (arm, window) {
      case (.x, .whole): 0.85
      case (.dot, .whole): 0.80
      case (.tap15, .whole): 0.65
      case (.reading, .early): 0.60
      case (.reading, .late): 0.50
      default: nil
      }
    }
  }

  /// One arm, in one window, against `none` on the same people.
  struct Row: Sendable {
    var seed: UInt64
    var phone: UInt64
    /// Split, or `pessimistic`.
    var split: String
    var condition: Condition
    var arm: Arm
    var window: Window
    /// Number of people with both arms' figures.
    var people: Int
    /// Medians over people of their own median, points.
    var noneMedian: Double?
    var median: Double?
    /// Ratio of the two medians, and its interval.
    var ratio: Double?
    var ratioCI95: ConfidenceInterval?
    /// Geometric mean over people of the ratio of their own medians, and its interval.
    var pairedRatio: Double?
    var pairedRatioCI95: ConfidenceInterval?
    /// Upper 95 % limit of the mean over people of the difference of their own medians, points.
    var worseByUpper95: Double?
    /// Means over people of their own median, points.
    var noneMean: Double?
    var mean: Double?
    /// 90th percentiles over people of their own median, points.
    var noneP90: Double?
    var p90: Double?
    /// Share of people who are not worse by more than 10 points.
    var notWorse: Double?
    /// Share of people whose own 90th percentile is above 1.2 times that with `none`.
    var worseTail: Double?
    /// Share of people who are locked more than 1.5 lines off, and the same share with `none`.
    var locked: Double?
    var noneLocked: Double?
    /// Share of people who are more than 1 line off.
    var offByLine: Double?
    /// Share of people whose pipeline asked for a dot in the first 90 s, of those whose take is as long.
    var wantedDot: Double?
    /// Largest ratio allowed.
    var bar: Double?
    /// Ratio divided by that of the plain condition; nil in the plain condition.
    var change: Double?
    /// `met`, `missed: …` or `too few people`; nil for a row that is not judged.
    var verdict: String?
  }
}

extension RecentreStudy.Row {
  /// Creates a row from people's figures with `none` and with the arm.
  init(
    _ draw: RecentreStudy.Draw, _ split: String, _ condition: RecentreStudy.Condition, _ arm: RecentreStudy.Arm,
    _ window: RecentreStudy.Window, _ pairs: [(none: RecentreStudy.Figures, arm: RecentreStudy.Figures)],
    bars: RecentreStudy.Bars
  ) {
    let both = pairs.compactMap { pair in
      pair.none[window].flatMap { none in pair.arm[window].map { (none: none, arm: $0) } }
    }
    let (without, with) = (both.map(\.none).sorted(), both.map(\.arm).sorted())
    func share<Value>(_ values: [Value], _ holds: (Value) -> Bool) -> Double? {
      values.isEmpty ? nil : Double(values.count(where: holds)) / Double(values.count)
    }
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    let found = RecentreStudy.MedianRatio(both.map(\.arm), both.map(\.none), seed: draw.seed)
    let paired = PeopleEstimate.pairedRatio(of: both.map { ($0.arm, $0.none) })
    let tails = pairs.compactMap { pair in pair.none.p90.flatMap { none in pair.arm.p90.map { $0 / none } } }
    let lines = pairs.compactMap(\.arm.lines)
    self.init(
      seed: draw.seed, phone: draw.phone, split: split, condition: condition, arm: arm, window: window,
      people: both.count, noneMedian: Quantiles.median(sorted: without), median: Quantiles.median(sorted: with),
      ratio: found?.value, ratioCI95: found?.ci95,
      pairedRatio: paired?.value, pairedRatioCI95: paired?.interval.interval,
      worseByUpper95: Self.upper(both.map { $0.arm - $0.none }), noneMean: mean(without),
      mean: mean(with), noneP90: Quantiles.linear(0.9, sorted: without), p90: Quantiles.linear(0.9, sorted: with),
      notWorse: share(both) { $0.arm - $0.none <= bars.worse }, worseTail: share(tails) { $0 > bars.tail },
      locked: share(lines) { $0.magnitude > bars.lockedLines },
      noneLocked: share(pairs.compactMap(\.none.lines)) { $0.magnitude > bars.lockedLines },
      offByLine: share(lines) { $0.magnitude > 1 }, wantedDot: share(pairs.compactMap(\.arm.wantedDot)) { $0 },
      bar: nil, change: nil, verdict: nil)
    // The bars say by how much errors shrink, so they say nothing about a tracker without errors.
    guard condition == .typical, split != GazePreset.ideal.name, let bar = bars.ratio(arm, window) else { return }
    self.bar = bar
    verdict = judged(bar, bars)
  }

  /// Verdict on a ratio's upper limit and on the shares themselves.
  private func judged(_ bar: Double, _ bars: RecentreStudy.Bars) -> String {
    guard let limit = ratioCI95?.upper else { return "too few people" }
    var missed: [String] = []
    if limit > bar { missed.append("ratio") }
    if notWorse.map({ $0 < bars.notWorse }) ?? true { missed.append("not worse") }
    if worseTail.map({ $0 > bars.tailShare }) ?? true { missed.append("p90") }
    if arm == .reading, locked.map({ $0 > bars.locked }) ?? true { missed.append("locked") }
    return missed.isEmpty ? "met" : "missed: " + missed.joined(separator: ", ")
  }

  /// Upper end of the 95 % interval of a mean, by the normal distribution; nil for fewer than 8 values.
  private static func upper(_ values: [Double]) -> Double? {
    guard values.count >= 8 else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    return mean + 1.96 * (variance / count).squareRoot()
  }

  /// Compares the row with that of the plain condition, on the same people.
  mutating func compare(with plain: Self, _ bars: RecentreStudy.Bars) {
    guard let ratio, let base = plain.ratio, base > 0 else { return }
    change = ratio / base
    let (isMet, what): (Bool, String)
    switch condition.question {
    case .same where window != .whole: (isMet, what) = (ratio / base <= bars.condition, "ratio")
    case .harm where window == .whole && split == GazePreset.ideal.name:
      (isMet, what) = (worseByUpper95.map { $0 <= bars.harmPoints } ?? false, "points")
    case .harm where window == .whole:
      (isMet, what) = (pairedRatioCI95.map { $0.upper <= bars.harm } ?? false, "paired ratio")
    default: return
    }
    verdict = people < Resampling.fewestPeople ? "too few people" : isMet ? "met" : "missed: \(what)"
  }
}
