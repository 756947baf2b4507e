package import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import Inspection
private import PortableFoundation

extension GazeComparisonReport: WrittenComparison {
  // MARK: Rows

  /// The rows, the smallest error first; rows without an error are last. If constants are varied, the reference is
  /// first; the values follow as they were named, or for all assumed constants the largest effect first.
  var sorted: [GazeComparison.Row] {
    guard showsVariations else {
      return rows.sorted { ($0.errorPoints ?? .infinity) < ($1.errorPoints ?? .infinity) }
    }
    let areNamed = Set(rows.flatMap { ($0.set ?? [:]).keys }).count <= Variation.mostKeys
    func effect(_ row: GazeComparison.Row) -> Double { abs(log(row.ratio ?? 1)) }
    return rows.filter { $0.set == nil }
      + (areNamed ? varied : varied.sorted { (effect($1), $0.label) < (effect($0), $1.label) })
  }

  /// True if rows differ in a constant of the simulation.
  var showsVariations: Bool { !varied.isEmpty }

  /// The rows with a varied constant.
  var varied: [GazeComparison.Row] { rows.filter { $0.set != nil } }

  /// True if the rows differ in the trigger's rule alone, which hardly changes the pointer's error.
  private var isOfRules: Bool { showsTriggers && !rows.contains { $0.recentre != nil } }

  /// The rows with an error, in the order of the short form.
  var ranked: [GazeComparison.Row] {
    let known = sorted.filter { $0.errorPoints != nil }
    return isOfRules ? known.sorted { ($0.f1 ?? 0) > ($1.f1 ?? 0) } : known
  }

  private var hasOneRecline: Bool { Set(rows.map(\.recline)).count == 1 }

  /// A row's label in short, with its recline if there are several.
  private func shortLabel(_ row: GazeComparison.Row) -> String { VariantLabel.short(row.label) + recline(of: row) }

  private func recline(of row: GazeComparison.Row) -> String {
    hasOneRecline ? "" : row.recline.map { ", \(NumberText.shortest($0))°" } ?? ""
  }

  /// A row's name in the short form: its choices, such as `reading`, `confirm` or `dot, below`, if these name it.
  func name(of row: GazeComparison.Row) -> String {
    if let set = row.set { return Variation.words(set).joined(separator: ", ") + recline(of: row) }
    if showsVariations, row.label == reference { return "present value" + recline(of: row) }
    guard isOfStandard, row.smoothing == nil, row.calibration == nil, row.recentre != nil || row.trigger != nil,
      row.label.contains(VariantLabel.fivePoints) || recorded != nil
    else { return shortLabel(row) }
    return [row.preset == nil ? row.recentre : "ideal", row.trigger].compactMap(\.self).joined(separator: ", ")
      + recline(of: row)
  }

  private var isOfStandard: Bool { rows.allSatisfy { $0.pipeline == GazeRig.standard.name } }

  /// True if the interval of a row's ratio does not exclude 1, or its test's adjusted p is not below 0.05.
  func isTie(_ row: GazeComparison.Row) -> Bool {
    if row.set != nil, row.adjustedP?.errorPoints ?? 1 >= 0.05 { return true }
    return row.label != reference && row.ratioCI95?.contains(1) == true
  }

  // MARK: The short form

  func head(isShort: Bool) -> Document {
    let conclusions = GazeComparisonConclusion(self).sentences.map {
      isShort ? $0 : $0.replacing(Self.tieMark, with: "")
    }
    let faults = recordingFaults ?? []
    var document = Document(warning: RecordingFault.conclusion(faults), conclusions[0])
    for sentence in conclusions.dropFirst() { document.add(.sentence(sentence), rank: 2) }
    for sentence in RecordingFault.remarks(faults) { document.addFault("! " + sentence) }
    let angle = hasOneRecline ? rows.first?.recline.map { ", recline \(NumberText.shortest($0))°" } ?? "" : ""
    let people = peopleInShort(
      preset: preset, set: set, seed: seed, draws: draws,
      failing: failing == 0 ? "" : "tracking fails for \(failing), in no figure")
    document.addNote(
      "\(device)\(angle), \(people) \(ScenarioWords.sentence(GazeRig.self, scenario))", rank: 0)
    return document
  }

