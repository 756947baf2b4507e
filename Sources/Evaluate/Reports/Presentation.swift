import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// A report in words: the parts of Markdown, CSV and JUnit that differ between rigs.
package struct Presentation: Sendable {
  /// Inputs in a line.
  var conditions: String
  /// Inputs by name.
  var properties: [(String, String)]
  /// The metrics of the first table, most important first.
  var shown: [ReportFigure]
  /// Parts below the first table.
  var parts: [ReportPart]
  /// Further values for the CSV, which are not metrics and so cannot have limits.
  var details: [ReportFigure] = []
  /// Each person's own values, for a CSV with a row per person.
  var people = PeopleTable()
}

/// The values of each person, as in the JSON's `people`.
struct PeopleTable: Sendable, Equatable {
  /// Names of the columns; `participant` is the first.
  var columns: [String] = []
  /// A row per person, with an empty text for a missing value.
  var rows: [[String]] = []
}

/// A part of a report besides the table of metrics.
enum ReportPart: Sendable {
  /// One or more sentences.
  case remark(String)
  /// A table; for each column, `isNumber` states whether its cells are numbers.
  case table(columns: [(name: String, isNumber: Bool)], rows: [[String]])
}

extension Rig where Findings == PlainFindings {
  /// Presents the settings, the headline metrics and the remarks.
  package static func presentation(_ report: Report<Self>) -> Presentation {
    let settings = report.settings.sorted { $0.key < $1.key }
    return Presentation(
      conditions: (["rig \(name), against \(report.comparedWith); calibration \(report.calibration)"]
        + settings.map { "\($0.key) \(NumberText.brief($0.value))" }).joined(separator: ", "),
      properties: [("rig", name), ("deviceCalibration", report.deviceCalibration)]
        + settings.map { ($0.key, "\($0.value)") },
      shown: headlines.compactMap { report.figure($0) }
        + report.figures.filter { !headlines.contains($0.metric) && $0.value != nil },
      parts: report.remarks.map { .remark($0) } + report.worstPeople(by: headlines.first).map { .remark($0) },
      people: report.peopleTable)
  }
}

extension Report where R.Findings == PlainFindings {
  /// Values of the settings that the judged pipeline uses.
  package var settings: [String: Double] { findings.settings }

  /// Source of the calibration, in words.
  var calibration: String {
    let own = self.ownNumbers
    return self.deviceCalibration
      + (own > 0 ? " with \(NumberText.count(own, "person", "people"))'s own numbers" : "")
  }
}

extension Report {
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

  private func metric(_ name: String) -> PeopleMetric<R.Person>? { R.Person.metrics.first { $0.name == name } }

  /// A metric in words; a metric without a label is its path.
  func words(_ name: String) -> String { metric(name)?.label ?? MetricLabel.words(name) ?? name }

  /// A metric in words, as HTML; a metric without a label is given by its path.
  func label(_ name: String) -> String {
    (metric(name)?.label ?? MetricLabel.words(name)).map { HTML.text($0) } ?? "<code>\(HTML.text(name))</code>"
  }

  /// A metric's unit as printed after a number.
  func unit(_ name: String) -> String { MetricLabel.printed(unit: metric(name)?.unit ?? "") }

  /// A metric's unit for a table's column; empty for a share.
  func plainUnit(_ name: String) -> String {
    let unit = metric(name)?.unit ?? ""
    return unit == "1" ? "" : unit
  }
}

extension GateResult {
  /// `pointer.errorPoints.median <= 230`.
  var rule: String { "\(metric) \(direction == .max ? "<=" : ">=") \(NumberText.shortest(limit))" }

  /// Value, limit and interval in a line.
  var outcome: String {
    let interval =
      ci95.map { "95 % [\(NumberText.brief($0.lower)), \(NumberText.brief($0.upper))]" }
      ?? (peopleNeeded.map { "no interval: it needs \($0) people" } ?? "no interval")
    return
      "\(value.map { NumberText.brief($0) } ?? "missing"), limit \(direction == .max ? "at most" : "at least") "
      + "\(NumberText.shortest(limit)), \(interval)"
  }
}
