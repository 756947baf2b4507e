import GazeMetrics
import GazePipeline
import GazeRecording

@testable import Evaluate
@testable import StudySupport

extension ReadersStudy {
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

  /// One line of the first table.
  private struct Finding {
    let name: String
    let value: String
    let interval: String
    let bar: String
    /// nil if the figure has no bar.
    let verdict: Verdict?
    /// Words for the conclusion.
    let words: String

    init(
      _ name: String, _ value: String, _ interval: ConfidenceInterval?, bar: String = "-", verdict: Verdict? = nil,
      words: String = ""
    ) {
      (self.name, self.value, self.bar, self.verdict, self.words) = (name, value, bar, verdict, words)
      self.interval = Format.interval(interval, 3)
    }
  }

  /// Forms the table of the trials' results.
  func table(_ results: [TrialResult]) -> StudyTable {
    let resamples = Self.resamples(seed)
    let all = Self.row("all", results, resamples)
    let groups = Set(results.map(\.group)).filter { !$0.isEmpty }.sorted().prefix(Self.mostGroups)
    let rows =
      [
        all, Self.row("from the first fixation", results, resamples) { $0.start == .first },
        Self.row("from a random fixation", results, resamples) { $0.start == .random },
      ] + groups.map { group in Self.row(group, results.filter { $0.group == group }, resamples) }
    let passages = Set(results.map(\.passage)).sorted()
    let byPassage = passages.map { name in Self.row(name, results.filter { $0.passage == name }, resamples) }
    let byTrial = results.map { Self.row("\($0.name), \($0.passage)", [$0], resamples) }
    let passes = Self.passRows(results, resamples)
    let tenths = Self.tenths(results)
    let findings = findings(rows, passes)
    return StudyTable(
      title: title(results, passages),
      parts: [
        StudyPart(nil, findings, Self.findingColumns), StudyPart("takes", rows, Self.columns),
        StudyPart("a full pass afterwards, over fixations whose line is known", passes, Self.passColumns),
        StudyPart("right lines by the stage's confidence", tenths, Self.tenthColumns),
        StudyPart("passages", byPassage, Self.columns), StudyPart("trials", byTrial, Self.columns),
      ], remarks: remarks(passages), conclusion: conclusion(findings, passages))
  }

  /// Largest number of groups of readers that have rows of their own.
  private static let mostGroups = 8

  /// - Parameter rows: the rows of all takes, and of those from the first and from a random fixation.
  private func findings(_ rows: [Row], _ passes: [PassRow]) -> [Finding] {
    let row = rows[0]
    let recorded = passes.filter { $0.data == passes.first?.data }
    let replayed = passes.filter { $0.data != passes.first?.data }
    func mean(_ rows: [PassRow], _ method: Method) -> Double? { rows.first { $0.method == method }?.mean }
    func bar(_ value: Double) -> String { ">= \(NumberText.fixed(value, 2))" }
    let (own, warp) = (recorded.first { $0.method == .settled }, mean(recorded, .warp))
    let sure = NumberText.shortest(bars.confidence)
    // A value below its bar must not be rounded up to it.
    func text(_ value: Double?, _ bar: Double? = nil) -> String {
      let short = NumberText.fixed(value, 3)
      guard let value, let bar, value < bar, short == NumberText.fixed(bar, 3) else { return short }
      return NumberText.fixed((value * 1e4).rounded(.down) / 1e4, 4)
    }
    func error(_ axis: String, _ plain: Double?, _ left: Double?, _ ratio: Double?) -> Finding {
      Finding(
        "error in \(axis), pt (ratio)", "\(Self.change(plain, left)) (\(NumberText.fixed(ratio, 2)))", nil)
    }
    return [
      Finding(
        "lines right", text(row.right, bars.right), row.rightCI95, bar: bar(bars.right),
        verdict: Verdict(row.rightCI95, bar: bars.right), words: "lines right: \(text(row.right, bars.right))"),
      Finding("- begun at the first fixation", text(rows[1].right), rows[1].rightCI95),
      Finding("- begun at a random fixation", text(rows[2].right), rows[2].rightCI95),
      Finding(
        "right at confidence \(sure)", text(row.sureRight, bars.sureRight), row.sureRightCI95, bar: bar(bars.sureRight),
        verdict: Verdict(row.sureRightCI95, bar: bars.sureRight),
        words: "right at confidence \(sure): \(text(row.sureRight, bars.sureRight))"),
      Finding(
        "share at confidence \(sure)", text(row.sureShare, bars.sureShare), row.sureShareCI95, bar: bar(bars.sureShare),
        verdict: Verdict(row.sureShareCI95, bar: bars.sureShare),
        words: "share at confidence \(sure): \(text(row.sureShare, bars.sureShare))"),
      Finding(
        "full pass (warp \(text(warp)))", text(own?.mean), own?.meanCI95,
        bar: ">= \(text(warp.map { $0 - bars.behindWarp }))",
        verdict: Verdict(own?.toWarpCI95, bar: -bars.behindWarp), words: "full pass: \(text(own?.mean))"),
      Finding(
        "with errors (warp \(text(mean(replayed, .warp))))", text(mean(replayed, .settled)),
        replayed.first { $0.method == .settled }?.meanCI95),
      error("y", row.plainY, row.leftY, row.ratioY), error("x", row.plainX, row.leftX, row.ratioX),
    ]
  }

