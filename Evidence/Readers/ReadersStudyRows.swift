import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
  /// Bars for real readers. Their source is the issue that asks for the study ("Accuracy that does not hang on an
  /// assumption", "It must show", line 2); they were set before any tuning.
  struct Bars: Sendable {
    /// Least mean share of right lines.
    var right = 0.85
    /// Confidence from which a line counts as sure.
    var confidence = 0.8
    /// Least share of right lines among sure ones.
    var sureRight = 0.95
    /// Least share of the fixations that are sure.
    var sureShare = 0.5
    /// Largest difference of a full pass to `warp` on the trials as recorded.
    var behindWarp = 0.02
  }

  /// The stage's figures over some takes of some trials.
  struct Row: Sendable {
    /// All takes, a start, a group of readers, a passage, or a trial.
    var takes: String
    var trials: Int
    /// Number of judged fixations over all takes.
    var fixations: Int
    /// Share of right lines: mean over trials of the mean over takes, with a 95 % interval by resampling trials.
    var right: Double?
    var rightCI95: ConfidenceInterval?
    /// As `right`, for the line that the stage names while the fixation still lasts.
    var rightBefore: Double?
    /// Share of the fixations that are sure, and share of right lines among them, over all fixations.
    var sureShare: Double?
    var sureShareCI95: ConfidenceInterval?
    var sureRight: Double?
    var sureRightCI95: ConfidenceInterval?
    /// As these two, for lines that the stage also trusts.
    var trustedShare: Double?
    var trustedRight: Double?
    /// Medians over trials of their median error of the pointer, points, without and with recentring, and the ratios.
    var plainX: Double?
    var leftX: Double?
    var ratioX: Double?
    var plainY: Double?
    var leftY: Double?
    var ratioY: Double?
  }

  /// A full pass by one method.
  struct PassRow: Sendable {
    var method: Method
    /// `as recorded`, or `with the tracker's errors`.
    var data: String
    var trials: Int
    /// Mean and median over trials of the share of right lines; with errors of each trial's mean over draws. The median
    /// of an even number is the upper one, as in the published figures.
    var mean: Double?
    var meanCI95: ConfidenceInterval?
    var median: Double?
    /// Mean minus that of warp, and its interval.
    var toWarp: Double?
    var toWarpCI95: ConfidenceInterval?
    /// Median over trials of the median distance of the assumed offset from the true one, points.
    var leftX: Double?
    var leftY: Double?
  }

  /// Confidence in tenths, and the share of right lines.
  struct Tenth: Sendable {
    var from: Double
    var to: Double
    /// Share of the fixations.
    var share: Double?
    var right: Double?
  }

  /// Resamples of the trials of a seed. With few trials their interval is too narrow.
  static func resamples(_ seed: UInt64) -> Resampling { Resampling(seed: seed, study: 0x7264) }

  /// Smallest number of trials for an interval. Assumed.
  static let fewestTrials = 5

  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private static func share(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// The stage's figures over the takes that `isIn` chooses; trials without a judged fixation do not count.
  static func row(
    _ name: String, _ results: [TrialResult], _ resamples: Resampling, _ isIn: (Tally) -> Bool = { _ in true }
  ) -> Row {
    let trials = results.map { $0.takes.filter { isIn($0) && $0.fixations > 0 } }.filter { !$0.isEmpty }
    let right = trials.compactMap { mean($0.compactMap(\.share)) }
    let fixations = trials.map { $0.reduce(0) { $0 + $1.fixations } }
    let (sure, sureRight) = (
      trials.map { $0.reduce(0) { $0 + $1.sure } }, trials.map { $0.reduce(0) { $0 + $1.sureRight } }
    )
    func sum(_ values: [Int], _ chosen: [Int]) -> Int { chosen.reduce(0) { $0 + values[$1] } }
    func total(_ count: (Tally) -> Int) -> Int { trials.joined().reduce(0) { $0 + count($1) } }
    func error(_ magnitudes: (Tally) -> [Double]) -> Double? {
      Quantiles.median(trials.compactMap { Quantiles.median($0.flatMap(magnitudes)) })
    }
    func ratio(_ one: Double?, _ other: Double?) -> Double? {
      one.flatMap { one in other.flatMap { $0 > 0 ? one / $0 : nil } }
    }
    let (plainX, leftX) = (error { $0.plain.map(\.x) }, error { $0.left.map(\.x) })
    let (plainY, leftY) = (error { $0.plain.map(\.y) }, error { $0.left.map(\.y) })
    let count = trials.count
    return Row(
      takes: name, trials: count, fixations: fixations.reduce(0, +), right: mean(right),
      rightCI95: resamples.interval(of: count, fewest: fewestTrials) { chosen in mean(chosen.map { right[$0] }) },
      rightBefore: mean(trials.compactMap { mean($0.compactMap(\.shareBefore)) }),
      sureShare: share(sure.reduce(0, +), fixations.reduce(0, +)),
      sureShareCI95: resamples.interval(of: count, fewest: fewestTrials) { share(sum(sure, $0), sum(fixations, $0)) },
      sureRight: share(sureRight.reduce(0, +), sure.reduce(0, +)),
      sureRightCI95: resamples.interval(of: count, fewest: fewestTrials) { share(sum(sureRight, $0), sum(sure, $0)) },
      trustedShare: share(total(\.trusted), fixations.reduce(0, +)),
      trustedRight: share(total(\.trustedRight), total(\.trusted)), plainX: plainX, leftX: leftX,
      ratioX: ratio(leftX, plainX), plainY: plainY, leftY: leftY, ratioY: ratio(leftY, plainY))
  }

  /// The full passes on the trials as recorded, then with the tracker's errors, by method.
  static func passRows(_ results: [TrialResult], _ resamples: Resampling) -> [PassRow] {
    let recorded = results.compactMap { $0.asRecorded.map { [$0] } }
    let replayed = results.map(\.replayed).filter { !$0.isEmpty }
    return [("as recorded", recorded), ("with the tracker's errors", replayed)].flatMap { data, trials in
      let means = Method.allCases.indices.map { method in
        trials.map { draws in mean(draws.map { $0[method].right }) ?? 0 }
      }
      let warp = means[Method.allCases.firstIndex(of: .warp) ?? 0]
      return Method.allCases.indices.map { method in
        let own = means[method]
        let change = zip(own, warp).map { $0 - $1 }
        func left(_ axis: Int) -> Double? {
          Quantiles.median(trials.compactMap { draws in Quantiles.median(draws.map { $0[method].left[axis] }) })
        }
        func interval(_ values: [Double]) -> ConfidenceInterval? {
          resamples.interval(of: values.count, fewest: fewestTrials) { chosen in mean(chosen.map { values[$0] }) }
        }
        let isWarp = Method.allCases[method] == .warp
        return PassRow(
          method: Method.allCases[method], data: data, trials: trials.count, mean: mean(own),
          meanCI95: interval(own),
          median: Quantiles.upperMedian(own), toWarp: isWarp ? nil : mean(change),
          toWarpCI95: isWarp ? nil : interval(change),
          leftX: left(0), leftY: left(1))
      }
    }
  }

  /// Right lines by tenths of the confidence, over all takes.
  static func tenths(_ results: [TrialResult]) -> [Tenth] {
    let takes = results.flatMap(\.takes)
    let all = takes.reduce(0) { $0 + $1.fixations }
    return (0..<10).map { tenth in
      let (count, right) = (
        takes.reduce(0) { $0 + $1.tenths[tenth] }, takes.reduce(0) { $0 + $1.tenthsRight[tenth] }
      )
      return Tenth(
        from: Double(tenth) / 10, to: Double(tenth + 1) / 10, share: share(count, all), right: share(right, count))
    }
  }
}
