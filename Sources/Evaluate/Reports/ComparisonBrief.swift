import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// The short form of a comparison of a rig's pipelines: the rows sorted by the first headline metric.
enum ComparisonBrief {
  /// - Parameter all: shows every row.
  static func brief(_ report: Comparison, _ command: Invocation, all: Bool) -> Document {
    guard let first = report.rows.first?.figures.first(where: { $0.value != nil })?.metric else {
      var brief = Document([.init("nothing could be measured", .strong)])
      brief.addNext(next(command, hidden: 0))
      return brief
    }
    let rows = report.rows.filter { own($0, first)?.value != nil }.sorted {
      // Differences are of errors: small values are better.
      (own($0, first)?.value ?? 0) < (own($1, first)?.value ?? 0)
    }
    let words = label(first, report)
    var brief = Document([.init(conclusion(rows, first, report), .strong)])
    brief.isLimited = !all
    let condition = report.conditions?.first.map { ", \($0.condition.name)" } ?? ""
    brief.addNote(
      "\(report.device), \(report.rig)\(condition), "
        + people(
          report.participants, preset: report.preset, set: report.set, seed: report.seed,
          failing: report.failing == 0 ? "" : "the sensor fails \(report.failing), in no figure")
        + " Scenarios: \(TerminalText.line(report.scenario.replacing("+", with: ", ").prefix(120))).",
      rank: 0)
    brief.addGap()
    let others = Array(report.headlines.filter { $0 != first && own(report.rows[0], $0) != nil }.prefix(3))
    var table = Table(
      [.init(""), .init("pipeline"), .init(words, right: true), .init("against the reference", right: true)]
        + others.map { .init(label($0, report), right: true, needed: false) })
    table.indent = 0
    table.option = "--all"
    let shown = all ? report.rows.filter { own($0, first)?.value == nil } : []
    for row in rows.prefix(all ? rows.count : GazeComparisonBrief.rows) + shown {
      let isReference = row.pipeline == report.reference
      table.add(
        [
          .init(isTie(row, first) && !isReference ? "~" : ""), .init(name(row), isReference ? .strong : .plain),
          .init(value(row, first)), .init(isReference ? "reference" : difference(row, first)),
        ] + others.map { .init(value(row, $0)) })
    }
    let hidden = report.rows.count - table.rows.count
    brief.add(table)
    if rows.contains(where: { isTie($0, first) && $0.pipeline != report.reference }) {
      brief.addNote(
        "~ its interval holds 0: \(NumberText.count(report.participants, "person", "people")) cannot tell it from "
          + "the reference", rank: 3)
    }
    if let conditions = report.conditions, conditions.count > 1 {
      let names = conditions.dropFirst().map(\.condition.name).joined(separator: ", ")
      brief.addNote("Also computed: \(names): --details", rank: 6)
    }
    brief.addNext(next(command, hidden: hidden))
    return brief
  }

  /// `20 simulated people (typical, seed 1), not a phone.` or `3 recorded people.`
  static func people(
    _ count: Int, preset: String?, set constants: [String: Double]?, seed: UInt64?, draws: Int? = nil,
    failing: String
  ) -> String {
    guard let preset, let seed else {
      return NumberText.count(count, "recorded person", "recorded people") + (failing.isEmpty ? "." : "; \(failing).")
    }
    let pooled = draws.map { " and the next \($0 - 1), a phone for each" } ?? ""
    return NumberText.count(count, "simulated person", "simulated people")
      + " (\(ReportSubject.conditions(preset, constants, seed))\(pooled)"
      + "\(failing.isEmpty ? "" : "; \(failing)")), not a phone."
  }

  /// A page, all rows, everything.
  static func next(_ command: Invocation, hidden: Int) -> [Invocation] {
    let command = command.repeatable
    let page = command.words.contains { $0.hasSuffix(".html") } ? [] : [command.adding("-o", "compare.html")]
    return page + (hidden == 0 ? [] : [command.adding("--all")]) + [command.adding("--details")]
  }

