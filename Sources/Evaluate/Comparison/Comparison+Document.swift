import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import Inspection

extension Comparison: WrittenComparison {
  var recordingFaults: [RecordingFault]? { nil }
  var replay: ReplayTraces? { nil }

  /// The metrics that at least one of these rows has, the headlines first.
  static func metrics(_ rows: [Row]) -> [Figure] {
    (rows.first?.figures ?? []).filter { figure in rows.contains { $0[figure.metric]?.value != nil } }
  }

  // MARK: The short form

  /// The first metric that was measured; the short form is of it. Differences are of errors: small values are better.
  private var first: String? { rows.first?.figures.first { $0.value != nil }?.metric }

  /// The rows with a value of a metric, the smallest one first.
  private func ranked(_ metric: String) -> [Row] {
    rows.filter { $0[metric]?.value != nil }.sorted { ($0[metric]?.value ?? 0) < ($1[metric]?.value ?? 0) }
  }

  func head(isShort: Bool) -> Document {
    guard let first else { return Document("nothing could be measured") }
    let conclusion = conclusion(first, ranked(first))
    var document = Document(isShort ? conclusion : conclusion.replacing(Self.tieMark, with: ""))
    let condition = conditions?.first.map { ", \($0.condition.name)" } ?? ""
    let people = peopleInShort(
      preset: preset, set: set, seed: seed,
      failing: failing == 0 ? "" : "the sensor fails \(failing), in no figure")
    let scenarios = TerminalText.line(scenario.replacing("+", with: ", ").prefix(120))
    document.addNote("\(device), \(rig)\(condition), \(people) Scenarios: \(scenarios).", rank: 0)
    return document
  }

  func addShortTable(to document: inout Document, all: Bool) -> Int {
    guard let first else { return 0 }
    let ranked = ranked(first)
    let shown =
      all ? ranked + rows.filter { $0[first]?.value == nil } : Array(ranked.prefix(Self.shortRows))
    let hidden = rows.count - shown.count
    let others = headlines.filter { $0 != first && rows[0][$0] != nil }.prefix(3)
    addTable(
      shown.map { row in
        ShortRow(
          name: name(row), isReference: row.pipeline == reference, isTie: isTie(row, first),
          figure: value(row, first), change: difference(row, first), others: others.map { value(row, $0) })
      }, ("pipeline", label(first)), others.map { .init(label($0), right: true, needed: false) }, hidden: hidden,
      to: &document)
    if ranked.contains(where: { isTie($0, first) }) {
      let why = rows.contains { $0.set != nil } ? Variation.tie : "its interval holds 0"
      document.addNote("~ \(why): \(people) cannot tell it from the reference", rank: 3)
    }
    if let conditions, conditions.count > 1 {
      let names = conditions.dropFirst().map(\.condition.name).joined(separator: ", ")
      document.addNote("Also computed: \(names): --details", rank: 6)
    }
    return hidden
  }

  private func label(_ metric: String) -> String { MetricText(metric).words }

  private func name(_ row: Row) -> String {
    row.set.map { Variation.words($0).joined(separator: ", ") } ?? VariantLabel.short(row.pipeline)
  }

  private func value(_ row: Row, _ metric: String) -> String {
    row[metric].map { FigureText.value($0.value, metric) } ?? "-"
  }

  private func isTie(_ row: Row, _ metric: String) -> Bool {
    if row.set != nil, row[metric]?.adjustedP ?? 1 >= 0.05 { return true }
    return row.pipeline != reference && row[metric]?.differenceCI95?.contains(0) == true
  }