  private func conclusion(_ findings: [Finding], _ passages: [String]) -> String {
    let lists = Verdict.allCases.compactMap { verdict -> String? in
      let words = findings.filter { $0.verdict == verdict }.map { "\($0.words) \($0.interval) (bar \($0.bar))" }
      return words.isEmpty ? nil : "\(verdict.rawValue): " + words.joined(separator: ", ")
    }
    let tuned = passages.contains(where: Self.isTuned) ? "settings were tuned on some of these passages" : nil
    return (lists + [tuned].compactMap { $0 }).joined(separator: "; ")
  }

  private func title(_ results: [TrialResult], _ passages: [String]) -> [String] {
    let (tuned, others) = (passages.filter(Self.isTuned), passages.filter { !Self.isTuned($0) })
    func list(_ names: [String]) -> String {
      names.isEmpty ? "none" : names.prefix(24).map { TerminalText.line($0.prefix(20)) }.joined(separator: ", ")
    }
    let random = error.offset
    return [
      """
      \(NumberText.count(results.count, "recorded trial")), \(NumberText.count(draws, "draw")) each, seed \(seed); \
      offset \(NumberText.shortest(random)) pt, drift \(NumberText.shortest(error.drift)) pt in \
      \(NumberText.shortest(error.driftSeconds)) s; screen \(NumberText.shortest(width)) pt wide
      """,
      "passages used for tuning: \(list(tuned)); others: \(list(others))",
    ]
  }

  private func remarks(_ passages: [String]) -> [String] {
    [
      """
      Judged are fixations from 20 s on whose line is known. A line counts once the stage has taken the fixation in, \
      at its end; "during" is the line that the stage names while the fixation lasts. Lines right: mean over trials of \
      their mean over takes. Shares at a confidence are over all fixations. Intervals: 95 %, 2,000 resamples of the \
      trials. A bar is met if the interval's lower end reaches it, missed if its upper end does not, else undecided. \
      Trusted: after two whole lines, when the offset counts.
      """,
      """
      Replay: 60 frames a second; between fixations the pointer moves evenly, and is missing in gaps of more than 0.1 \
      s. The recorded display of 1920 x 1080 pixels is scaled to the screen. Offset and drift are assumed sizes of \
      ARKit's errors, per axis; the frames' noise is \(NumberText.shortest(error.jitter)) pt.
      """,
      """
      A full pass uses what comes after a fixation, too: attach is the nearest line, warp time warping to the words; \
      settled alternates warping with an estimate of the offset. Left is the median part of the offset that remains.
      """,
      """
      Public data: jwcarr/drift, CC BY 4.0: Carr, Pescuma, Furlan, Ktori & Crepaldi 2022, doi \
      10.3758/s13428-021-01554-0, re-formatted.
      """,
    ]
      + (passages.contains(where: Self.isTuned)
        ? ["Passages whose names begin with 1, 2 or 3 were used for tuning: not held out, if they are the public ones."]
        : [])
  }

  private static var findingColumns: [StudyColumn<Finding>] {
    [
      .init("figure") { $0.name }, .init("value") { $0.value }, .init("bar") { $0.bar },
      .init("verdict") { $0.verdict?.rawValue ?? "-" }, .init("95 %") { $0.interval },
    ]
  }

  private static func change(_ plain: Double?, _ left: Double?) -> String {
    "\(NumberText.fixed(plain, 0)) > \(NumberText.fixed(left, 0))"
  }

  private static var columns: [StudyColumn<Row>] {
    [
      .init("takes") { $0.takes }, .init("trials", count: \.trials), .init("fixations", count: \.fixations),
      .init("right", 3) { $0.right }, .init(3) { $0.rightCI95 }, .init("during", 3) { $0.rightBefore },
      .init("sure", 3) { $0.sureShare }, .init("right", 3) { $0.sureRight },
      .init("trusted and sure", 3) { $0.trustedShare }, .init("right", 3) { $0.trustedRight },
      .init("error x", unit: "pt") { change($0.plainX, $0.leftX) }, .init("ratio", 2) { $0.ratioX },
      .init("error y", unit: "pt") { change($0.plainY, $0.leftY) }, .init("ratio", 2) { $0.ratioY },
    ]
  }

  private static var passColumns: [StudyColumn<PassRow>] {
    [
      .init("method") { $0.method.rawValue }, .init("data") { $0.data }, .init("trials", count: \.trials),
      .init("mean", 3) { $0.mean }, .init(3) { $0.meanCI95 }, .init("median", 3) { $0.median },
      .init("minus warp", 3) { $0.toWarp }, .init(3) { $0.toWarpCI95 }, .init("left x", unit: "pt", 0) { $0.leftX },
      .init("left y", unit: "pt", 0) { $0.leftY },
    ]
  }

  private static var tenthColumns: [StudyColumn<Tenth>] {
    [
      .init("confidence") { "\(NumberText.fixed($0.from, 1)) to \(NumberText.fixed($0.to, 1))" },
      .init("fixations", 3) { $0.share }, .init("right", 3) { $0.right },
    ]
  }
}