  private static func own(_ row: Comparison.Row, _ metric: String) -> Comparison.Figure? {
    row.figures.first { $0.metric == metric }
  }

  private static func label(_ metric: String, _ report: Comparison) -> String {
    MetricText(metric).words
  }

  private static func value(_ row: Comparison.Row, _ metric: String) -> String {
    own(row, metric).map { FigureText.value($0.value, metric) } ?? "-"
  }

  private static func isTie(_ row: Comparison.Row, _ metric: String) -> Bool {
    own(row, metric)?.differenceCI95?.contains(0) ?? false
  }

  /// `10.4° worse [8.21, 12.1]`.
  private static func difference(_ row: Comparison.Row, _ metric: String) -> String {
    guard let figure = own(row, metric), let difference = figure.difference else { return "-" }
    // The reference minus the row: a positive difference is a row with a smaller error.
    let isWorse = difference <= 0
    let sign = isWorse ? -1.0 : 1
    let ends = figure.differenceCI95.map { interval in
      let ends = [sign * interval.lower, sign * interval.upper].sorted()
      return " [\(NumberText.significantDigits(ends[0])), \(NumberText.significantDigits(ends[1]))]"
    }
    return FigureText.value(abs(difference), metric) + (isWorse ? " worse" : " better")
      + (ends ?? "")
  }

  /// The row's name: `standard, calibrated`.
  private static func name(_ row: Comparison.Row) -> String { GazeComparisonBrief.short(row.pipeline) }

  /// The value of a calibration; nil if no row has one.
  private static func calibrated(_ rows: [Comparison.Row], _ metric: String, _ report: Comparison) -> String? {
    guard let row = rows.first(where: { $0.pipeline.hasSuffix(PipelineVariant<GazeRig>.calibrated) }),
      let reference = rows.first(where: { $0.pipeline == report.reference })
    else { return nil }
    let people = NumberText.count(report.participants, "person", "people")
    let (with, without) = (value(row, metric), value(reference, metric))
    let label = label(metric, report)
    guard own(row, metric)?.differenceCI95 != nil else {
      return "\(label) \(with) with the calibration, \(without) without; \(tooFew(report))"
    }
    return isTie(row, metric)
      ? "\(people) cannot tell the calibration from none: \(label) \(with) with it, \(without) without"
      : "\(label) \(with) with the calibration: \(difference(row, metric)) than without"
  }

  /// `1 person is too few for an interval`.
  private static func tooFew(_ report: Comparison) -> String {
    NumberText.count(report.participants, "person is", "people are") + " too few for an interval"
  }

  private static func conclusion(_ rows: [Comparison.Row], _ metric: String, _ report: Comparison) -> String {
    if let calibrated = calibrated(rows, metric, report) { return calibrated }
    guard let best = rows.first else { return "nothing could be measured" }
    let error = "\(label(metric, report)) \(value(best, metric))"
    guard rows.count > 1 else { return "\(best.pipeline): \(error)" }
    let people = NumberText.count(report.participants, "person", "people")
    let rivals = best.pipeline == report.reference ? rows.filter { $0.pipeline != report.reference } : [best]
    if rivals.contains(where: { own($0, metric)?.differenceCI95 == nil }) {
      // No winner: the order of the means and that of the paired differences can differ.
      let second = rows.first { $0.pipeline == report.reference && $0.pipeline != best.pipeline } ?? rows[1]
      return NumberText.count(report.participants, "person is", "people are")
        + " too few to say which is best: \(label(metric, report)) \(value(best, metric)) for \(best.pipeline), "
        + "\(value(second, metric)) for \(second.pipeline)"
    }
    let ties = rivals.count { isTie($0, metric) }
    if ties == 0 { return "\(best.pipeline) is the best: \(error)" }
    return best.pipeline == report.reference
      ? "\(best.pipeline) is ahead, \(error); \(people) cannot tell it from \(NumberText.count(ties, "other")) (~)"
      : "\(best.pipeline) has the smallest \(error), but \(people) cannot tell it from \(report.reference)"
  }
}
