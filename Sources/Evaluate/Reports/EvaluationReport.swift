package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeTesting

/// One of an evaluation's figures.
package struct EvaluationFigure: Sendable, Equatable {
  /// Its path in the JSON, such as `pointer.errorPoints.median`.
  package var metric: String
  /// nil where it could not be formed.
  package var value: Double?
  /// 95 % over people; nil where the people are too few.
  package var ci95: Interval?
  /// How many people an interval takes.
  package var peopleNeeded: Int?

  /// A figure from its parts.
  package init(metric: String, value: Double?, ci95: Interval?, peopleNeeded: Int?) {
    self.metric = metric
    self.value = value
    self.ci95 = ci95
    self.peopleNeeded = peopleNeeded
  }
}

/// What an evaluation of any rig says: of what, its figures, and what was judged. Its JSON is the truth; Markdown, JUnit,
/// CSV and the page's verdict are rendered from this.
package protocol EvaluationReport: Sendable, Encodable {
  /// `gaze`, `head`, …
  var rig: String { get }
  /// The device's identifier.
  var device: String { get }
  /// The pipeline's name.
  var pipeline: String { get }
  /// Scenarios, joined with `+`.
  var scenario: String { get }
  /// `simulated` or `recorded`.
  var source: String { get }
  /// The sensor's preset of a simulation.
  var preset: String? { get }
  /// The seed of a simulation.
  var seed: UInt64? { get }
  /// The simulated phone.
  var phone: UInt64? { get }
  /// How many people the figures rest on, failing ones included.
  var participants: Int { get }
  /// Who is in which recording; nil where no recordings were judged.
  var recorded: [RecordedPeople.Person]? { get }
  /// Those whom the sensor fails, who are in no figure.
  var failingParticipants: Int { get }
  /// Seconds in all.
  var seconds: Double { get }
  /// All figures that have, or could have, an interval, by name.
  var figures: [EvaluationFigure] { get }
  /// Verdicts.
  var gates: [GateResult] { get set }
  /// How often people were looked at; nil where nothing was judged.
  var looks: EvaluationLooks? { get set }
  /// The comparison with a baseline; nil without one.
  var baseline: BaselineComparison? { get set }
  /// The verdict of all gates; nil where none was asked for.
  var verdict: Verdict? { get set }
  /// Whether the pipeline's mapping is right, on error-free faces; nil where no gate asked, and of other rigs than gaze.
  var correctness: Correctness? { get }

  /// What was judged, for a baseline's file.
  var facts: Baseline.Facts { get }
  /// What was put in, in a line.
  var conditions: String { get }
  /// The same for JUnit, by name.
  var properties: [(String, String)] { get }
  /// What a reader wants to know first, for the page: name, value, note. HTML.
  var headline: [(name: String, value: String, note: String)] { get }
  /// The figures of the Markdown's table, most important first.
  var shownFigures: [EvaluationFigure] { get }
  /// Lines of Markdown below that table.
  var markdownDetails: [String] { get }
  /// Figures that no gate knows, for the CSV.
  var details: [EvaluationFigure] { get }
  /// A metric in words; HTML, the path itself where there are none.
  func label(_ metric: String) -> String
  /// The metrics' units by name, for a column of their own, and whether the rig is named beside them; empty for a share. nil
  /// where the names say their units: the gaze rig's.
  var units: [String: String]? { get }
  /// A metric's unit as it is printed after a number.
  func unit(_ metric: String) -> String
  /// As one HTML page that needs nothing else.
  var html: String { get }
}

extension EvaluationReport {
  /// What it is of, in a line: simulated with which preset, or recorded.
  var subject: String {
    // A recording that was stripped of its truth says none of them.
    func known(_ number: UInt64?) -> String { number.map { "\($0)" } ?? "unknown" }
    let of =
      source == "simulated"
      ? "simulated, preset \(preset ?? "unknown"), phone \(known(phone)), seed \(known(seed))" : "recorded"
    let people = recorded?.summary ?? "\(NumberText.count(participants, "person", "people"))"
    return "\(device), \(pipeline), \(scenario): \(people), "
      + "\(NumberText.brief(seconds / 60, 1)) min (\(of))"
  }

  /// No other rig than gaze has a correctness stage yet.
  package var correctness: Correctness? { nil }

  /// How many verdicts of this kind there are: limits, comparisons and the correctness stage's figures together.
  func count(_ verdict: Verdict) -> Int { judged.count { $0.verdict == verdict } }

  /// Everything that was judged, as a rule and what came of it.
  var judged: [(rule: String, outcome: String, verdict: Verdict)] {
    gates.map { ($0.rule, "\($0.metric) is \($0.outcome)", $0.verdict) }
      + (baseline?.comparisons ?? []).map { ($0.rule, "\($0.metric): \($0.outcome)", $0.verdict) }
      + (correctness?.checks ?? []).map { ($0.rule, "\($0.metric): \($0.outcome)", $0.verdict) }
  }
}

extension Evaluation: EvaluationReport {
  /// The metrics' names say them.
  package var units: [String: String]? { nil }

  /// Those whom tracking fails.
  package var failingParticipants: Int { failing.participants }

  /// What was judged.
  package var facts: Baseline.Facts {
    Baseline.Facts(
      pipeline: pipeline, smoothing: smoothing, deviceCalibration: deviceCalibration,
      personCalibration: personCalibration, noise: noise ?? 0)
  }

  /// What was put in, by name.
  package var properties: [(String, String)] {
    [
      ("loop", loop), ("smoothing", smoothing), ("deviceCalibration", deviceCalibration),
      ("personCalibration", personCalibration),
    ]
  }
}
