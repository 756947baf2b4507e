package import GazeMetrics
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// A system that is simulated, recorded, run and judged: gaze, head, body, drag. `gazesim --rig NAME` finds it in `Rigs.all`.
///
/// Everything that differs between rigs is said here; scenarios, recordings, jobs, intervals, looks, gates, baselines and
/// reports are the same code for all of them. Most of it has a default; docs/rigs.md says how another rig joins.
package protocol Rig: MeasuredRig {
  /// The way in which a pipeline is made, and whatever else only this rig's pipelines have.
  associatedtype Engine: Sendable
  /// The fit of `gazesim calibrate`.
  associatedtype Fit: RigFit where Fit.Observation == Sample.Observation
  /// Findings that only this rig's reports have; their JSON keys are beside those of every report.
  associatedtype Findings: Sendable & Encodable = PlainFindings

  /// Facts about the rig, and its defaults.
  static var facts: RigFacts<Self> { get }
  /// The pipelines, the one that is judged by default last.
  static var pipelines: [Pipeline<Self>] { get }

  // MARK: Before a run

  /// The limits that a device's profile states; nil where it states none.
  static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]?
  /// The limits of a device whose profile states none; the facts' unless the rig's figures grow with the screen.
  ///
  /// - Throws: where there are none.
  static func defaultLimits(of profile: DeviceProfile) throws -> [AccuracyGate]
  /// True if the scenario has a page that a pipeline can move.
  static func hasPage(_ scenario: Task) -> Bool
  /// Learns what an earlier session of a simulated person teaches the run's pipeline.
  static func learn(_ run: Run<Self>, _ participant: Int) -> Learned
  /// Refuses what no trial and no fit can work with: a view without a size. Called before either, once a recording and once
  /// a simulated scenario; a trial that it was not called for still traps on nothing.
  ///
  /// - Throws: an error of one line that says what was found, what was expected and what to do.
  static func check(_ setup: Setup) throws
  /// Refuses limits that say nothing, before anybody is judged by them.
  static func check(_ limits: [AccuracyGate], _ run: Run<Self>, jobs: Int) async throws

  // MARK: A run

  /// Writes simulated people: `RecordingRun`. It is a requirement so that each rig has it compiled for its own samples;
  /// through the extension alone npy would cost 6 to 10 % more.
  static func record(
    _ run: RecordingRun<Self>, _ writer: inout SampleWriter<Sample>, progress: (Double) -> Void
  ) async throws -> RecordingTotal
  /// A person's trial at its start.
  static func trial(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial
  /// The same, where nothing is measured: the pipeline only moves a page.
  static func unmeasured(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial
  /// Pipelines that do not look, to go along with one that is held against limits on a recording.
  static func dummies(
    _ limits: [AccuracyGate], _ setup: Setup, participant: Int
  ) -> [AnyTrial]
  /// Refuses a recorded person whose samples came at another rate than the header states.
  static func check(_ person: Person, rate: Double, path: String) throws(FileError)
  /// Refuses recordings in which nothing can be judged, and limits on what they do not hold.
  static func check(_ run: RecordedRun<Self>, path: String) throws
  /// Keeps a sample of a recording for a page, with what the pipeline made of it.
  static func draw(
    _ sample: Sample, _ output: Output, of number: Int, _ header: RecordingHeader, on tapes: inout [Int: TrackTape])
  /// Makes the recorder of a simulated person's course for a page; nil where no page was asked for.
  static func watch(_ runs: [Run<Self>]) -> (@Sendable (_ participant: Int) -> Watcher<Self>?)?
  /// Describes the scenario, people and phone in clear: a baseline must have them in common with a run.
  static func conditions(_ run: Run<Self>) -> ScenarioConditions

  // MARK: A fit

  /// A fit without data yet.
  static func fit(_ setup: Setup) -> Fit
  /// Refuses a recording whose header does not go with those before it in one fit: of another view, picture or whatever else
  /// is the rig's than the first one's.
  static func check(
    _ header: RecordingHeader, path: String, after earlier: [(path: String, header: RecordingHeader)],
    of profile: DeviceProfile
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

  // MARK: A report

  /// The metrics that reports list, in their order, where these could be estimated.
  static func listed(_ estimates: [String: PeopleEstimate]) -> [PeopleMetric<Person>]
  /// Names the reference of errors in these recordings.
  static func against(_ run: RecordedRun<Self>) -> String
  /// Forms the findings that only this rig's reports have.
  static func findings(
    _ people: People<Person>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> Findings
  /// Lists sentences that a reader must know: what was not observable, what an article does differently.
  static func remarks(_ people: [Person], _ subject: ReportSubject) -> [String]
  /// Adds what a run has kept for its page.
  static func draw(_ report: inout Report<Self>, _ run: Run<Self>, _ people: People<Person>)
  /// The same of recordings.
  static func draw(_ report: inout Report<Self>, _ run: RecordedRun<Self>)
  /// Adds to a gate's report what is judged without people.
  static func complete(_ report: inout Report<Self>, _ run: Run<Self>, claims: PointerClaims?)
  /// The same of recordings.
  static func complete(_ report: inout Report<Self>, _ run: RecordedRun<Self>)
  /// Puts a report into words, whatever the format.
  static func presentation(_ report: Report<Self>) -> Presentation
  /// A report as a person reads it in a terminal, but for what was judged.
  static func lines(_ report: Report<Self>) -> [String]
  /// A report as a page's parts.
  static func page(_ report: Report<Self>) -> PageParts
  /// The rig's own pictures on the page: the head, the skeleton on the phone, the sphere. HTML, everything escaped.
  static func sections(_ people: [Person], _ subject: ReportSubject) -> [String]
  /// The pipelines side by side on the same people.
  static func compare(
    _ run: Run<Self>, _ choice: ComparisonChoice<Self>, jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> WrittenComparison
  /// Tabulates differences from device to device, for `compare`; nil where there are none.
  static func table(of profiles: [DeviceProfile]) throws -> RigDeviceTable?
  /// Gives the pipeline's output in a few named numbers with their units, for `replay`.
  static func replayed(_ output: Output) -> [(name: String, unit: String, value: Double)]
}

extension Rig {
  /// One pipeline of the rig on one person's samples.
  package typealias AnyTrial = any Trial<Sample, Output, Person>

  /// The rig's name, as in `--rig` and in a recording's header.
  package static var name: String { Sample.rig }
  /// The pipelines' numbers that a profile or a calibration file may set.
  package static var settings: [RigSetting] { facts.settings }
  /// Metrics that are shown first.
  package static var headlines: [String] { facts.headlines }
  /// Metrics to compare with a baseline where there are no limits.
  package static var baselineMetrics: [String] { facts.baselineMetrics ?? headlines }

  /// The limits of a device: its profile's, else the rig's own.
  ///
  /// - Throws: where there are none.
  package static func limits(of profile: DeviceProfile) throws -> [AccuracyGate] {
    try statedLimits(of: profile) ?? defaultLimits(of: profile)
  }

  /// Those of the profile's section for the rig.
  package static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]? {
    profile.rigs?[name]?.gates?.limits.map(AccuracyGate.init)
  }

  /// The same for all devices.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] { facts.limits }

  /// None has a page.
  package static func hasPage(_ scenario: Task) -> Bool { false }

  /// Nothing.
  package static func learn(_ run: Run<Self>, _ participant: Int) -> Learned { Learned() }

  /// Nothing can be wrong.
  package static func check(_ setup: Setup) throws {}

  /// No rig but gaze knows such limits yet.
  package static func check(_ limits: [AccuracyGate], _ run: Run<Self>, jobs: Int) async throws {}

  /// Nobody moves a page yet but gaze.
  package static func unmeasured(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial {
    trial(pipeline, setup, participant: participant)
  }

  /// None.
  package static func dummies(
    _ limits: [AccuracyGate], _ setup: Setup, participant: Int
  ) -> [AnyTrial] { [] }

  /// Any rate will do.
  package static func check(_ person: Person, rate: Double, path: String) throws(FileError) {}

  /// Refuses recordings without samples.
  package static func check(_ run: RecordedRun<Self>, path: String) throws { _ = try run.first(path) }

  /// The same for a recording: the error names its file and its header's part.
  package static func check(_ setup: Setup, path: String) throws(FileError) {
    do { try check(setup) } catch { throw FileError(path: path, field: "constants", message: "\(error)") }
  }

  /// Persons keep their own moments.
  package static func draw(
    _ sample: Sample, _ output: Output, of number: Int, _ header: RecordingHeader, on tapes: inout [Int: TrackTape]
  ) {}

  /// Persons keep their own moments.
  package static func watch(_ runs: [Run<Self>]) -> (@Sendable (_ participant: Int) -> Watcher<Self>?)? { nil }

  /// Scenario, people and phone, and the simulator's samples of the first person: up to 600 samples of each scenario, every eighth.
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

  /// All, as they are declared.
  package static func listed(_ estimates: [String: PeopleEstimate]) -> [PeopleMetric<Person>] { Person.metrics }

  /// The truth, or what stands in for it.
  package static func against(_ run: RecordedRun<Self>) -> String {
    let unknown = run.headers.count - run.truths
    if unknown == 0 { return facts.truth }
    return run.truths == 0
      ? facts.standIn : "\(facts.truth); in \(unknown) of \(run.headers.count) recordings \(facts.standIn)"
  }

  /// None.
  package static func remarks(_ people: [Person], _ subject: ReportSubject) -> [String] { [] }

  /// Nothing was kept.
  package static func draw(_ report: inout Report<Self>, _ run: Run<Self>, _ people: People<Person>) {}

  /// Nothing was kept.
  package static func draw(_ report: inout Report<Self>, _ run: RecordedRun<Self>) {}

  /// No rig but gaze has a correctness stage yet.
  package static func complete(_ report: inout Report<Self>, _ run: Run<Self>, claims: PointerClaims?) {}

  /// No rig but gaze has a correctness stage yet.
  package static func complete(_ report: inout Report<Self>, _ run: RecordedRun<Self>) {}

  /// None.
  package static func sections(_ people: [Person], _ subject: ReportSubject) -> [String] { [] }

  /// Nothing differs from device to device.
  package static func table(of profiles: [DeviceProfile]) throws -> RigDeviceTable? { nil }
}