  /// `10.4° worse [8.21, 12.1]`.
  private func difference(_ row: Row, _ metric: String) -> String {
    guard let figure = row[metric], let difference = figure.difference else { return "-" }
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

  /// The value of a calibration if a row has one, else the best pipeline.
  private func conclusion(_ metric: String, _ ranked: [Row]) -> String {
    func words(_ row: Row) -> String { "\(label(metric)) \(value(row, metric))" }
    let standard = ranked.first { $0.pipeline == reference }
    if let row = ranked.first(where: { $0.pipeline.hasSuffix(VariantLabel.calibration) }), let standard {
      let without = value(standard, metric)
      guard row[metric]?.differenceCI95 != nil else {
        return "\(words(row)) with the calibration, \(without) without; \(tooFewForInterval)"
      }
      return isTie(row, metric)
        ? "\(people) cannot tell the calibration from none: \(words(row)) with it, \(without) without"
        : "\(words(row)) with the calibration: \(difference(row, metric)) than without"
    }
    let varied = ranked.filter { $0.set != nil }
    func effect(_ row: Row) -> Double { abs(row[metric]?.difference ?? 0) }
    let known = varied.filter { !isTie($0, metric) }
    if let row = (known.isEmpty ? varied : known).max(by: { effect($0) < effect($1) }), let standard {
      let sizes = "\(name(row)): \(words(row)) instead of \(value(standard, metric))"
      guard row[metric]?.differenceCI95 != nil else { return "\(sizes); \(tooFewForInterval)" }
      return Variation.conclusion(sizes, difference(row, metric), known: known.count, of: varied.count, people)
    }
    let best = ranked[0]
    guard ranked.count > 1 else { return "\(best.pipeline): \(words(best))" }
    let isReference = best.pipeline == reference
    let rivals = isReference ? Array(ranked.dropFirst()) : [best]
    if rivals.contains(where: { $0[metric]?.differenceCI95 == nil }) {
      // No winner: the order of the means and that of the paired differences can differ.
      let second = isReference ? ranked[1] : standard ?? ranked[1]
      return "\(tooFew) to say which is best: \(words(best)) for \(best.pipeline), \(value(second, metric)) for "
        + second.pipeline
    }
    let ties = rivals.count { isTie($0, metric) }
    if ties == 0 { return "\(best.pipeline) is the best: \(words(best))" }
    return isReference
      ? "\(best.pipeline) is ahead, \(words(best)); \(people) cannot tell it from "
        + NumberText.count(ties, "other") + Self.tieMark
      : "\(best.pipeline) has the smallest \(words(best)), but \(people) cannot tell it from \(reference)"
  }

  // MARK: The full form

  var pageTitle: (title: String, heading: String) {
    ("gazesim: \(rig) pipelines on \(device)", "Pipelines side by side: \(HTML.text(rig)) on \(HTML.text(device))")
  }

  var sections: [ComparisonSection] {
    let charts = parts.map { part in
      (hasConditions ? "<p>\(HTML.prose(heading(part.condition)))</p>" : "") + self.charts(part.rows)
    }
    let tables = parts.flatMap { part in
      (hasConditions ? [.sentence(heading(part.condition))] : []) + self.tables(part.rows)
    }
    var sections: [ComparisonSection] = [
      .init(
        id: "subject", name: "subject", heading: "Subject",
        blocks: ([subject + "."] + remarks).map { .sentence($0) }),
      .init(id: "figures", name: "side by side", heading: "Side by side", charts: charts.joined()),
      .init(id: "table", name: "table", heading: "All figures", blocks: tables + sweepTable),
    ]
    if let devices {
      sections.append(
        .init(
          id: "devices", name: "devices", heading: "Differences between devices",
          blocks: [.sentence(devices.title), .table(Table(devices.columns, devices.rows))]))
    }
    sections.append(.init(id: "sources", name: "pipelines", heading: "The pipelines", blocks: sources))
    return sections
  }

  /// The conditions in force; a single one without a name if the pipelines ran once.
  private var parts: [Part] { conditions ?? [Part(condition: RigCondition("", ""), rows: rows)] }

  private var hasConditions: Bool { conditions != nil }

  /// The subject in a line.
  var subject: String {
    let start = "\(device), \(rig): \(people), \(source)"
    guard recorded == nil, let preset, let seed, let phone else { return "\(start), in recordings; \(scenario)" }
    return "\(start), preset \(preset), phone \(phone), seed \(seed); \(scenario)"
  }

  /// Sentences that apply to all rows.
  private var remarks: [String] {
    [
      "Figures are over people with 95 % intervals; the difference is \(reference) minus the row's, paired over people."
    ] + (failing > 0 ? ["The sensor fails \(failing) of the people; they are in no figure."] : [])
      + (recorded == nil ? [] : [fewRecordedPeople]) + (source == "simulated" ? [simulatedPeople] : [])
  }

  /// `Without prompts: the app never asks (task.forwardAtStart 0, task.forwardInterval 0).`
  private func heading(_ condition: RigCondition) -> String {
    let set = condition.settings.sorted { $0.key < $1.key }.map { "\($0.key) \(NumberText.fixed($0.value, 0))" }
    return "\(condition.name.prefix(1).uppercased())\(condition.name.dropFirst()): \(condition.summary)"
      + (set.isEmpty ? "." : " (\(set.joined(separator: ", "))).")
  }

  /// Headings of the differences between the reference and the other pipelines.
  private var differences: [String] { rows.dropLast().map { "\(reference) - \($0.pipeline)" } }

  /// The metrics with a column per pipeline, and the differences between pipelines, which are in the same table or, if
  /// it would be too wide, in a second one below.
  private func tables(_ rows: [Row]) -> [Document.Block] {
    let isWide = rows.count > 3
    var table = Table(["figure", "unit"] + rows.map(\.pipeline) + (isWide ? [] : differences))
    var below = Table(["figure", "unit"] + differences)
    for metric in Self.metrics(rows) {
      let name = [metric.metric, metric.unit == "1" ? "" : metric.unit]
      let figures = rows.map { $0[metric.metric] }
      let differences = self.differences(figures)
      table.add(name + values(figures) + (isWide ? [] : differences))
      below.add(name + differences)
    }
    return [.table(table)] + (isWide ? [.table(below)] : [])
  }

  /// The first headline metric with a row per condition.
  private var sweepTable: [Document.Block] {
    guard let sweep, let figure = sweep.first?.rows.first?.figures.first else { return [] }
    let table = Table(
      ["condition"] + rows.map(\.pipeline) + differences,
      sweep.map { part in
        let figures = part.rows.map(\.figures.first)
        return [part.condition.name] + values(figures) + self.differences(figures)
      })
    let under = conditions?.first.map { ", \($0.condition.name)" } ?? ""
    return [
      .sentence("\(figure.metric) (\(figure.unit))\(under), with other values of unknown constants:"), .table(table),
    ]
  }

  private func values(_ figures: [Figure?]) -> [String] { figures.map { estimate($0?.value, $0?.ci95) } }

  private func differences(_ figures: [Figure?]) -> [String] {
    figures.dropLast().map { estimate($0?.difference, $0?.differenceCI95) }
  }

  /// Source, assumptions and remarks of each pipeline.
  private var sources: [Document.Block] {
    rows.enumerated().flatMap { place, row -> [Document.Block] in
      // A remark that applies under every condition is said once.
      let remarks = parts.map { (condition: $0.condition.name, own: $0.rows[place].remarks) }
      let common = row.remarks.filter { remark in remarks.allSatisfy { $0.own.contains(remark) } }
      let others = remarks.flatMap { part in
        part.own.filter { !common.contains($0) }.map { "\(part.condition): \($0)" }
      }
      return [source(row.pipeline, row.summary, of: row.source, row.assumptions)]
        + (common + others).map { .sentence($0) }
    }
  }

  /// The comparison as CSV (RFC 4180): a row per pipeline and metric, each with the full subject.
  var csv: String {
    let header = [
      "device", "rig", "scenario", "source", "preset", "seed", "phone", "participants", "pipeline", "metric", "unit",
      "value", "ci95Low", "ci95High", "difference", "differenceCI95Low", "differenceCI95High", "condition",
    ]
    let run = [device, rig, scenario, source, preset ?? ""] + [seed, phone].map { $0.map(String.init) ?? "" }
    let lines = (parts + (sweep ?? [])).flatMap { part in
      part.rows.flatMap { row in
        row.figures.map { figure in
          (run + ["\(participants)", row.pipeline, figure.metric, figure.unit]).map(CSV.text)
            + [
              figure.value, figure.ci95?.lower, figure.ci95?.upper, figure.difference, figure.differenceCI95?.lower,
              figure.differenceCI95?.upper,
            ].map(csvNumber) + [CSV.text(part.condition.name)]
        }
      }
    }
    return csvFile([header] + lines)
  }

  // MARK: Charts

  private func ranges(_ metric: Figure, _ rows: [Row]) -> [RangeRow] {
    rows.map { row in
      RangeRow(
        row.pipeline, row[metric.metric]?.value, row[metric.metric]?.ci95, metric: metric.metric,
        isReference: row.pipeline == reference)
    }
  }

  private func axis(_ ranges: [RangeRow]) -> Axis { Axis("", holding: ranges.flatMap(\.ends) + [0]) }

  /// A dot and a whisker per pipeline for each headline metric.
  private func charts(_ rows: [Row]) -> String {
    Self.metrics(rows).filter { headlines.contains($0.metric) }.map { metric in
      let ranges = ranges(metric, rows)
      let unit = FigureText.printed(unit: metric.unit)
      let name = metric.label.map { HTML.text($0) } ?? "<code>\(HTML.text(metric.metric))</code>"
      return RangeRow.html(
        ranges, axis(ranges), heading: name + (unit.isEmpty ? "" : " (\(HTML.text(unit)))"))
    }.joined()
  }

  /// The first headline metric of each pipeline, the smallest value first.
  var rangesPicture: String {
    let metric = Self.metrics(rows).first { headlines.contains($0.metric) }
    let unit = metric.map { FigureText.printed(unit: $0.unit) } ?? ""
    let name = MetricText(metric?.metric ?? "").words + (unit.isEmpty ? "" : " (\(unit))")
    let condition = conditions?.first.map { " Condition: \($0.condition.name)." } ?? ""
    let shown: [RangeRow] = metric.map { self.ranges($0, rows) } ?? []
    return picture(
      shown.sorted { ($0.value ?? .infinity) < ($1.value ?? .infinity) }, axis,
      Sentence.text(name + "; whiskers: 95 % over people.") + condition, missing: "a figure")
  }
}