  func addShortTable(to document: inout Document, all: Bool) -> Int {
    var shown = all ? ranked + rows.filter { $0.errorPoints == nil } : Array(ranked.prefix(Self.shortRows))
    // The reference is always shown, since all others are compared with it.
    if !shown.contains(where: { $0.label == reference }), let own = ranked.first(where: { $0.label == reference }) {
      shown[shown.count - 1] = own
    }
    let hidden = rows.count - shown.count
    if !showsVariations { shown += resting.filter { $0.errorPoints != nil } }
    addTable(
      shown.map(shortRow),
      ((showsChoices || showsVariations) && isOfStandard ? "standard with" : "pipeline", "error pt"), otherColumns,
      hidden: hidden, to: &document)
    if !isOfRules, shown.contains(where: isTie) {
      let why = showsVariations ? Variation.tie : "its interval holds 1"
      document.addNote("~ \(why): \(people) cannot tell it from the reference", rank: 3)
    }
    for note in notes(on: shown) { document.addNote(note.sentence, rank: note.rank) }
    if let splitCount {
      let own = draws == nil ? "" : ", each with draws of its own"
      document.addNote("The ranges over \(splitCount) splits of the error\(own): --details", rank: 6)
    }
    return hidden
  }

  private var otherColumns: [Table.Column] {
    func optional(_ titles: String...) -> [Table.Column] { titles.map { .init($0, right: true, needed: false) } }
    return (showsSmoothing ? optional("lag ms", "jitter °") : [])
      + (showsTriggers
        ? [.init("false/min", right: true), .init("F1", right: true)] + optional("F1, 95 %")
        : optional("95 % of the error", "false scrolls/min", "F1"))
  }

  private func shortRow(_ row: GazeComparison.Row) -> ShortRow {
    func text(_ value: Double?) -> String { value.map(NumberText.significantDigits) ?? "-" }
    let f1Ends = row.f1CI95.map { "\(NumberText.fixed($0.lower, 2)) to \(NumberText.fixed($0.upper, 2))" }
    let scrolls = [text(row.falsePerMinute), text(row.f1)]
    return ShortRow(
      name: name(of: row), isReference: row.label == reference, isTie: isTie(row) && !isOfRules,
      figure: text(row.errorPoints), change: RatioText(row.ratio, row.ratioCI95)?.words ?? "-",
      others: (showsSmoothing ? [text(row.latencyMilliseconds), text(row.jitterDegrees)] : [])
        + (showsTriggers
          ? scrolls + [f1Ends ?? "-"] : [FigureText.interval(row.errorPointsCI95)] + scrolls))
  }

  /// Sentences without which these rows are misread, each with its place in the order of omission.
  private func notes(on rows: [GazeComparison.Row]) -> [(sentence: String, rank: Int)] {
    var notes: [(sentence: String, rank: Int)] = []
    func note(_ sentence: String, _ rank: Int, if applies: Bool) {
      if applies { notes.append((sentence, rank)) }
    }
    note(
      "The reference has the profile's smoothing. Filters have untuned default parameters; 'gazesim calibrate' tunes "
        + "them.", 6, if: showsSmoothing)
    note(
      "times: the geometric mean of each person's own ratio, so not the quotient of the column's means", 4,
      if: rows.contains(where: isUnlikeColumn))
    let ideal = self.rows.contains { $0.preset != nil } ? "; the ideal tracker shows what the task permits." : "."
    note(
      "The reference has a person's own 5 points, as all rows have" + ideal, 4, if: showsChoices && recorded == nil)
    note(
      "hindsight: with the session's own best constant, which nobody knows beforehand", 4,
      if: rows.contains { $0.label.hasSuffix(VariantLabel.hindsight) })
    note(
      "+ const: with the constant that is best for the judged frames, which flatters it", 6,
      if: self.rows.contains { $0.offset != nil })
    return notes
  }

