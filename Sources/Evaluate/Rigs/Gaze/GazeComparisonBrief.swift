import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// The short form of a comparison: the rows sorted by error, each against the reference.
enum GazeComparisonBrief {
  /// Number of rows that are shown unless all are asked for.
  static let rows = 6

  /// - Parameter all: shows every row.
  static func brief(_ report: GazeComparisonReport, _ command: Invocation, all: Bool) -> Document {
    var rows = report.sorted.filter { $0.errorPoints != nil }
    let isOfRules = report.showsTriggers && !report.rows.contains { $0.recentre != nil }
    // Rules of the trigger hardly differ in the pointer's error.
    if isOfRules { rows.sort { ($0.f1 ?? 0) > ($1.f1 ?? 0) } }
    let unknown = report.rows.filter { $0.errorPoints == nil }
    let isOne = Set(report.rows.map(\.recline)).count == 1
    func name(_ row: GazeComparison.Row) -> String {
      (report.choice(of: row) ?? short(row.label))
        + (isOne ? "" : row.recline.map { ", \(NumberText.shortest($0))°" } ?? "")
    }
    let reference = report.reference
    let conclusions = GazeComparisonConclusion(report: report, rows: rows, name: name).sentences
    var brief = Document(warning: RecordingFault.conclusion(report.recordingFaults ?? []), conclusions[0])
    brief.isLimited = !all
    for conclusion in conclusions.dropFirst() { brief.add(.text([.init(conclusion)], indent: 0), rank: 2) }
    for sentence in RecordingFault.remarks(report.recordingFaults ?? []) {
      brief.add(.text([.init("! " + sentence, .bad)], indent: 2), rank: 1)
    }
    brief.addNote(subject(report, isOne ? report.rows.first?.recline ?? nil : nil), rank: 0)
    brief.addGap()
    let smoothing: [Table.Column] =
      report.showsSmoothing
      ? [.init("lag ms", right: true, needed: false), .init("jitter °", right: true, needed: false)] : []
    var table = Table(
      [
        .init(""), .init(report.showsChoices && report.isOfStandard ? "standard with" : "pipeline"),
        .init("error pt", right: true),
        .init("against the reference", right: true),
      ] + smoothing
        + (report.showsTriggers
          ? [.init("false/min", right: true), .init("F1", right: true), .init("F1, 95 %", right: true, needed: false)]
          : [
            .init("95 % of the error", right: true, needed: false),
            .init("false scrolls/min", right: true, needed: false), .init("F1", right: true, needed: false),
          ]))
    table.indent = 0
    table.option = "--all"
    var shown = all ? rows + unknown : Array(rows.prefix(Self.rows))
    // The reference is always shown, since all others are compared with it.
    if !shown.contains(where: { $0.label == reference }), let own = rows.first(where: { $0.label == reference }) {
      shown[shown.count - 1] = own
    }
    let own = shown.count
    shown += report.resting.filter { $0.errorPoints != nil }
    for row in shown {
      let isReference = row.label == reference
      func cell(_ value: Double?) -> Document.Span { .init(value.map(NumberText.significantDigits) ?? "-") }
      table.add(
        [
          .init(isTie(row) && !isReference && !isOfRules ? "~" : ""), .init(name(row), isReference ? .strong : .plain),
          cell(row.errorPoints), .init(isReference ? "reference" : Times(row.ratio, row.ratioCI95)?.words ?? "-"),
        ] + (report.showsSmoothing ? [cell(row.latencyMilliseconds), cell(row.jitterDegrees)] : [])
          + (report.showsTriggers
            ? [
              cell(row.falsePerMinute), cell(row.f1),
              .init(row.f1CI95.map { "\(NumberText.fixed($0.lower, 2)) to \(NumberText.fixed($0.upper, 2))" } ?? "-"),
            ]
            : [.init(FigureText.interval(row.errorPointsCI95, "")), cell(row.falsePerMinute), cell(row.f1)])
      )
    }
    let hidden = report.rows.count - own
    brief.add(table)
    if !isOfRules, shown.contains(where: { isTie($0) && $0.label != reference }) {
      brief.addNote(
        "~ its interval holds 1: \(NumberText.count(report.participants, "person", "people")) cannot tell it from "
          + "the reference", rank: 3)
    }
    if report.showsSmoothing {
      brief.addNote(
        "The reference has the profile's smoothing. Filters have untuned default parameters; 'gazesim calibrate' tunes "
          + "them.", rank: 6)
    }
    if shown.contains(where: { isUnlikeColumn($0, report) }) {
      brief.addNote(
        "times: the geometric mean of each person's own ratio, so not the quotient of the column's means", rank: 4)
    }
    if report.showsChoices, report.recorded == nil {
      brief.addNote(
        "The reference has a person's own 5 points, as all rows have"
          + (report.rows.contains { $0.preset != nil } ? "; the ideal tracker shows what the task permits." : "."),
        rank: 4)
    }
    if shown.contains(where: { $0.label.hasSuffix(GazeComparison.hindsight) }) {
      brief.addNote("hindsight: with the session's own best constant, which nobody knows beforehand", rank: 4)
    }
    if report.rows.contains(where: { $0.offset != nil }) {
      brief.addNote("+ const: with the constant that is best for the judged frames, which flatters it", rank: 6)
    }
    if let count = report.splitCount {
      let own = report.draws == nil ? "" : ", each with draws of its own"
      brief.addNote("The ranges over \(count) splits of the error\(own): --details", rank: 6)
    }
    brief.addNext(ComparisonBrief.next(command, hidden: hidden), wrong: report.recordingFaults)
    return brief
  }

