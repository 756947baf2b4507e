package import GazeMetrics
package import GazeRecording
package import GazeTesting
package import Inspection

/// The result of a run: its subject, metrics over people, and verdicts. Every output format is a function of this
/// value; the JSON is complete, and the other formats show a part of it.
@dynamicMemberLookup
package struct Report<R: Rig>: Sendable {
  /// Device, pipeline, people and all other inputs.
  package var subject: ReportSubject
  /// Number of people, including those for whom the sensor fails.
  package let participants: Int
  /// Number of samples over all people.
  package let frames: Int
  /// Duration over all people, seconds.
  package let seconds: Double
  /// Number of people for whom the sensor fails; they are left out of all metrics.
  package let failingParticipants: Int
  /// Values of all metrics over people, with intervals where there are enough people.
  package let figures: [ReportFigure]
  /// Findings that only this rig has.
  package var findings: R.Findings
  /// The people; the page's pictures need their data.
  let cohort: Cohort<R>
  /// People and their recordings; nil if no recordings were judged.
  package var recorded: [RecordedPeople.Person]?
  /// Faults that the doctor found in the recordings; nil if no recordings were judged.
  package var recordingFaults: [RecordingFault]?
  /// Verdicts of the gates.
  package var gates: [GateResult] = []
  /// Built-in limits that could not be measured, and so were not judged.
  package var limitsLeftOut: [LeftOutLimit] = []
  /// Interim analyses; nil if nothing was judged.
  package var analyses: InterimAnalyses?
  /// The comparison with a baseline; nil without one.
  package var baseline: BaselineComparison?
  /// Correctness of the pipeline's mapping, measured on error-free simulated people; nil if no gate requested the
  /// correctness stage.
  package var correctness: Correctness?
  /// The mapping on error-free faces, in an evaluation: it is shown if it is wrong, and there is no verdict.
  package var mapping: Correctness?
  /// Reason for which a gate has no correctness stage; nil if it has one, or if no gate requested it.
  package var correctnessOmitted: String?
  /// True if the limits are those of the device's profile or of the rig, and not the user's.
  package var hasDefaultLimits = false
  /// The verdict of all gates, `fail` if the mapping is wrong; nil if no verdict was requested.
  package var verdict: GateVerdict?

  /// Computes every metric over these people.
  init(_ subject: ReportSubject, _ people: Cohort<R>) {
    self.subject = subject
    participants = people.count
    (frames, seconds, cohort) = (people.frames, people.seconds, people)
    failingParticipants = people.isFailing.count { $0 }
    var estimates: [String: PeopleEstimate] = [:]
    for metric in R.Person.metrics { estimates[metric.name] = people.estimate(metric) }
    var listed = R.Person.metrics
    if R.facts.listsByName { listed = listed.filter { estimates[$0.name] != nil }.sorted { $0.name < $1.name } }
    figures = listed.map { ReportFigure($0, estimates[$0.name]) }
    findings = R.findings(people, estimates, subject)
  }

  /// A property of the subject.
  package subscript<Value>(dynamicMember path: KeyPath<ReportSubject, Value>) -> Value { subject[keyPath: path] }
  /// A property of the findings.
  package subscript<Value>(dynamicMember path: KeyPath<R.Findings, Value>) -> Value { findings[keyPath: path] }
}

extension Report {
  /// The report on simulated people, before anything is judged.
  init(_ run: Run<R>, of people: Cohort<R>) { self.init(ReportSubject(run), people) }

  /// The report on recorded people, before anything is judged.
  init(_ run: RecordedRun<R>, of people: Cohort<R>) {
    self.init(ReportSubject(run), people)
    recorded = run.roster.people
    recordingFaults = run.runsDoctor ? run.faults : nil
  }

  /// Adds a correctness stage, if there is one; if it fails, the verdict is `fail`.
  mutating func add(_ stage: Correctness?) {
    correctness = stage
    if stage?.verdict == .fail { verdict = .fail }
  }
}

/// The value of one metric in a report.
package struct ReportFigure: Sendable, Equatable {
  /// The metric's path in the JSON, such as `pointer.errorPoints.median`.
  package var metric: String
  /// Its value; nil if it could not be computed.
  package var value: Double?
  /// 95 % confidence interval over people; nil if there are too few people.
  package var ci95: ConfidenceInterval?
  /// Number of people needed for an interval.
  package var peopleNeeded: Int?

  /// Creates a value that gates do not use.
  init(_ metric: String, _ value: Double?, _ ci95: ConfidenceInterval? = nil) {
    (self.metric, self.value, self.ci95) = (metric, value, ci95)
  }

  /// Creates the value of a metric over people.
  init<Person>(_ metric: PeopleMetric<Person>, _ estimate: PeopleEstimate?) {
    self.init(metric.name, estimate?.value, estimate?.interval.interval)
    peopleNeeded = estimate?.interval.peopleNeeded
  }
}

extension Report {
  /// The value of the metric with this name; nil if the report does not contain the metric.
  package func figure(_ metric: String) -> ReportFigure? { figures.first { $0.metric == metric } }

  /// The value of the metric with this name; nil if the report does not contain it, or if it could not be computed.
  package func value(_ metric: String) -> Double? { figure(metric)?.value }

  /// 95 % intervals over people by metric; nil if there are too few people.
  package var intervals: [String: ConfidenceInterval?] {
    Dictionary(uniqueKeysWithValues: figures.map { ($0.metric, $0.ci95) })
  }

  /// Number of people needed for an interval, for metrics without one.
  package var peopleNeeded: [String: Int] {
    Dictionary(uniqueKeysWithValues: figures.compactMap { figure in figure.peopleNeeded.map { (figure.metric, $0) } })
  }

  /// The facts about the subject that a baseline's file contains.
  var facts: Baseline.Facts {
    Baseline.Facts(
      pipeline: self.pipeline, smoothing: self.smoothing, deviceCalibration: self.deviceCalibration,
      personCalibration: self.personCalibration, noise: self.noise ?? 0)
  }

  /// Number of verdicts of this kind: those of limits, of comparisons with the baseline, and of the correctness stage
  /// together.
  func count(_ verdict: GateVerdict) -> Int { judged.count { $0.verdict == verdict } }

  /// A sentence on each recording in which the doctor found a fault.
  var wrongRecordings: [String] { RecordingFault.remarks(recordingFaults ?? []) }

  /// Reasons for which an evaluation's figures are not the people's: wrong recordings, and a wrong mapping.
  var warnings: [String] { wrongRecordings + (mapping.map { $0.isWrong ? $0.findings : [] } ?? []) }

  /// Everything that was judged, each as a rule with its outcome.
  var judged: [(rule: String, outcome: String, verdict: GateVerdict)] {
    gates.map { ($0.rule, "\($0.metric) is \($0.outcome)", $0.verdict) }
      + (baseline?.comparisons ?? []).map { ($0.rule, "\($0.metric): \($0.outcome)", $0.verdict) }
      + (correctness?.checks ?? []).map { ($0.rule, "\($0.name): \($0.outcome)", $0.verdict) }
      + (verdict == nil ? [] : wrongRecordings.map { ("recordings are right", $0, .inconclusive) })
  }
}
