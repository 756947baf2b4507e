package import GazeMetrics
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// A system that is simulated, recorded, run and judged: gaze, head, body, drag. `gazesim --rig NAME` finds it in `Rigs.all`.
///
/// What a rig says here is all that differs between rigs; scenarios, recordings, jobs, intervals, looks, gates and baselines
/// are the same code for all of them.
package protocol Rig: MeasuredRig {
  /// How a pipeline is made, and what else only this rig's pipelines have.
  associatedtype Engine: Sendable
  /// What of a run only this rig has.
  associatedtype Options: Sendable
  /// The fit of `gazesim calibrate`.
  associatedtype Fit: RigFit where Fit.Observation == Sample.Observation
  /// What comes of a run's people.
  associatedtype Report: EvaluationReport

  /// One sentence: what the system does.
  static var summary: String { get }
  /// The device by default.
  static var defaultDevice: String { get }
  /// What an evaluation does by default.
  static var defaultScenarios: [Task] { get }
  /// What a calibration does by default.
  static var calibrationScenario: Task { get }
  /// The options of a run by default.
  static var defaultOptions: Options { get }
  /// The pipelines, the one that is judged by default last.
  static var pipelines: [Pipeline<Self>] { get }
  /// The pipelines' numbers that a profile or a calibration file may set.
  static var settings: [RigSetting] { get }
  /// What is compared with a baseline where no limits say it.
  static var baselineMetrics: [String] { get }
  /// The limits of a device: its profile's, else the rig's own.
  ///
  /// - Throws: where there are none.
  static func limits(of profile: Profile) throws -> [Gate]

  /// Does the scenario have a page that a pipeline can move?
  static func hasPage(_ scenario: Task) -> Bool
  /// What a pipeline may know; `participant` is the person's number in the calibration, nil for somebody else.
  static func setup(
    _ profile: Profile, _ header: RecordingHeader, _ calibration: CalibrationFile?, _ options: Options,
    participant: Int?
  ) -> Setup
  /// What the run's pipeline learns of a simulated person in an earlier session.
  static func learn(_ run: Run<Self>, _ participant: Int) -> Learned
  /// Refuses what no trial and no fit can work with: a view without a size. Asked before either, once a recording and once
  /// a simulated scenario; where it was not asked, a trial still traps on nothing.
  ///
  /// - Throws: an error of one line that says what was found, what was expected and what to do.
  static func check(_ setup: Setup) throws
  /// A person's trial at its start.
  static func trial(
    _ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int
  ) -> any Trial<Sample, Output, Person>
  /// Pipelines that do not look, to go along with one that is held against limits on a recording.
  static func dummies(
    _ limits: [Gate], _ setup: Setup, participant: Int
  ) -> [any Trial<Sample, Output, Person>]
  /// Refuses a recorded person whose samples came at another rate than the header states.
  static func check(_ person: Person, rate: Double, path: String) throws(FileError)
  /// Keeps a sample of a recording for a page, with what the pipeline made of it.
  static func draw(
    _ sample: Sample, _ output: Output, of number: Int, _ header: RecordingHeader, on tapes: inout [Int: TrackTape])
  /// Refuses recordings in which nothing can be judged, and limits on what they do not hold.
  static func check(_ run: RecordedRun<Self>, path: String) throws
  /// The report on recordings' people, before anything is judged.
  static func report(_ run: RecordedRun<Self>, of people: People<Person>) -> Report
  /// Adds to a report on recordings what is judged without people.
  static func complete(_ report: inout Report, _ run: RecordedRun<Self>)
  /// What keeps a simulated person's course for a page; nil where no page was asked for.
  static func watch(_ runs: [Run<Self>]) -> (@Sendable (_ participant: Int) -> Watcher<Self>?)?

  /// A fit without data yet.
  static func fit(_ setup: Setup) -> Fit
  /// Refuses a recording whose header does not go with those before it in one fit: of another view, picture or whatever else
  /// is the rig's than the first one's.
  static func check(
    _ header: RecordingHeader, path: String, after earlier: [(path: String, header: RecordingHeader)],
    of profile: Profile
  ) throws(FileError)
  /// Gives simulated people to a fit.
  static func take(
    _ simulation: RigSimulation<Self>, into fit: inout Fit, _ setup: Setup, jobs: Int, progress: (Double) -> Void
  ) async throws
  /// Adds to a calibration file what is not the fit's own, such as whose the participants' numbers are.
  static func complete(
    _ file: inout CalibrationFile, _ fit: Fit, _ run: CalibrationRun<Self>, _ roster: RecordedPeople, jobs: Int,
    progress: (Double) -> Void
  ) async throws

  /// Who does what, in clear.
  static func conditions(_ run: Run<Self>) -> ScenarioConditions
  /// Refuses limits that say nothing, before anybody is judged by them.
  static func check(_ limits: [Gate], _ run: Run<Self>, jobs: Int) async throws
  /// The report on a run's people, before anything is judged.
  static func report(_ run: Run<Self>, of people: People<Person>) -> Report
  /// Adds to a report what is judged without people.
  static func complete(_ report: inout Report, _ run: Run<Self>, claims: PointerClaims?)
}

