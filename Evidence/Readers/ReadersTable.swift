import GazeMetrics
import GazePipeline
import GazeRecording

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
  /// Bars for real readers; they were set before any tuning.
  enum Bars {
    /// Least mean share of right lines.
    static let right = 0.85
    /// Confidence from which a line counts as sure.
    static let confidence = 0.8
    /// Least share of right lines among sure ones.
    static let sureRight = 0.95
    /// Least share of the fixations that are sure.
    static let sureShare = 0.5
    /// Largest difference of a full pass to `warp` on the trials as recorded.
    static let behindWarp = 0.02
  }

  /// Verdict of an interval over trials on a bar.
  enum Verdict: String, CaseIterable {
    /// Its upper end is below the bar.
    case missed
    /// The bar lies in it, or there is no interval.
    case undecided
    /// Its lower end reaches the bar.
    case met

    init(_ interval: ConfidenceInterval?, bar: Double) {
      guard let interval else { self = .undecided; return }
      self = interval.lower >= bar ? .met : interval.upper < bar ? .missed : .undecided
    }
  }

  /// 95 % interval by resampling trials; with few trials it is too narrow. nil for fewer than 5 (assumed).
  static func interval(_ trials: Int, seed: UInt64, _ figure: ([Int]) -> Double?) -> ConfidenceInterval? {
    Resampling(seed: seed, study: 0x7264).interval(of: trials, fewest: 5, figure)
  }

  /// The stage's figures over some takes of some trials.
  struct Row: Sendable {
    /// All takes, a start, a group of readers, a passage, or a trial.
    let takes: String
    let trials: Int
    /// Number of judged fixations over all takes.
    let fixations: Int
    /// Share of right lines: mean over trials of the mean over takes.
    let right: Figure
    /// As `right`, for the line that the stage names while the fixation still lasts.
    let rightBefore: Double?
    /// Share of the fixations that are sure, and share of right lines among them, over all fixations.
    let sureShare, sureRight: Figure
    /// As these two, for lines that the stage also trusts.
    let trustedShare, trustedRight: Double?
    /// Medians over trials of their median error of the pointer, points, without and with recentring: x and y.
    let plain, left: [Double?]

    /// The figures over the takes that `isIn` chooses; trials without a judged fixation do not count.
    init(_ name: String, _ results: [TrialResult], seed: UInt64, _ isIn: (Take) -> Bool = { _ in true }) {
      let trials = results.map { $0.takes.filter { isIn($0) && !$0.fixations.isEmpty } }.filter { !$0.isEmpty }
      (takes, self.trials) = (name, trials.count)
      func share(_ take: Take, _ holds: (Judged) -> Bool) -> Double {
        Double(take.fixations.count(where: holds)) / Double(take.fixations.count)
      }
      func counts(_ holds: (Judged) -> Bool) -> [Int] {
        trials.map { $0.reduce(0) { $0 + $1.fixations.count(where: holds) } }
      }
      /// A share over all fixations.
      func pooled(_ part: [Int], _ whole: [Int]) -> Figure {
        func share(_ chosen: some Sequence<Int>) -> Double? {
          let sum = chosen.reduce(into: (part: 0, whole: 0)) { $0 = ($0.part + part[$1], $0.whole + whole[$1]) }
          return sum.whole > 0 ? Double(sum.part) / Double(sum.whole) : nil
        }
        return Figure(share(part.indices), interval(part.count, seed: seed) { share($0) })
      }
      func isSure(_ one: Judged) -> Bool { one.confidence >= Bars.confidence }
      let shares = trials.compactMap { mean($0.map { share($0, \.isRight) }) }
      right = Figure(mean(shares), interval(shares.count, seed: seed) { mean($0.map { shares[$0] }) })
      rightBefore = mean(trials.compactMap { mean($0.map { share($0, \.wasRight) }) })
      let (all, sure) = (counts { _ in true }, counts(isSure))
      let trusted = counts { isSure($0) && $0.isTrusted }
      fixations = all.reduce(0, +)
      (sureShare, sureRight) = (pooled(sure, all), pooled(counts { isSure($0) && $0.isRight }, sure))
      trustedShare = pooled(trusted, all).value
      trustedRight = pooled(counts { isSure($0) && $0.isTrusted && $0.isRight }, trusted).value
      func error(_ offset: KeyPath<Judged, Vector2?>) -> [Double?] {
        [0, 1].map { axis in
          Quantiles.median(
            trials.compactMap { takes in
              Quantiles.median(takes.flatMap(\.fixations).compactMap { $0[keyPath: offset]?[axis].magnitude })
            })
        }
      }
      (plain, left) = (error(\.plain), error(\.left))
    }

    /// `65 > 17 (0.26)`: medians without and with recentring, and their ratio.
    fileprivate func change(_ axis: Int) -> String {
      let ratio = left[axis].flatMap { left in plain[axis].flatMap { $0 > 0 ? left / $0 : nil } }
      return "\(plain[axis], 0) > \(left[axis], 0) (\(ratio, 2))"
    }
  }

  /// A full pass by one method.
  struct PassRow: Sendable {
    let method: Method
    /// `as recorded`, or `with the tracker's errors`.
    let data: String
    let trials: Int
    /// Mean and median over trials of the share of right lines; with errors of each trial's mean over draws. The median
    /// of an even number is the upper one, as in the published figures.
    let mean: Figure
    let median: Double?
    /// Mean minus that of warp.
    let toWarp: Figure
    /// Median over trials of the median distance of the assumed offset from the true one, points: x and y.
    let left: [Double?]
  }

  /// The full passes on the trials as recorded, then with the tracker's errors, by method.
  static func passRows(_ results: [TrialResult], seed: UInt64) -> [PassRow] {
    let recorded = results.compactMap { $0.asRecorded.map { [$0] } }
    let replayed = results.map(\.replayed).filter { !$0.isEmpty }
    return [("as recorded", recorded), ("with the tracker's errors", replayed)].flatMap { data, trials in
      func shares(_ method: Int) -> [Double] { trials.map { draws in mean(draws.map { $0[method].right }) ?? 0 } }
      func figure(_ values: [Double]) -> Figure {
        Figure(mean(values), interval(values.count, seed: seed) { mean($0.map { values[$0] }) })
      }
      let warp = shares(Method.allCases.firstIndex(of: .warp) ?? 0)
      return Method.allCases.enumerated().map { index, method in
        let own = shares(index)
        return PassRow(
          method: method, data: data, trials: trials.count, mean: figure(own), median: Quantiles.upperMedian(own),
          toWarp: figure(zip(own, warp).map { $0 - $1 }),
          left: [0, 1].map { axis in
            Quantiles.median(trials.compactMap { Quantiles.median($0.map { $0[index].left[axis] }) })
          })
      }
    }
  }

  /// One line of the first table.
  private struct Finding {
    let name: String
    let value: Figure
    /// Bar of the figure's interval; nil if the figure has none.
    var bar: Double?

    var verdict: Verdict? { bar.map { Verdict(value.ci95, bar: $0) } }
  }

  /// Largest number of groups of readers that have rows of their own.
  private static let mostGroups = 8

  /// Forms the table of the trials' results.
  func table(_ results: [TrialResult]) -> StudyTable {
    func row(_ name: String, _ isIn: (TrialResult) -> Bool) -> Row { Row(name, results.filter(isIn), seed: seed) }
    let all = Row("all", results, seed: seed)
    let first = Row("from the first fixation", results, seed: seed) { $0.start == .first }
    let random = Row("from a random fixation", results, seed: seed) { $0.start == .random }
    let groups = Set(results.map(\.group)).filter { !$0.isEmpty }.sorted().prefix(Self.mostGroups)
    let passages = Set(results.map(\.passage)).sorted()
    let rows =
      [all, first, random] + groups.map { group in row(group) { $0.group == group } }
      + passages.map { passage in row("passage \(passage)") { $0.passage == passage } }
      + results.map { trial in row("\(trial.name), \(trial.passage)") { $0.name == trial.name } }
    let passes = Self.passRows(results, seed: seed)
    let findings = [
      Finding(name: "lines right", value: all.right, bar: Bars.right),
      Finding(name: "- begun at the first fixation", value: first.right),
      Finding(name: "- begun at a random fixation", value: random.right),
      Finding(name: "right at confidence \(Bars.confidence)", value: all.sureRight, bar: Bars.sureRight),
      Finding(name: "share at confidence \(Bars.confidence)", value: all.sureShare, bar: Bars.sureShare),
      Finding(name: "full pass", value: passes[2].mean),
      Finding(name: "full pass minus warp", value: passes[2].toWarp, bar: -Bars.behindWarp),
      Finding(name: "- with errors", value: passes[5].mean),
    ]
    return StudyTable(
      title: [
        """
        \(results.count) recorded trials, \(draws) draws each, seed \(seed); offset \(error.offset, 0) pt, drift \
        \(error.drift, 0) pt in \(error.driftSeconds, 0) s; screen \(Self.width, 0) pt wide
        """,
        """
        passages used for tuning: \(list(passages.filter(Self.isTuned))); others: \
        \(list(passages.filter { !Self.isTuned($0) }))
        """,
      ],
      parts: [
        StudyPart(
          nil, findings,
          [
            .init("figure", \.name), .init("value", 3, \.value), .init("bar", 2, \.bar),
            .init("verdict") { $0.verdict?.rawValue ?? "-" },
          ]),
        StudyPart("takes", rows, Self.columns),
        StudyPart("a full pass afterwards, over fixations whose line is known", passes, Self.passColumns),
        StudyPart("right lines by the stage's confidence", Array(0..<10), tenthColumns(results)),
      ],
      remarks: [
        "Judged are fixations from 20 s on whose line is known; intervals by resampling the trials.",
        """
        Public data: jwcarr/drift, CC BY 4.0: Carr, Pescuma, Furlan, Ktori & Crepaldi 2022, doi \
        10.3758/s13428-021-01554-0, re-formatted.
        """,
      ],
      conclusion: Verdict.allCases.compactMap { verdict in
        let names = findings.filter { $0.verdict == verdict }.map { $0.name }
        return names.isEmpty ? nil : "\(verdict.rawValue): \(names.joined(separator: ", "))"
      }.joined(separator: "; "))
  }

  private func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }

  private static var columns: [StudyColumn<Row>] {
    [
      .init("takes", \.takes), .init("trials", \.trials), .init("fixations", \.fixations), .init("right", 3, \.right),
      .init("during", 3, \.rightBefore), .init("sure", 3, \.sureShare.value), .init("right", 3, \.sureRight.value),
      .init("trusted and sure", 3, \.trustedShare), .init("right", 3, \.trustedRight),
      .init("error in x, pt (ratio)") { $0.change(0) }, .init("error in y, pt (ratio)") { $0.change(1) },
    ]
  }

  private static var passColumns: [StudyColumn<PassRow>] {
    [
      .init("method", \.method.rawValue), .init("data", \.data), .init("trials", \.trials), .init("mean", 3, \.mean),
      .init("median", 3, \.median), .init("minus warp", 3, \.toWarp), .init("left x pt", 0, \.left[0]),
      .init("left y pt", 0, \.left[1]),
    ]
  }

  /// Right lines by tenths of the confidence, over all takes.
  private func tenthColumns(_ results: [TrialResult]) -> [StudyColumn<Int>] {
    let all = results.flatMap(\.takes).flatMap(\.fixations)
    let tenths = (0..<10).map { tenth in all.filter { Int(min(max($0.confidence, 0) * 10, 9)) == tenth } }
    return [
      .init("confidence from", 1) { Double($0) / 10 },
      .init("fixations", 3) { all.isEmpty ? nil : Double(tenths[$0].count) / Double(all.count) },
      .init("right", 3) { mean(tenths[$0].map { $0.isRight ? 1 : 0 }) },
    ]
  }
}