  /// True if the ratio differs by a twentieth or more from the quotient that a reader would make of the column.
  private func isUnlikeColumn(_ row: GazeComparison.Row) -> Bool {
    let usual = rows.first { $0.label == reference && $0.recline == row.recline }?.errorPoints
    guard let own = row.errorPoints, let usual, let ratio = row.ratio else { return false }
    return own > 0 && abs(ratio * own / usual - 1) > 0.05
  }

  // MARK: The full form

  var pageTitle: (title: String, heading: String) {
    ("gazesim: pipelines on \(device)", "Pipelines side by side on \(HTML.text(device))")
  }

  var sections: [ComparisonSection] {
    let constants = replay?.constants.map { "<p>Constants: \(HTML.text(Report<GazeRig>.counts($0))).</p>" } ?? ""
    return [
      .init(
        id: "subject", name: "of what", heading: "What this is of",
        blocks: (notes(on: rows).map(\.sentence) + remarks).map { .sentence($0) }),
      .init(
        id: "pointer", name: "pointer", heading: "How far off",
        charts: charts("median pointer error (pt), mean over people", pointerRange)),
      .init(
        id: "scroll", name: "scrolling", heading: "Scrolling",
        charts: charts("scroll F1") {
          RangeRow($0.label, $0.f1, $0.f1CI95, unit: "1", isReference: $0.label == reference)
        }),
      .init(
        id: "table", name: "table", heading: "All figures", blocks: [.table(table)] + ranges + effects),
      .init(id: "replay", name: "replay", heading: "Replay", charts: ReplaySection.html(replay)),
      .init(id: "sources", name: "pipelines", heading: "What the pipelines are", blocks: sources),
      .init(
        id: "bridge", name: "constants", heading: "The constants in metres",
        blocks: bridge.sentences.map { .sentence($0) } + [.table(bridge.table)]),
      .init(
        id: "provenance", name: "provenance", heading: "Where this comes from", charts: constants,
        blocks: [.sentence("\(subject). Interface: \(orientation).")]),
    ]
  }

  private var table: Table {
    let figures = GazeComparison.figures.filter { $0.title != nil }
    return Table(
      ["pipeline"] + figures.compactMap(\.title) + (showsSmoothing ? ["lag ms", "jitter °"] : []),
      (sorted + resting).map { row in
        let cells = figures.map { figure in
          figure.name == "ratio" && row.label == reference
            ? "1 (reference)" : estimate(row[keyPath: figure.value], row[keyPath: figure.interval])
        }
        let smoothing = [NumberText.fixed(row.latencyMilliseconds, 0), NumberText.fixed(row.jitterDegrees, 3)]
        return [shortLabel(row)] + cells + (showsSmoothing ? smoothing : [])
      })
  }

  /// The largest effects of the varied constants on scrolling.
  private var effects: [Document.Block] {
    typealias Row = GazeComparison.Row
    let figures:
      [(String, KeyPath<Row, Double?>, KeyPath<Row, ConfidenceInterval?>, KeyPath<GazeComparison.AdjustedP, Double?>)] =
        [
          ("F1", \.f1Difference, \.f1DifferenceCI95, \.f1),
          ("off pt/min", \.offScreenDifference, \.offScreenDifferenceCI95, \.offScreenScrollPointsPerMinute),
        ]
    return figures.compactMap { name, difference, interval, p in
      let known = varied.filter { $0[keyPath: difference] != nil }
        .sorted { abs($0[keyPath: difference] ?? 0) > abs($1[keyPath: difference] ?? 0) }
      guard !known.isEmpty else { return nil }
      return .table(
        Table(
          ["largest effects on \(name)", "reference minus row", "p (Holm)"],
          known.prefix(12).map { row in
            [
              self.name(of: row), estimate(row[keyPath: difference], row[keyPath: interval]),
              NumberText.fixed(row.adjustedP?[keyPath: p], 3),
            ]
          }))
    }
  }