  /// An arm's label in fewer letters: `standard, 5 points`.
  static func short(_ label: String) -> String {
    label.replacing(GazeComparison.fivePoints, with: ", 5 points").replacing(" + best constant", with: " + const")
      .replacing(GazeComparison.hindsight, with: ", hindsight")
      .replacing(PipelineVariant<GazeRig>.calibrated, with: ", calibrated").replacing(" + ", with: ", ")
      .replacing(", const", with: " + const")
  }

  /// True if the interval of a row's ratio does not exclude 1.
  static func isTie(_ row: GazeComparison.Row) -> Bool { row.ratioCI95?.contains(1) ?? false }

  /// True if the ratio differs by a twentieth or more from the quotient that a reader would make of the column.
  private static func isUnlikeColumn(_ row: GazeComparison.Row, _ report: GazeComparisonReport) -> Bool {
    let reference = report.rows.first { $0.label == report.reference && $0.recline == row.recline }
    guard let own = row.errorPoints, let usual = reference?.errorPoints, let ratio = row.ratio else { return false }
    return own > 0 && abs(ratio * own / usual - 1) > 0.05
  }

  private static func subject(_ report: GazeComparisonReport, _ recline: Double?) -> String {
    let angle = recline.map { ", recline \(NumberText.shortest($0))°" } ?? ""
    return "\(report.device)\(angle), "
      + ComparisonBrief.people(
        report.participants, preset: report.preset, set: report.set, seed: report.seed, draws: report.draws,
        failing: report.failing == 0 ? "" : "tracking fails for \(report.failing), in no figure") + " "
      + ScenarioWords.sentence(GazeRig.self, report.scenario)
  }
}

/// A ratio of errors in the direction that a reader expects: `1.3 times worse [0.9, 1.9]`.
struct Times: Sendable, Equatable {
  /// The factor and its interval in words: `1.3 times worse [0.9, 1.9]`, `the same [0.99, 1.01]`.
  let words: String
  /// True if the factor is 1 in the digits that are shown.
  let isSame: Bool

  /// - Parameters:
  ///   - ratio: the error of the reference divided by that of the row.
  ///   - interval: the ratio's interval.
  init?(_ ratio: Double?, _ interval: ConfidenceInterval?) {
    guard let ratio, ratio > 0, ratio.isFinite else { return nil }
    let isWorse = ratio <= 1
    func number(_ value: Double) -> String {
      value >= 9.95 ? NumberText.fixed(value, 0) : NumberText.fixed(value, value < 1.95 ? 2 : 1)
    }
    func factor(_ value: Double) -> String { number(isWorse ? 1 / value : value) }
    let ends = interval.flatMap { interval -> String? in
      guard interval.lower > 0 else { return nil }
      let ends = isWorse ? (interval.upper, interval.lower) : (interval.lower, interval.upper)
      return " [\(factor(ends.0)), \(factor(ends.1))]"
    }
    isSame = factor(ratio) == number(1)
    words = (isSame ? "the same" : "\(factor(ratio)) times \(isWorse ? "worse" : "better")") + (ends ?? "")
  }
}