extension Rig {
  /// The rig's name, as in `--rig` and in a recording's header.
  package static var name: String { Sample.rig }

  /// None.
  package static var settings: [RigSetting] { [] }

  /// None has a page.
  package static func hasPage(_ scenario: Task) -> Bool { false }

  /// Nothing.
  package static func learn(_ run: Run<Self>, _ participant: Int) -> Learned { Learned() }

  /// Nothing can be wrong.
  package static func check(_ setup: Setup) throws {}

  /// None.
  package static func dummies(
    _ limits: [Gate], _ setup: Setup, participant: Int
  ) -> [any Trial<Sample, Output, Person>] { [] }

  /// Any rate will do.
  package static func check(_ person: Person, rate: Double, path: String) throws(FileError) {}

  /// Persons keep their own moments.
  package static func draw(
    _ sample: Sample, _ output: Output, of number: Int, _ header: RecordingHeader, on tapes: inout [Int: TrackTape]
  ) {}

  /// Persons keep their own moments.
  package static func watch(_ runs: [Run<Self>]) -> (@Sendable (_ participant: Int) -> Watcher<Self>?)? { nil }

  /// No rig but gaze knows such limits yet.
  package static func check(_ limits: [Gate], _ run: Run<Self>, jobs: Int) async throws {}

  /// No rig but gaze has a correctness stage yet.
  package static func complete(_ report: inout Report, _ run: Run<Self>, claims: PointerClaims?) {}

  /// No rig but gaze has a correctness stage yet.
  package static func complete(_ report: inout Report, _ run: RecordedRun<Self>) {}

  /// Refuses recordings without samples.
  package static func check(_ run: RecordedRun<Self>, path: String) throws { _ = try run.first(path) }

  /// The same for a recording: the error names its file and its header's part.
  package static func check(_ setup: Setup, path: String) throws(FileError) {
    do { try check(setup) } catch { throw FileError(path: path, field: "constants", message: "\(error)") }
  }
}

