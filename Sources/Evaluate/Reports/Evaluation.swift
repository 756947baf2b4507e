public import GazeMetrics
public import GazeRecording
public import GazeTesting

/// The evaluation's one truth: every other format is rendered from it.
public struct Evaluation: Sendable, Codable {
  /// People whom tracking fails, who are in no other figure.
  public struct Failing: Sendable, Codable {
    /// How many.
    public var participants: Int
    /// Mean over them of the median error, degrees.
    @ExplicitNull public var errorDegreesMedian: Double?
  }

  /// `gazesim.evaluation`.
  public var schema = "gazesim.evaluation"
  /// Version of this layout.
  public var version = 1
  /// Whether there is a true gaze to compare the pointer with besides the shown targets.
  public var against: Reference
  /// `open`; the pipeline that closed the loop, in the scenarios with a page; or of a recording closed by another one,
  /// an open-loop replay.
  public var loop: String
  /// The device's identifier.
  public var device: String
  /// `gaze`.
  public var rig = "gaze"
  /// The pipeline's name.
  public var pipeline: String
  /// Scenarios, joined with `+`.
  public var scenario: String
  /// `simulated` or `recorded`.
  public var source: String
  /// The tracker preset of a simulation.
  @ExplicitNull public var preset: String?
  /// The seed of a simulation.
  @ExplicitNull public var seed: UInt64?
  /// The simulated phone.
  @ExplicitNull public var phone: UInt64?
  /// Which draw of the tracker's own noise; null is the seed's own.
  @ExplicitNull public var noise: UInt64?
  /// How many people the figures rest on, failing ones included.
  public var participants: Int
  /// Frames in all.
  public var frames: Int
  /// Seconds in all.
  public var seconds: Double
  /// Person calibration: `5`, `none`, or `file`.
  public var personCalibration: String
  /// What the device part of the calibration is: `profile`, `simulated` or `recorded`.
  public var deviceCalibration: String
  /// The smoothing in force.
  public var smoothing: String
  /// Pointer figures.
  public var pointer: Pointer
  /// Scroll figures.
  public var scroll: Scroll
  /// The failing people.
  public var failing: Failing
  /// People whose personal session gave too few looks; they went on without a calibration and are in the figures.
  public var uncalibrated: Int
  /// 95 % intervals over people by metric; null where the people are too few.
  public var intervals: [String: Interval?]
  /// For a metric without interval: how many people it takes.
  public var peopleNeeded: [String: Int]
  /// The versions of the metrics whose definition has changed; all others are of version 1.
  public var metricVersions: [String: Int] = Metric.versions
  /// Each person's own figures, failing ones included; the first 2,000.
  public var people: [Person] = []
  /// Verdicts.
  public var gates: [GateResult] = []
  /// How often people were looked at; null where nothing was judged.
  @ExplicitNull public var looks: EvaluationLooks? = nil
  /// The comparison with a baseline; null without one.
  @ExplicitNull public var baseline: BaselineComparison? = nil
  /// The verdict of all gates; null where none was asked for.
  @ExplicitNull public var verdict: Verdict? = nil
  /// Who is in which recording; there only where recordings were judged.
  public var recorded: [RecordedPeople.Person]?
  /// What an HTML page replays; there only where one was asked for.
  public var replay: ReplayTracks?
}

extension Evaluation {
  /// What an evaluation is of.
  public struct Subject: Sendable {
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

  /// Forms every figure over these people and holds it against limits.
  ///
  /// - Throws: `UnknownName` for a limit on a metric that does not exist.
  init(
    _ subject: Subject, pointer: [PersonResult], scroll: [PersonResult], uncalibrated: Int, limits: [Gate]
  ) throws(UnknownName) {
    self.uncalibrated = uncalibrated
    let (fine, failing) = (pointer.filter { !$0.isFailing }, pointer.filter(\.isFailing))
    let scrollers = scroll.filter { !$0.isFailing }
    var estimates: [String: PeopleEstimate] = [:]
    for metric in Metric.all {
      estimates[metric.name] = metric.estimate(
        metric.name.hasPrefix("scroll") ? scrollers : fine, of: subject.population)
    }
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
    guard !limits.isEmpty else { return }
    var metrics: [Metric] = []
    for gate in limits { metrics.append(try Metric.named(gate.metric)) }
    // One look at the people that there are.
    var judge = GateJudge(limits, .once(pointer.count, of: subject.population))
    let people = JudgedPeople(
      zip(pointer, scroll).map { EvaluationRun.PersonFigures(pointer: $0, scroll: $1, isUncalibrated: false) })
    judge.look(people: pointer.count) { people.estimate(metrics[$0], level: $1, of: subject.population) }
    gates = metrics.indices.map { judge.result($0, estimates[metrics[$0].name] ?? nil) }
    looks = EvaluationLooks(judge.looks, taken: judge.taken, gates: limits.count)
    verdict = judge.verdict
  }
}

extension Metric {
  /// Mean over people of their median errors in degrees, for a group too small for an interval.
  fileprivate static func meanOfMedians(_ people: [PersonResult]) -> Double? {
    let medians = people.compactMap(\.errorDegrees.median)
    return medians.isEmpty ? nil : medians.reduce(0, +) / Double(medians.count)
  }
}
