import GazeRecording
import GazeMetrics
import GazeTesting

/// The parts of a report's short form that differ between rigs.
package struct RigBrief: Sendable, Equatable {
  /// The most important figures in a few words: `2.57° off (17.6 mm, 114 pt)`.
  var conclusion: String
  /// Meaning of the error for somebody who uses the pointer, one sentence or a few short ones; empty if nothing can be
  /// said.
  var meaning = ""
  /// The error of an answer that never changes, beside which the conclusion is read; empty if it is not known.
  var beside = ""
  /// The causes of the error with their shares; empty if they are not known.
  var made = ""
  /// Person and place with the largest error; empty if there is only one.
  var worst = ""
  /// The metrics of an evaluation without limits, most important first.
  var metrics: [String]
}

extension Rig where Findings == PlainFindings {
  /// The headline metrics, the first one as the conclusion.
  package static func brief(_ report: Report<Self>) -> RigBrief {
    RigBrief(
      conclusion: report.first(of: headlines), worst: report.worstPerson(by: headlines.first), metrics: headlines)
  }
}

extension Report {
  /// The first of these metrics that has a value, in words.
  func first(of metrics: [String]) -> String {
    guard let figure = metrics.lazy.compactMap({ self.figure($0) }).first(where: { $0.value != nil }) else {
      return "nothing could be measured"
    }
    return "\(short(figure.metric)): \(text(figure))"
  }

  /// A metric in few words.
  func short(_ metric: String) -> String {
    MetricLabel.short(metric, label: R.Person.metrics.first { $0.name == metric }?.label)
  }

  /// A figure's value with its unit.
  func text(_ figure: ReportFigure) -> String {
    FigureText.value(figure.value, figure.metric, unit: declaredUnit(figure.metric))
  }

  /// A metric's unit as its declaration has it.
  func declaredUnit(_ metric: String) -> String { R.Person.metrics.first { $0.name == metric }?.unit ?? "" }
}

extension Report where R.Findings == PlainFindings {
  /// `participants 3 (12.1°) and 0 (11.8°), head error`: the people with the largest values of a metric of which small
  /// values are better.
  func worstPerson(by metric: String?) -> String {
    guard let metric,
      let words = WorstPeople.words(
        peopleErrors(by: metric), { FigureText.value($0, metric, unit: declaredUnit(metric)) })
    else { return "" }
    return "\(words), \(short(metric))"
  }
}