/// A rig whose fit is a list of parameters and whose report is made of its own remarks and pictures: head, body and drag.
/// docs/rigs.md says how another one joins.
package protocol FittedRig: Rig where Report == RigEvaluation, Options == Void {
  /// What errors are measured against where the simulator's truth is there: `the simulator's true head`.
  static var truth: String { get }
  /// What they are measured against in a recording without it: `the attitude that the app stated`.
  static var standIn: String { get }
  /// Regression limits of the default device.
  static var limits: [Gate] { get }
  /// Those of a device whose profile states none; `limits` unless a rig's figures grow with the screen.
  static func defaultLimits(of profile: Profile) -> [Gate]
  /// The metrics that the page, the terminal and `compare` show first, most important first.
  static var headlines: [String] { get }

  /// What a reader must know beside the figures: what was not observable, what the article does differently.
  static func remarks(_ people: [Person], _ subject: RigSubject) -> [String]
  /// The rig's own parts of the page: the head, the skeleton on the phone, the sphere. HTML, everything escaped.
  static func sections(_ people: [Person], _ subject: RigSubject) -> [String]
  /// What differs from device to device, for `compare`; nil where nothing does.
  static func table(of profiles: [Profile]) throws -> RigDeviceTable?
  /// What `compare` runs the pipelines under, the hardest first; none is one run as it was asked for. A condition is left out, with
  /// all others, where a constant that it sets was set by hand.
  static var conditions: [RigCondition] { get }
  /// What `compare` varies under the first condition, for the first headline alone: constants that nobody knows. One whose constant
  /// was set by hand is left out.
  static var sweep: [RigCondition] { get }
  /// What `replay` shows of a sample: the pipeline's output in a few named numbers, in its own units.
  static func replayed(_ output: Output) -> [(name: String, unit: String, value: Double)]
}

extension FittedRig {
  /// Marks, cues, stated poses: whatever a recording has instead of a truth.
  package static var standIn: String { "what the recording itself states, for it holds no truth" }

  /// The same for all devices.
  package static func defaultLimits(of profile: Profile) -> [Gate] { limits }

  /// Nothing differs from device to device.
  package static func table(of profiles: [Profile]) throws -> RigDeviceTable? { nil }

  /// One run.
  package static var conditions: [RigCondition] { [] }

  /// Nothing is varied.
  package static var sweep: [RigCondition] { [] }

  /// None.
  package static var defaultOptions: Void { () }

  /// What is shown first.
  package static var baselineMetrics: [String] { headlines }

  /// Its profile's, else the rig's own.
  package static func limits(of profile: Profile) -> [Gate] {
    profile.rigs?[name]?.gates?.limits.map(Gate.init) ?? defaultLimits(of: profile)
  }

  /// The settings in force.
  package static func setup(
    _ profile: Profile, _ header: RecordingHeader, _ calibration: CalibrationFile?, _ options: Void,
    participant: Int?
  ) -> Setup {
    Setup(Self.self, profile: profile, header: header, calibration: calibration, participant: participant)
  }

  /// Who does what, and what the simulator makes of the first person: up to 600 samples of each scenario, every eighth.
  package static func conditions(_ run: Run<Self>) -> ScenarioConditions {
    var stream = ScenarioDigest()
    var values = [Double](repeating: 0, count: Sample.fields.reduce(0) { $0 + $1.count })
    for scenario in run.scenarios {
      var simulation = run.simulation(of: scenario)
      simulation.noise = 0
      for (index, sample) in simulation.frames(participant: 0).prefix(8 * 600).enumerated() where index % 8 == 0 {
        sample.write(to: &values)
        stream.add(rounded: sample.time)
        for value in values { stream.add(rounded: value.isNaN ? 0 : value) }
      }
    }
    var fields = ScenarioConditions.common(
      run.simulation, scenarios: run.scenarios, tasks: run.scenarios.map(run.simulation(of:)), loop: "open",
      stream: stream.text)
    fields["rig"] = name
    return ScenarioConditions(fields: fields)
  }

  /// Figures, remarks and pictures.
  package static func report(_ run: Run<Self>, of people: People<Person>) -> RigEvaluation {
    let simulation = run.simulation
    return RigEvaluation(
      Self.self, people,
      RigSubject(
        profile: run.profile, pipeline: run.pipeline.name, scenario: run.scenario, source: .simulated,
        settings: setup(run.profile, simulation.stated, run.calibration, (), participant: nil).settings),
      origin: RigEvaluation.Origin(
        preset: simulation.preset.name, seed: simulation.seed, phone: simulation.phone,
        noise: simulation.noise == 0 ? nil : simulation.noise,
        deviceCalibration: run.calibration?.provenance.rawValue ?? "profile"))
  }
}