  /// Smallest and largest estimate over the splits, each with its interval and the split that gives it.
  private var ranges: [Document.Block] {
    guard let splits, let splitCount else { return [] }
    var table = Table(
      ["smallest and largest over \(splitCount) splits", "error pt", "ratio", "F1", "false/min", "off pt/min"])
    for row in splits {
      let ranges = [
        row.errorPoints, row.label == reference ? nil : row.ratio, row.f1, row.falsePerMinute,
        row.offScreenScrollPointsPerMinute,
      ]
      func cells(_ end: KeyPath<GazeComparison.SplitRange, GazeComparison.End>) -> [String] {
        ranges.map { $0?[keyPath: end] }.map { end in
          end.map { "\(estimate($0.value, $0.ci95)) \($0.split)" } ?? "-"
        }
      }
      let label = hasOneRecline ? row.label : "\(row.label), \(NumberText.fixed(row.recline, 0))°"
      table.add([label] + cells(\.smallest))
      table.add([""] + cells(\.largest))
    }
    return [.table(table)]
  }

  private var sources: [Document.Block] {
    pipelines.map { facts in
      source(
        facts.name, facts.summary,
        of: "\(facts.kind.rawValue): \(facts.source); smoothing: \(facts.smoothing ?? "as chosen")",
        // A remark says once for all pipelines that they scroll by the article's rule.
        facts.assumptions.filter { !$0.contains("article's") })
    }
  }

  // MARK: Charts

  private func pointerRange(_ row: GazeComparison.Row) -> RangeRow {
    RangeRow(row.label, row.errorPoints, row.errorPointsCI95, unit: "pt", isReference: row.label == reference)
  }

  /// A dot and a whisker per row, with one axis for all rows.
  private func charts(_ label: String, _ range: (GazeComparison.Row) -> RangeRow) -> String {
    let all = sorted + resting
    guard all.contains(where: { range($0).value != nil }) else {
      return "<p class=\"missing\">None of these runs gives this figure.</p>"
    }
    let axis = Self.axis(all.map(range))
    let reclines = rows.map(\.recline).unique
    return reclines.map { recline in
      let heading = recline.map { "Phone leant back \(NumberText.typeset($0, 0, "°"))" } ?? "As recorded"
      return RangeRow.html(all.filter { $0.recline == recline }.map(range), axis, heading: heading, label: label)
    }.joined()
  }

  /// An axis for these figures. It is limited, since one extreme value would otherwise shrink the intervals of all
  /// other rows to dots.
  private static func axis(_ rows: [RangeRow]) -> Axis {
    let middle = Quantiles.median(rows.compactMap(\.value).filter(\.isFinite)) ?? 0
    return Axis("", holding: rows.flatMap(\.ends).map { min($0, max(2.5 * middle, 1)) } + [0])
  }

  /// The pointer's error of each row, the best one first.
  var rangesPicture: String {
    let shown = (sorted + resting).map { row in
      var range = pointerRange(row)
      range.name = shortLabel(row)
      return range
    }
    return picture(
      shown, Self.axis, "Median pointer error in points, mean over people; whiskers: 95 % over people.",
      missing: "an error")
  }
}

/// A ratio of errors in the direction that a reader expects: `1.3 times worse [0.9, 1.9]`.
struct RatioText: Equatable {
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

extension PublishedConstantsComparison {
  /// The apps' constants in metres, a row for each pipeline.
  package var table: Table {
    func pair(_ values: [Double], _ decimals: Int) -> String {
      values.map { NumberText.fixed($0, decimals) }.joined(separator: ", ")
    }
    return Table(
      [
        "pipeline", "gain x, y", "camera lands at pt", "off by mm", "screen it takes mm", "camera it takes mm",
        "right at pt",
      ],
      rules.map { rule in
        [
          rule.pipeline + (rule.maps == "lookAt" ? " (lookAtPoint)" : ""), pair(rule.gain, 2),
          pair(rule.cameraLandsAt, 0), NumberText.fixed(rule.offByMillimetres, 1), pair(rule.screenMillimetres, 1),
          pair(rule.cameraMillimetres, 1),
          rule.exactAt.map { $0.map { NumberText.fixed($0, 0) } ?? "-" }.joined(separator: ", "),
        ]
      })
  }
}
