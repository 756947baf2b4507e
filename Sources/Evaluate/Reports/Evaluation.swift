package import GazeMetrics
package import GazeRecording
package import GazeTesting

/// The evaluation's one truth: every other format is rendered from it.
package struct Evaluation: Sendable, Codable {
  /// People whom tracking fails, who are in no other figure.
  package struct Failing: Sendable, Codable {
    /// How many.
    package var participants: Int
    /// Mean over them of the median error, degrees.
    @ExplicitNull package var errorDegreesMedian: Double?
  }

  /// `gazesim.evaluation`.
  package var schema = "gazesim.evaluation"
  /// Version of this layout.
  package var version = 1
  /// Whether there is a true gaze to compare the pointer with besides the shown targets.
  package var against: Reference
  /// `open`; the pipeline that closed the loop, in the scenarios with a page; or of a recording closed by another one,
  /// an open-loop replay.
  package var loop: String
  /// The device's identifier.
  package var device: String
  /// `gaze`.
  package var rig = "gaze"
  /// The pipeline's name.
  package var pipeline: String
  /// Scenarios, joined with `+`.
  package var scenario: String
  /// `simulated` or `recorded`.
  package var source: String
  /// The tracker preset of a simulation.
  @ExplicitNull package var preset: String?
  /// The seed of a simulation.
  @ExplicitNull package var seed: UInt64?
  /// The simulated phone.
  @ExplicitNull package var phone: UInt64?
  /// Which draw of the tracker's own noise; null is the seed's own.
  @ExplicitNull package var noise: UInt64?
  /// How many people the figures rest on, failing ones included.
  package var participants: Int
  /// Frames in all.
  package var frames: Int
  /// Seconds in all.
  package var seconds: Double
  /// Person calibration: `5`, `none`, or `file`.
  package var personCalibration: String
  /// What the device part of the calibration is: `profile`, `simulated` or `recorded`.
  package var deviceCalibration: String
  /// The smoothing in force.
  package var smoothing: String
  /// Pointer figures.
  package var pointer: Pointer
  /// Scroll figures.
  package var scroll: Scroll
  /// The failing people.
  package var failing: Failing
  /// People whose personal session gave too few looks; they went on without a calibration and are in the figures.
  package var uncalibrated: Int
  /// 95 % intervals over people by metric; null where the people are too few.
  package var intervals: [String: Interval?]
  /// For a metric without interval: how many people it takes.
  package var peopleNeeded: [String: Int]
  /// The versions of the metrics whose definition has changed; all others are of version 1.
  package var metricVersions: [String: Int] = Metric.versions
  /// Each person's own figures, failing ones included; the first 2,000.
  package var people: [Person] = []
  /// Verdicts.
  package var gates: [GateResult] = []
  /// How often people were looked at; null where nothing was judged.
  @ExplicitNull package var looks: EvaluationLooks? = nil
  /// The comparison with a baseline; null without one.
  @ExplicitNull package var baseline: BaselineComparison? = nil
  /// Whether the pipeline's mapping is right, on error-free simulated faces; null where no gate asked.
  @ExplicitNull package var correctness: Correctness? = nil
  /// The verdict of all gates, `fail` where the mapping is wrong; null where none was asked for.
  @ExplicitNull package var verdict: Verdict? = nil
  /// Who is in which recording; there only where recordings were judged.
  package var recorded: [RecordedPeople.Person]?
  /// What an HTML page replays; there only where one was asked for.
  package var replay: ReplayTracks?
}

extension Evaluation {
  /// What an evaluation is of.
  package struct Subject: Sendable {
    var against: Reference
    var loop: String
    var device: String
    var pipeline: String
    var scenario: String
    var source: String
    var preset: String?
    var seed: UInt64?
    var phone: UInt64?
    var personCalibration: String
    var deviceCalibration: String
    var smoothing: String
    var noise: UInt64?
    /// The screen's size in points as the interface stands.
    var points = SIMD2<Double>.zero
    /// Whom its people stand for.
    var population = Population.simulated
  }

  /// Forms every figure over these people.
  init(_ subject: Subject, _ everybody: People<PersonResult>) {
    let all = everybody.all
    let (pointer, scroll) = (all.map(\.pointer), all.map(\.scroll))
    uncalibrated = all.count(where: \.isUncalibrated)
    let (fine, failing) = (pointer.filter { !$0.isFailing }, pointer.filter(\.isFailing))
    let scrollers = scroll.filter { !$0.isFailing }
    var estimates: [String: PeopleEstimate] = [:]
    for metric in Metric.all { estimates[metric.name] = everybody.estimate(metric) }
    against = subject.against
    loop = subject.loop
    device = subject.device
    pipeline = subject.pipeline
    scenario = subject.scenario
    source = subject.source
    preset = subject.preset
    seed = subject.seed
    phone = subject.phone
    noise = subject.noise
    personCalibration = subject.personCalibration
    deviceCalibration = subject.deviceCalibration
    smoothing = subject.smoothing
    participants = pointer.count
    let isShared = pointer == scroll
    frames = pointer.map(\.frames).reduce(0, +) + (isShared ? 0 : scroll.map(\.frames).reduce(0, +))
    seconds = pointer.map(\.seconds).reduce(0, +) + (isShared ? 0 : scroll.map(\.seconds).reduce(0, +))
    self.pointer = Pointer(fine, estimates, subject)
    self.scroll = Scroll(scrollers, estimates)
    people = zip(pointer, scroll).prefix(Person.mostListed).map { Person(pointer: $0, scroll: $1) }
    self.failing = Failing(
      participants: failing.count, errorDegreesMedian: Metric.meanOfMedians(failing))
    intervals = estimates.mapValues { $0.interval.interval }
    peopleNeeded = estimates.compactMapValues { $0.interval.peopleNeeded }
  }
}

extension Evaluation {
  /// Shows a correctness stage; a verdict is not `pass` where it fails.
  package mutating func add(_ stage: Correctness) {
    correctness = stage
    if stage.verdict == .fail { verdict = .fail }
  }
}

extension Metric {
  /// Mean over people of their median errors in degrees, for a group too small for an interval.
  fileprivate static func meanOfMedians(_ people: [PersonResult]) -> Double? {
    let medians = people.compactMap(\.errorDegrees.median)
    return medians.isEmpty ? nil : medians.reduce(0, +) / Double(medians.count)
  }
}