extension FittedRig {
  /// Figures, remarks and pictures.
  package static func report(_ run: RecordedRun<Self>, of people: People<Person>) -> RigEvaluation {
    let header = run.headers[0]
    let unknown = run.headers.count - run.truths
    let against =
      unknown == 0
      ? truth
      : run.truths == 0 ? standIn : "\(truth); in \(unknown) of \(run.headers.count) recordings \(standIn)"
    let own = Set((run.calibration?.fit.parameters ?? []).compactMap(\.participant))
    var evaluation = RigEvaluation(
      Self.self, people,
      RigSubject(
        profile: run.profile, pipeline: run.pipeline.name, scenario: run.headers.map(\.scenario).joined(separator: "+"),
        source: header.source, settings: run.setup(header).settings, population: .recorded),
      against: against,
      origin: RigEvaluation.Origin(
        preset: header.preset, seed: header.seed, phone: header.phone, noise: header.noise,
        deviceCalibration: run.calibration?.provenance.rawValue ?? "profile", ownNumbers: run.count(own.contains)))
    evaluation.recorded = run.roster.people
    return evaluation
  }
}

/// A least-squares fit to what apps may see. Memory does not grow with a recording's length.
package protocol RigFit: Sendable {
  associatedtype Observation: Sendable

  /// Of a calibration's time, how much is gone when all has been added: all of it, unless the rig completes the file with more.
  static var share: Double { get }

  /// The samples that follow are another recording's: time may begin again. A participant's number means the same person.
  /// Called before each recording, the first one too.
  ///
  /// - Parameter session: recordings of a person with the same number are of one session.
  mutating func begin(_ setup: Setup, session: Int)
  /// Takes an observation in.
  mutating func add(_ observation: Observation, participant: Int)
  /// The recording is over.
  mutating func end() throws(RigFitFailure)
  /// The fit.
  ///
  /// - Throws: `RigFitFailure` where the data do not hold what it needs; the run names the recordings.
  mutating func solved() throws -> CalibrationFile.Fit
}

extension RigFit {
  /// All of it.
  package static var share: Double { 1 }

  /// Nothing: the fit looks at no time.
  package mutating func begin(_ setup: Setup, session: Int) {}

  /// Nothing is left to do.
  package mutating func end() throws(RigFitFailure) {}
}

/// Data that hold too little for a fit, and what would help.
package struct RigFitFailure: Error, Sendable, CustomStringConvertible {
  /// One line.
  package var description: String

  /// A failure from its sentence.
  package init(_ description: String) { self.description = description }
}

/// A number that the pipelines of a rig take: its default stands here, a profile's section goes before it, a calibration
/// file before both.
package struct RigSetting: Sendable, Equatable {
  /// Such as `latencyMilliseconds`.
  package var name: String
  /// Of `value`: `deg`, `ms`, `pt`, `1`.
  package var unit: String
  /// When nobody says otherwise.
  package var value: Double
  /// What is allowed.
  package var range: ClosedRange<Double>
  /// Where the default comes from.
  package var provenance: Provenance
  /// Source or reason.
  package var source: String

  /// A setting from its parts.
  package init(
    _ name: String, _ unit: String, _ value: Double, _ range: ClosedRange<Double>, _ provenance: Provenance,
    _ source: String
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.range = range
    self.provenance = provenance
    self.source = source
  }

  /// The range in words: `0.0 to 400.0 ms`.
  package var expected: String {
    "\(range.lowerBound) to \(range.upperBound)" + (unit == "1" ? "" : " \(unit)")
  }
}

/// What an evaluation is of, as sections and remarks need it.
package struct RigSubject: Sendable {
  /// The device.
  package var profile: Profile
  /// The pipeline's name.
  package var pipeline: String
  /// Scenarios, joined with `+`.
  package var scenario: String
  /// Simulated or recorded.
  package var source: RecordingHeader.Source
  /// The settings in force.
  package var settings: [String: Double]
  /// Whom its people stand for.
  package var population = Population.simulated
}
