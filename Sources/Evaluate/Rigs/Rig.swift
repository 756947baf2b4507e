package import GazeMetrics
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// A system that is simulated, recorded, run and judged: gaze, head, body, drag. `gazesim --rig NAME` selects it from
/// `Rigs.all`.
///
/// The protocol declares what differs between rigs; scenarios, recordings, jobs, intervals, interim analyses, gates,
/// baselines and reports have the same code for all rigs. docs/rigs.md describes how to add a rig.
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
  /// The limits of a device whose profile states none: `RigFacts.limits`, unless the rig's metrics scale with the
  /// screen.
  static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate]
  /// Describes the scenario, people and phone in plain text; the descriptions of a baseline and of a run compared with
  /// it must be equal.
  static func conditions(_ run: Run<Self>) -> ScenarioConditions
  /// Refuses a setup that no trial and no fit can use, such as a view without a size. The method is called once per
  /// recording and per simulated scenario, before any trial or fit. Trials must not trap even if it was not called.
  ///
  /// - Throws: an error of one line that names the fault, the expected value and the remedy.
  static func check(_ setup: Setup) throws
  /// A trial on one person's samples, before the first sample.
  static func trial(_ pipeline: Pipeline<Self>, _ setup: Setup, participant: Int) -> AnyTrial
  /// A fit to which no data have been added yet.
  static func fit(_ setup: Setup) -> Fit
  /// Writes simulated people: `RecordingRun`. The method is a requirement of the protocol so that the compiler
  /// specialises it for each rig's samples; as an extension method only, writing npy would take 6 to 10 % longer.
  static func record(
    _ run: RecordingRun<Self>, _ writer: inout SampleWriter<Sample>, progress: (Double) -> Void
  ) async throws -> RecordingTotal

  /// Runs an evaluation: `Evaluation.report`, with what only this rig judges.
  static func evaluate(_ evaluation: Evaluation<Self>, _ work: Work) async throws -> Report<Self>
  /// Compares pipelines on the same people, simulated or recorded.
  static func compare(
    _ source: Source<Self>, _ choice: ComparisonChoice<Self>, _ work: Work
  ) async throws -> any WrittenComparison
  /// Fits to simulated people or to recordings.
  static func calibrate(_ run: CalibrationRun<Self>, _ work: Work) async throws -> CalibrationFile

  /// Computes the findings that only this rig's reports have.
  static func findings(
    _ people: Cohort<Self>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> Findings
  /// Sentences without which the report's numbers could be misunderstood.
  static func remarks(_ people: Cohort<Self>, _ subject: ReportSubject) -> [String]
  /// The parts of a report in words that only this rig has.
  static func words(_ report: Report<Self>) -> RigWords
  /// The parts of a report's page that only this rig has.
  static func page(_ report: Report<Self>) -> RigPage
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
  static var baselineMetrics: [String] { facts.baselineMetrics ?? headlines }

  /// The limits of a device: those of its profile, or the rig's own if the profile states no limits.
  package static func limits(of profile: DeviceProfile) -> [AccuracyGate] {
    statedLimits(of: profile) ?? defaultLimits(of: profile)
  }

  /// The limits in the rig's facts, which are the same for all devices.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] { facts.limits }
  package static func remarks(_ people: Cohort<Self>, _ subject: ReportSubject) -> [String] { [] }

  /// Checks a recording's setup; the error names its file and the header's part.
  package static func check(_ setup: Setup, path: String) throws(FileError) {
    do { try check(setup) } catch { throw FileError(path: path, field: "constants", message: "\(error)") }
  }

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

  /// Judges the people by limits and a baseline.
  package static func evaluate(_ evaluation: Evaluation<Self>, _ work: Work) async throws -> Report<Self> {
    try await evaluation.report(work)
  }
}
