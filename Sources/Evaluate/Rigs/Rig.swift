package import GazeMetrics
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// A system that is simulated, recorded, run and judged: gaze, head, body, drag. `gazesim --rig NAME` selects it from
/// `Rigs.all`.
///
/// The protocol declares everything that differs between rigs; scenarios, recordings, jobs, intervals, interim
/// analyses, gates, baselines and reports have the same code for all rigs. Most requirements have a default;
/// docs/rigs.md describes how to add a rig.
package protocol Rig: MeasuredRig where Person: Codable {
  /// The recipe by which a pipeline is made, with other properties that only this rig's pipelines have.
  associatedtype Engine: Sendable
  /// The fit of `gazesim calibrate`.
  associatedtype Fit: RigFit where Fit.Observation == Sample.Observation
  /// Everything that this rig's reports need of people besides the metrics.
  associatedtype Summary: PeopleSummary = NoSummary<Person> where Summary.Person == Person
  /// Findings that only this rig's reports have; in JSON their keys are on the same level as the keys that every report
  /// has.
  associatedtype Findings: Sendable & Encodable = PlainFindings

  /// Facts about the rig, and its defaults.
  static var facts: RigFacts<Self> { get }
  /// The pipelines; the last one is judged by default.
  static var pipelines: [Pipeline<Self>] { get }
  /// The outputs that recordings hold, as a pipeline for recordings; nil if the rig's recordings hold none.
  static var recorded: Pipeline<Self>? { get }
  /// The pipeline of an external program, which a command starts.
  ///
  /// - Parameters:
  ///   - seconds: longest time for an answer.
  ///   - remark: receives a remark on a program that takes long, from any thread.
  /// - Throws: if the rig has no protocol for programs, or if the program fails at its start.
  static func pipeline(
    command: String, on profile: DeviceProfile, within seconds: Double, remark: @escaping @Sendable (String) -> Void
  ) throws -> Pipeline<Self>

  // MARK: Before a run

  /// The limits that a device's profile states; nil if the profile states no limits.
  static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]?
  /// The limits of a device whose profile states no limits: `RigFacts.limits`, unless the rig's metrics scale with the
  /// screen.
  static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate]
  /// True if the scenario has a page that a pipeline can move.
  static func hasPage(_ scenario: Task) -> Bool
  /// Learns from an earlier session of a simulated person what the run's pipeline can use.
  static func learn(_ run: Run<Self>, _ participant: Int) -> Learned
  /// Refuses a setup that no trial and no fit can use, such as a view without a size. The method is called once per
  /// recording and per simulated scenario, before any trial or fit. Trials must not trap even if it was not called.
  ///
  /// - Throws: an error of one line that names the fault, the expected value and the remedy.
  static func check(_ setup: Setup) throws
  /// Refuses limits that prove nothing, before anybody is judged by them: limits on metrics that the scenarios do not
  /// measure, and limits that a dummy pipeline would meet.
  static func check(_ limits: [AccuracyGate], _ run: Run<Self>, jobs: Int) async throws

  // MARK: A run

  /// Writes simulated people: `RecordingRun`. The method is a requirement of the protocol so that the compiler
  /// specialises it for each rig's samples; as an extension method only, writing npy would take 6 to 10 % longer.
  static func record(
    _ run: RecordingRun<Self>, _ writer: inout SampleWriter<Sample>, progress: (Double) -> Void
  ) async throws -> RecordingTotal
  /// Adds to a simulated sample the output of the pipeline that closes the loop, as an app records it.
  static func record(_ output: Output, in sample: inout Sample)
  /// A trial on one person's samples, before the first sample.
  static func trial(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial
  /// A trial that measures nothing; its pipeline only moves the page.
  static func unmeasured(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial
  /// Trials of dummy pipelines, which ignore the gaze. They run on a recording along with the judged pipeline, to test
  /// the limits.
  static func dummies(
    _ limits: [AccuracyGate], _ setup: Setup, participant: Int
  ) -> [AnyTrial]
  /// Refuses a recorded person whose samples arrive at another rate than the header states.
  static func check(_ person: Person, rate: Double, path: String) throws(FileError)
  /// Refuses recordings in which nothing can be judged, and limits on metrics that cannot be measured in the
  /// recordings.
  static func check(_ run: RecordedRun<Self>, path: String) throws
  /// The built-in limits that cannot be measured in this run, known before anybody is simulated.
  static func leftOut(_ limits: [AccuracyGate], _ run: Run<Self>) -> [LeftOutLimit]
  /// The built-in limits that cannot be measured in these recordings.
  static func leftOut(_ limits: [AccuracyGate], _ run: RecordedRun<Self>) -> [LeftOutLimit]
  /// The reason for which a built-in limit on this metric is not judged by the pipeline's outputs so far; nil if it is
  /// judged.
  static func withoutAnswer(_ metric: String, from pipeline: Pipeline<Self>) -> String?
  /// Keeps a recorded sample and the pipeline's output for the HTML page.
  static func draw(
    _ sample: Sample, _ output: Output, of number: Int, _ header: RecordingHeader, on tapes: inout [Int: TrackTape])
  /// Makes the recorder of a simulated person's course for the HTML page; nil if no page was requested.
  static func watch(_ runs: [Run<Self>]) -> (@Sendable (_ participant: Int) -> Watcher<Self>?)?
  /// Describes the scenario, people and phone in plain text; the descriptions of a baseline and of a run compared with
  /// it must be equal.
  static func conditions(_ run: Run<Self>) -> ScenarioConditions

  /// Creates the doctor of a recording that is judged or fitted to; nil if the rig has none.
  static func doctor(_ header: RecordingHeader, path: String, of profile: DeviceProfile) -> Doctor?
  /// Shows the next sample of the recording to its doctor, in the same pass over the file.
  static func show(_ observation: Sample.Observation, to doctor: inout Doctor?)
  /// Notes the evidence that a recorded sample holds for recentring and for the trigger's signs.
  static func note(_ observation: Sample.Observation, in evidence: inout RecordedEvidence)

  // MARK: A fit

  /// A fit to which no data have been added yet.
  static func fit(_ setup: Setup) -> Fit
  /// Refuses a recording that cannot join the earlier ones in one fit, because its header and that of the first
  /// recording differ in view, picture or another constant of the rig.
  static func check(
    _ header: RecordingHeader, path: String, after earlier: [(path: String, header: RecordingHeader)],
    of profile: DeviceProfile
  ) throws(FileError)
  /// Feeds simulated people to a fit.
  static func take(
    _ simulation: RigSimulation<Self>, into fit: inout Fit, _ setup: Setup, jobs: Int, progress: (Double) -> Void
  ) async throws
  /// Adds to a calibration file the parts that do not come from the fit itself, such as the people's identifiers.
  static func complete(
    _ file: inout CalibrationFile, _ fit: Fit, _ run: CalibrationRun<Self>, _ roster: RecordedPeople, jobs: Int,
    progress: (Double) -> Void
  ) async throws

  // MARK: A report

  /// The metrics that reports list, in order, among those that could be estimated.
  static func listed(_ estimates: [String: PeopleEstimate]) -> [PeopleMetric<Person>]
  /// Names the reference of the errors in these recordings.
  static func against(_ run: RecordedRun<Self>) -> String
  /// Computes the findings that only this rig's reports have.
  static func findings(
    _ people: People<Self>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> Findings
  /// Lists sentences without which the report's numbers could be misunderstood: quantities that were not observable,
  /// differences of an article's method.
  static func remarks(_ people: People<Self>, _ subject: ReportSubject) -> [String]
  /// Adds the data that a run has kept for its HTML page.
  static func draw(_ report: inout Report<Self>, _ run: Run<Self>, _ people: People<Self>)
  /// Adds the data that a run over recordings has kept for its HTML page.
  static func draw(_ report: inout Report<Self>, _ run: RecordedRun<Self>)
  /// Judges the mapping of a run's pipeline, which does not depend on people; nil for a rig without a correctness
  /// stage.
  static func correctness(_ run: Run<Self>, claims: PointerClaims?) -> Correctness?
  /// Adds to a gate's report on recordings the checks that do not depend on people.
  static func complete(_ report: inout Report<Self>, _ run: RecordedRun<Self>)
  /// The parts of a report in words that only this rig has.
  static func words(_ report: Report<Self>) -> RigWords
  /// The charts that only this rig's page has, as HTML in which all text is escaped.
  static func sections(_ report: Report<Self>) -> [PageSection]
  /// The tracks that the page replays; nil if none were kept.
  static func replay(_ report: Report<Self>) -> ReplayTracks?
  /// True if `map` draws a map.
  static var hasMap: Bool { get }
  /// The map of errors over the screen, as a file of its own.
  static func map(_ report: Report<Self>) -> String
  /// Compares the pipelines on the same people.
  static func compare(
    _ run: Run<Self>, _ choice: ComparisonChoice<Self>, jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> any WrittenComparison
  /// Compares the pipelines of a run on the same recordings.
  ///
  /// - Parameter needsPointer: refuses recordings that hold no outputs, if `recorded` is among the pipelines; otherwise
  ///   the row is left out.
  static func compare(
    _ run: RecordedRun<Self>, path: String, needsPointer: Bool
  ) throws -> any WrittenComparison
  /// Tabulates differences between devices, for `compare`; nil if nothing differs.
  static func table(of profiles: [DeviceProfile]) throws -> RigDeviceTable?
  /// Describes the pipeline's output by a few named numbers with units, for `replay`.
  static func replayed(_ output: Output) -> [(name: String, unit: String, value: Double)]
}

extension Rig {
  /// A trial of any of the rig's pipelines on one person's samples.
  package typealias AnyTrial = any Trial<Sample, Output, Person>

  /// The rig's name, as in `--rig` and in a recording's header.
  package static var name: String { Sample.rig }
  /// The pipelines' parameters that a profile or a calibration file may set.
  package static var settings: [RigSetting] { facts.settings }
  /// Metrics that reports show first.
  package static var headlines: [String] { facts.headlines }
  /// Metrics to compare with a baseline if there are no limits.
  package static var baselineMetrics: [String] { facts.baselineMetrics ?? headlines }

  /// The limits of a device: those of its profile, or the rig's own if the profile states no limits.
  package static func limits(of profile: DeviceProfile) -> [AccuracyGate] {
    statedLimits(of: profile) ?? defaultLimits(of: profile)
  }

  /// The limits in the profile's section for the rig.
  package static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]? {
    profile.rigs?[name]?.gates?.limits.map(AccuracyGate.init)
  }

  /// The limits in the rig's facts, which are the same for all devices.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] { facts.limits }

  /// By default recordings hold no outputs.
  package static var recorded: Pipeline<Self>? { nil }

  /// By default throws: only gaze has a protocol for external programs.
  package static func pipeline(
    command: String, on profile: DeviceProfile, within seconds: Double, remark: @escaping @Sendable (String) -> Void
  ) throws -> Pipeline<Self> {
    throw SimulationError.argument(
      "pipeline-command: the rig \(name) has no protocol for external programs; only gaze has one")
  }

  /// Adds nothing, since only gaze's samples have a place for it.
  package static func record(_ output: Output, in sample: inout Sample) {}

  /// False for every scenario.
  package static func hasPage(_ scenario: Task) -> Bool { false }

  /// By default notes nothing, because only the gaze rig's pointer is recentred.
  package static func note(_ observation: Sample.Observation, in evidence: inout RecordedEvidence) {}

  /// Returns no knowledge: by default a pipeline learns nothing about a person.
  package static func learn(_ run: Run<Self>, _ participant: Int) -> Learned { Learned() }

  /// Accepts every setup.
  package static func check(_ setup: Setup) throws {}

  /// Accepts all limits; only gaze checks them so far.
  package static func check(_ limits: [AccuracyGate], _ run: Run<Self>, jobs: Int) async throws {}

  /// The measuring trial; so far only gaze has pages that a pipeline moves.
  package static func unmeasured(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial {
    trial(pipeline, setup, participant: participant)
  }

  /// Returns no dummies.
  package static func dummies(
    _ limits: [AccuracyGate], _ setup: Setup, participant: Int
  ) -> [AnyTrial] { [] }

  /// Accepts every rate.
  package static func check(_ person: Person, rate: Double, path: String) throws(FileError) {}

  /// Refuses recordings without samples.
  package static func check(_ run: RecordedRun<Self>, path: String) throws { _ = try run.first(path) }

  /// Checks a recording's setup; the error names its file and the header's part.
  package static func check(_ setup: Setup, path: String) throws(FileError) {
    do { try check(setup) } catch { throw FileError(path: path, field: "constants", message: "\(error)") }
  }

  /// Draws nothing: a rig other than gaze keeps the moments to show in its `Person`.
  package static func draw(
    _ sample: Sample, _ output: Output, of number: Int, _ header: RecordingHeader, on tapes: inout [Int: TrackTape]
  ) {}

  /// Watches nothing: a rig other than gaze keeps the moments to show in its `Person`.
  package static func watch(_ runs: [Run<Self>]) -> (@Sendable (_ participant: Int) -> Watcher<Self>?)? { nil }

  /// Conditions of scenario, people and phone, and a digest of the simulator's samples of the first person: every
  /// eighth sample, up to 600 of each scenario.
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

  /// All metrics, in the order of their declaration.
  package static func listed(_ estimates: [String: PeopleEstimate]) -> [PeopleMetric<Person>] { Person.metrics }

  /// The simulator's truth, or the reference that replaces it in a recording without truth.
  package static func against(_ run: RecordedRun<Self>) -> String {
    let unknown = run.headers.count - run.truths
    if unknown == 0 { return facts.truth }
    return run.truths == 0
      ? facts.standIn : "\(facts.truth); in \(unknown) of \(run.headers.count) recordings \(facts.standIn)"
  }

  /// Returns no remarks.
  package static func remarks(_ people: People<Self>, _ subject: ReportSubject) -> [String] { [] }

  /// Adds nothing, since nothing was kept.
  package static func draw(_ report: inout Report<Self>, _ run: Run<Self>, _ people: People<Self>) {}

  /// Adds nothing, since nothing was kept.
  package static func draw(_ report: inout Report<Self>, _ run: RecordedRun<Self>) {}

  /// nil; only gaze has a correctness stage so far.
  package static func correctness(_ run: Run<Self>, claims: PointerClaims?) -> Correctness? { nil }

  /// Adds nothing; only gaze has a correctness stage so far.
  package static func complete(_ report: inout Report<Self>, _ run: RecordedRun<Self>) {}

  /// False: errors have no place on a screen.
  package static var hasMap: Bool { false }

  /// Nothing is drawn, since there is no map.
  package static func map(_ report: Report<Self>) -> String { "" }

  /// No tracks.
  package static func replay(_ report: Report<Self>) -> ReplayTracks? { nil }

  /// No table, since nothing differs between devices.
  package static func table(of profiles: [DeviceProfile]) throws -> RigDeviceTable? { nil }
}
