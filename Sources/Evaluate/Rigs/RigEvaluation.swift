package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting

/// An evaluation of head, body or drag. Its JSON has each metric at its path (`orientation.errorDegrees.mean`), as the
/// gaze rig's has; `intervals` and `peopleNeeded` are by those paths.
package struct RigEvaluation: EvaluationReport {
  /// Where the people come from.
  package struct Origin: Sendable, Equatable {
    var preset: String?
    var seed: UInt64?
    var phone: UInt64?
    var noise: UInt64?
    /// `profile`, `simulated` or `recorded`.
    var deviceCalibration: String
    /// How many of the people the calibration has numbers of their own for, which were used.
    var ownNumbers = 0
  }

  /// One person's own figures.
  package struct Person: Sendable, Equatable, Encodable {
    /// The participant's number.
    package var participant: Int
    /// One of those whom the sensor fails.
    package var failing: Bool
    /// By metric, what the person has.
    package var figures: [String: Double]
  }

  /// A metric as readers need it.
  struct Shown: Sendable, Equatable {
    var name: String
    var unit: String
    var label: String?
  }

  /// The rig's name.
  package let rig: String
  /// The device's identifier.
  package let device: String
  /// The pipeline's name.
  package let pipeline: String
  /// Scenarios, joined with `+`.
  package let scenario: String
  /// `simulated` or `recorded`.
  package let source: String
  /// What errors are measured against.
  package let against: String
  let origin: Origin
  /// Those that the pipeline takes, for the device.
  let settings: [String: Double]
  /// How many people the figures rest on, failing ones included.
  package let participants: Int
  /// Samples in all.
  package let frames: Int
  /// Seconds in all.
  package let seconds: Double
  /// Those whom the sensor fails.
  package let failingParticipants: Int
  /// All figures, in the rig's order.
  package let figures: [EvaluationFigure]
  /// What a reader must know beside them.
  package let remarks: [String]
  /// Each person's own figures, failing ones included; the first 2,000.
  package let people: [Person]
  /// Who is in which recording; nil where no recordings were judged.
  package var recorded: [RecordedPeople.Person]?
  /// Verdicts.
  package var gates: [GateResult] = []
  /// How often people were looked at; nil where nothing was judged.
  package var looks: EvaluationLooks?
  /// The comparison with a baseline; nil without one.
  package var baseline: BaselineComparison?
  /// The verdict of all gates; nil where none was asked for.
  package var verdict: Verdict?
  /// What the system does, a sentence.
  let summary: String
  let metrics: [Shown]
  let headlines: [String]
  /// The rig's own parts of the page. HTML.
  let sections: [String]

  /// Forms every figure over these people.
  ///
  /// - Parameter against: what errors are measured against; nil is the simulator's truth.
  init<R: FittedRig>(
    _: R.Type, _ people: People<R.Person>, _ subject: RigSubject, against: String? = nil, origin: Origin
  ) {
    let all = people.all.map { $0.person(.all) }
    let fine = all.filter { !$0.isFailing }
    rig = R.name
    device = subject.profile.id
    pipeline = subject.pipeline
    scenario = subject.scenario
    source = subject.source.rawValue
    self.against = against ?? R.truth
    // What another pipeline takes is not in force.
    let taken = R.pipelines.first { $0.name == subject.pipeline }?.settings
    settings = subject.settings.filter { taken?.contains($0.key) ?? true }
    self.origin = origin
    participants = all.count
    frames = all.reduce(0) { $0 + $1.frames }
    seconds = all.reduce(0) { $0 + $1.seconds }
    failingParticipants = all.count - fine.count
    var estimates: [String: PeopleEstimate] = [:]
    for metric in R.Person.metrics { estimates[metric.name] = people.estimate(metric) }
    figures = R.Person.metrics.map { metric in
      let estimate = estimates[metric.name]
      return EvaluationFigure(
        metric: metric.name, value: estimate?.value, ci95: estimate?.interval.interval,
        peopleNeeded: estimate?.interval.peopleNeeded)
    }
    remarks = R.remarks(fine, subject).map(Sentence.text)
    self.people = all.prefix(Evaluation.Person.mostListed).map { person in
      var figures: [String: Double] = [:]
      for metric in R.Person.metrics {
        let part = metric.part(of: person)
        if part.denominator > 0 { figures[metric.name] = part.numerator / part.denominator }
      }
      return Person(participant: person.participant, failing: person.isFailing, figures: figures)
    }
    metrics = R.Person.metrics.map { Shown(name: $0.name, unit: $0.unit, label: $0.label) }
    summary = Sentence.text(R.summary)
    headlines = R.headlines
    sections = R.sections(fine, subject)
  }

  /// The sensor's preset of a simulation.
  package var preset: String? { origin.preset }
  /// The seed of a simulation.
  package var seed: UInt64? { origin.seed }
  /// The simulated phone.
  package var phone: UInt64? { origin.phone }

  /// What was judged.
  package var facts: Baseline.Facts {
    Baseline.Facts(
      pipeline: pipeline, smoothing: "as set", deviceCalibration: origin.deviceCalibration, personCalibration: "none",
      noise: origin.noise ?? 0)
  }

  /// Where the numbers come from, in words.
  var calibration: String {
    let own = origin.ownNumbers
    return origin.deviceCalibration
      + (own > 0 ? " with \(NumberText.count(own, "person", "people"))'s own numbers" : "")
  }

  /// What was put in, in a line.
  package var conditions: String {
    (["rig \(rig), against \(against); calibration \(calibration)"]
      + settings.sorted { $0.key < $1.key }.map { "\($0.key) \(NumberText.brief($0.value))" }).joined(separator: ", ")
  }

  /// The same for JUnit.
  package var properties: [(String, String)] {
    [("rig", rig), ("deviceCalibration", origin.deviceCalibration)]
      + settings.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
  }

  /// The figures of the Markdown's table: those that the rig shows first, then all others that there are.
  package var shownFigures: [EvaluationFigure] {
    let first = headlines.compactMap { name in figures.first { $0.metric == name } }
    return first + figures.filter { !headlines.contains($0.metric) && $0.value != nil }
  }

  /// What a reader must know.
  package var markdownDetails: [String] { remarks.flatMap { ["", Markdown.prose($0)] } }

  /// None beside the figures.
  package var details: [EvaluationFigure] { [] }

  /// In words.
  package func label(_ metric: String) -> String {
    metrics.first { $0.name == metric }?.label.map { HTML.text($0) } ?? "<code>\(HTML.text(metric))</code>"
  }

  /// As a terminal's column has it; a share has none.
  package func plainUnit(_ metric: String) -> String {
    let unit = metrics.first { $0.name == metric }?.unit ?? ""
    return unit == "1" ? "" : unit
  }

  /// Every metric's as a table's column has it.
  package var units: [String: String]? {
    Dictionary(metrics.map { ($0.name, $0.unit == "1" ? "" : $0.unit) }) { first, _ in first }
  }

  /// As it is printed after a number.
  package func unit(_ metric: String) -> String {
    MetricLabel.printed(unit: metrics.first { $0.name == metric }?.unit ?? "")
  }
}
