import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The parts of a report that only `--details`, Markdown and pages show.
extension Report {
  func addDetails(_ rigWords: RigWords, isAccepted: Bool, to document: inout Document) {
    document.addGap(rank: Document.inDetails)
    document.addDetail(about + ".")
    document.addDetail(rigWords.conditions + ".")
    addJudgedDetails(isAccepted: isAccepted, to: &document)
    let (distributions, others) = tables
    document.addDetail(distributions)
    document.addDetail(others)
    for table in rigWords.tables { document.addDetail(table) }
    document.addGap(rank: Document.inDetails)
    for remark in rigWords.remarks { document.addDetail(remark) }
    document.addDetail(withoutInterval)
    if failingParticipants > 0 {
      document.addDetail(
        "\(NumberText.count(failingParticipants, "person", "people")) whom the sensor fails "
          + "\(NumberText.word(failingParticipants, "is", "are")) in none of these figures.")
    }
    if self.source == "simulated" {
      document.addDetail(
        "Simulated people: these figures compare pipelines and catch regressions; they say nothing of a phone.")
    }
  }

  /// The metrics as two tables: a row per distribution, which has several statistics, and a row per other metric.
  private var tables: (distributions: Table, others: Table) {
    let statistics = ["mean", "median", "p90", "p95", "rms"]
    func parts(_ metric: String) -> (stem: String, key: String) {
      let parts = metric.split(separator: ".")
      return (parts.dropLast().joined(separator: "."), parts.last.map(String.init) ?? "")
    }
    let known = figures.filter { $0.value != nil }
    var stems: [(name: String, figures: [String: ReportFigure])] = []
    for figure in known {
      let (stem, key) = parts(figure.metric)
      guard statistics.contains(key) else { continue }
      if stems.last?.name != stem { stems.append((stem, [:])) }
      stems[stems.count - 1].figures[key] = figure
    }
    stems.removeAll { $0.figures.count < 2 }
    let keys = statistics.filter { key in stems.contains { $0.figures[key] != nil } }
    let main = keys.contains("median") ? "median" : "mean"
    var distributions = Table(
      ["distribution", "unit"] + keys.flatMap { $0 == main ? [$0, "95 % of the \($0)"] : [$0] })
    for (name, figures) in stems {
      distributions.add(
        [name, figures.values.first.map { plainUnit($0.metric) } ?? ""]
          + keys.flatMap { key in
            let figure = figures[key]
            let value = figure.map { NumberText.significantDigits($0.value ?? 0) } ?? "-"
            return key == main ? [value, FigureText.interval(figure?.ci95)] : [value]
          })
    }
    var others = Table(["figure", "value", "95 % over people", "metric"])
    let shown = Set(stems.map(\.name))
    for figure in known
    where !shown.contains(parts(figure.metric).stem) || !statistics.contains(parts(figure.metric).key) {
      others.add([
        MetricText(figure.metric).words, FigureText.value(figure.value, figure.metric),
        figure.ci95.map { FigureText.interval($0, figure.metric) } ?? figure.peopleNeeded.map { "needs \($0) people" }
          ?? "-", figure.metric,
      ])
    }
    return (distributions, others)
  }

  /// Figures without an interval, grouped by the number of people that they need.
  private var withoutInterval: String {
    let groups = Dictionary(grouping: peopleNeeded.keys.sorted()) { peopleNeeded[$0] ?? 0 }
    guard !groups.isEmpty else { return "" }
    let parts = groups.sorted { $0.key < $1.key }.map { needed, names in
      names.count > 3
        ? "\(names.count) figures need \(needed) people"
        : "\(names.joined(separator: ", ")) \(NumberText.word(names.count, "needs", "need")) \(needed) people"
    }
    return "No interval of \(NumberText.count(participants, "person", "people")): \(parts.joined(separator: ", "))."
  }

  /// The subject in a line: device, pipeline, people, and the preset of a simulation.
  var about: String {
    // A recording that was stripped of its truth states neither seed nor phone.
    func known(_ number: UInt64?) -> String { number.map { "\($0)" } ?? "unknown" }
    let of =
      self.source == "simulated"
      ? (["simulated, preset \(self.preset ?? "unknown")"] + ReportSubject.changed(self.constants)
        + ["phone \(known(self.phone)), seed \(known(self.seed))"]).joined(separator: ", ")
      : "recorded"
    return "\(self.device), \(self.pipeline), \(self.scenario): \(peopleInWords), "
      + "\(NumberText.brief(seconds / 60, 1)) min (\(of))"
  }

