import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The parts of a report in words that differ between rigs.
package struct RigWords: Sendable {
  /// The most important figures in a few words: `2.57° off (17.6 mm, 114 pt)`.
  package var conclusion: String
  /// Meaning of the error for somebody who uses the pointer, one sentence or a few short ones; empty if nothing can be
  /// said.
  var meaning = ""
  /// The error of an answer that never changes, beside which the conclusion is read; empty if it is not known.
  var beside = ""
  /// The causes of the error with their shares; empty if they are not known.
  var made = ""
  /// Person and place with the largest error; empty if there is only one.
  package var worst = ""
  /// The metrics of an evaluation without limits, most important first.
  var metrics: [String]
  /// Inputs in a line.
  var conditions: String
  /// Inputs by name.
  var properties: [(String, String)]
  /// Sentences without which the figures could be misunderstood.
  var remarks: [String]
  /// Tables besides those of the metrics.
  var tables: [Table] = []
  /// Further values for the CSV, which are not metrics and so cannot have limits.
  var listed: [ReportFigure] = []
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

/// A conclusion from one or two metrics: `circles 20.4 pt off their joints`.
package struct RigConclusion: Sendable {
  var before = ""
  /// The metric, by whose values people are the worst, too, unless there is another for that.
  var metric: String
  var after: String
  /// A second metric in brackets, and the words after it.
  var also: (metric: String, words: String)?
  /// The metric by whose values people are the worst.
  var worst: String?
}

extension Rig where Findings == PlainFindings {
  /// The headline metrics, the settings and the remarks.
  package static func words(_ report: Report<Self>) -> RigWords {
    let settings = report.settings.sorted { $0.key < $1.key }
    let conclusion = facts.conclusion
    let worst = conclusion?.worst ?? conclusion?.metric ?? headlines.first
    return RigWords(
      conclusion: conclusion.flatMap(report.sentence) ?? report.first(of: headlines),
      worst: report.worstPeople(by: worst).map { "\($0), \(MetricText(worst ?? "").words)" } ?? "",
      metrics: headlines,
      conditions: (["rig \(name), against \(report.comparedWith); calibration \(report.calibration)"]
        + settings.map { "\($0.key) \(NumberText.brief($0.value))" }).joined(separator: ", "),
      properties: [("rig", name), ("deviceCalibration", report.deviceCalibration)]
        + settings.map { ($0.key, "\($0.value)") },
      remarks: report.remarks, people: report.peopleTable)
  }
}

extension Report {
  fileprivate func sentence(_ conclusion: RigConclusion) -> String? {
    func text(_ metric: String) -> String? {
      figure(metric).flatMap { $0.value == nil ? nil : FigureText.value($0.value, metric) }
    }
    guard let value = text(conclusion.metric) else { return nil }
    let also = conclusion.also.flatMap { also in text(also.metric).map { " (\($0) \(also.words))" } }
    return conclusion.before + value + conclusion.after + (also ?? "")
  }

  /// The first of these metrics that has a value, in words.
  fileprivate func first(of metrics: [String]) -> String {
    guard let figure = metrics.lazy.compactMap({ self.figure($0) }).first(where: { $0.value != nil }) else {
      return "nothing could be measured"
    }
    return "\(MetricText(figure.metric).words): \(FigureText.value(figure.value, figure.metric))"
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