  /// Number of people and sessions.
  var peopleInWords: String { recorded?.summary ?? NumberText.count(participants, "person", "people") }

  /// A metric's unit for a table's column; empty for a share.
  func plainUnit(_ metric: String) -> String {
    let unit = PeopleMetric<R.Person>.find(metric)?.unit ?? ""
    return unit == "1" ? "" : unit
  }
}

/// Everything that was judged, in all digits.
extension Report {
  private func addJudgedDetails(isAccepted: Bool, to document: inout Document) {
    guard let verdict = verdict ?? (baseline == nil ? nil : .inconclusive) else { return }
    document.addDetail(
      Table(
        ["gate", "limit", "value", "95 %", "verdict", "decided by"],
        gates.map { gate in
          [
            gate.metric, "\(gate.direction == .max ? "<=" : ">=") \(NumberText.shortest(gate.limit))",
            NumberText.fixed(gate.value, 3), FigureText.brackets(gate.ci95, 3), gate.verdict.rawValue,
            Self.decision(gate.decision) { NumberText.fixed($0, 3) },
          ]
        }))
    for line in limitsLeftOut.lines { document.addDetail(line) }
    if let baseline {
      document.addDetail(comparison(baseline, isAccepted: isAccepted))
      if isAccepted {
        document.addDetail(
          "Changes from the old baseline, on \(baseline.participants) people; the new baseline is written.")
      } else {
        for remark in baseline.remarks { document.addDetail(remark) }
      }
    }
    if let correctness { document.addDetails(of: correctness) }
    document.addDetail(correctnessOmitted ?? "")
    if let analyses {
      let taken = analyses.people.prefix(analyses.taken).map(String.init).joined(separator: ", then ")
      let rest = analyses.people.dropFirst(analyses.taken).last.map { ", of at most \($0)" } ?? ""
      document.addDetail("Judged after \(taken) \(taken == "1" ? "person" : "people")\(rest); \(analyses.method).")
    }
    for gate in gates where gate.verdict == .inconclusive { document.addDetail(gate.shortfall.map { "\($0)" } ?? "") }
    document.addDetail(hint(verdict))
    let ending = verdict == .pass ? limitsLeftOut.ending : ""
    if !isAccepted || self.verdict != nil { document.addDetail("verdict: \(verdict.rawValue)\(ending)") }
  }

  /// Advice on an inconclusive verdict.
  private func hint(_ verdict: GateVerdict) -> String {
    guard verdict == .inconclusive, let analyses, analyses.taken == analyses.people.count else { return "" }
    if analyses.population == .recorded { return "Recordings of more people may give a verdict." }
    return baseline == nil
      ? "More people may give a verdict: --most-participants."
      : "More people may give a verdict: accept a baseline with a larger --most-participants."
  }

  /// `98.75 % [1, 2] of 40 people`.
  private static func decision(_ decision: GateDecision?, _ text: (Double) -> String) -> String {
    guard let d = decision else { return "-" }
    return "\(NumberText.brief(d.level * 100, 2)) % [\(text(d.lower)), \(text(d.upper))] of \(d.people)"
  }

  private func comparison(_ baseline: BaselineComparison, isAccepted: Bool) -> Table {
    typealias Row = BaselineComparison.Row
    var table = Table(
      ["against the baseline", "before", "now", "change", "95 %"]
        + (isAccepted ? [] : ["allowed", "verdict", "decided by"]))
    for row in baseline.comparisons {
      table.add(
        [
          row.metric, NumberText.fixed(row.before, 3), NumberText.fixed(row.after, 3),
          row.change.map(Row.percent) ?? "-", row.interval.isEmpty ? "-" : row.interval,
        ]
          + (isAccepted
            ? []
            : [
              Row.percent(row.direction == .max ? row.margin : -row.margin), row.verdict.rawValue,
              Self.decision(row.decision, Row.percent),
            ]))
    }
    return table
  }
}
