package import GazeMetrics
package import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

extension GazeRig: Rig {
  /// The recipe by which a pointer's pipeline is made.
  package typealias Engine = PointerEngine
  /// Findings on pointer and scrolling.
  package typealias Findings = GazeFindings
  /// Sums over people.
  package typealias Summary = GazeSummary

  /// Facts about the gaze rig, and its defaults.
  package static let facts = RigFacts<GazeRig>(
    summary: "a gaze pointer on a phone's screen, and the page that it scrolls",
    scenarios: [.validation, .reading, .stare], calibrationScenario: .calibration, truth: ErrorReference.truth.rawValue,
    standIn: ErrorReference.target.rawValue, limits: DefaultLimits.limits(of: name), headlines: [],
    baselineMetrics: [
      "pointer.errorPoints.median", "pointer.latencyMilliseconds", "pointer.dataLoss", "scroll.f1",
      "scroll.falsePerMinute", "scroll.offScreenScrollPointsPerMinute",
    ], namesHoldUnits: true, judgesMapping: true)

  /// The limits in the profile itself.
  package static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]? {
    profile.gates?.limits.map(AccuracyGate.init)
  }

  /// The limits of phones or of tablets, whose larger screens and cameras elsewhere make the errors larger.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] {
    DefaultLimits.limits(of: name, DefaultLimits.Kind(profile))
  }

  /// True for the scenarios reading and recipe.
  package static func hasPage(_ scenario: GazeScenario) -> Bool { scenario.hasPage }

  /// A trial of the pipeline.
  package static func trial(
    _ pipeline: Pipeline<GazeRig>, _ setup: Setup, participant: Int
  ) -> any Trial<RecordedFrame, PointerOutput, PersonResult> {
    if pipeline.engine.isRecorded { return RecordedPointerTrial(setup, participant: participant) }
    var setup = setup
    setup.participant = participant
    return trial(of: pipeline.pointer(setup), setup, participant)
  }

  /// Adds pointer and scroll to the app's state; page, tap and dot stay, which the pipeline was given.
  package static func record(_ output: PointerOutput, in sample: inout RecordedFrame) {
    let scroll = output.scroll
    sample.observation.app.pointer = output.pointer
    sample.observation.app.rawPointer = output.rawPointer
    sample.observation.app.scroll = scroll.direction
    sample.observation.app.scrollPoints = scroll.direction == .none ? nil : scroll.distance
  }

  /// The pipeline alone, without measurements.
  package static func unmeasured(_ pipeline: Pipeline<GazeRig>, _ setup: Setup, participant: Int) -> AnyTrial {
    var setup = setup
    setup.participant = participant
    return PipelineAlone(pipeline: pipeline.pointer(setup), participant: participant)
  }

  /// A trial of any pipeline.
  static func trial<P: PointerPipeline>(
    of pipeline: P, _ setup: Setup, _ participant: Int
  ) -> any Trial<RecordedFrame, PointerOutput, PersonResult> {
    let trial = PersonTrial(pipeline, PointerMeter(setup, participant: participant))
    guard let ending = pipeline as? any EndingPipeline else { return trial }
    return EndingTrial(trial, ending: ending)
  }

  /// Makes the recorder of the course of gaze and pointers for the page.
  package static func watch(
    _ runs: [Run<GazeRig>]
  ) -> (@Sendable (_ participant: Int) -> Watcher<GazeRig>?)? {
    guard let first = runs.first, let recording = TrackRecording(runs) else { return nil }
    let simulation = first.simulation
    return { participant in
      guard var tape = recording.tape(participant, isFailing: simulation.person(participant).isFailing) else {
        return nil
      }
      return Watcher(
        begin: { tape.begin($0.rawValue, hasTargets: $0.hasTargets) }, add: { tape.add($0, $1) }, end: { tape.end() },
        finish: { recording.record(tape) })
    }
  }

  /// Conditions of the simulated people, including the personal session.
  package static func conditions(_ run: Run<GazeRig>) -> ScenarioConditions { ScenarioConditions(run) }

  /// Refuses limits on scrolling if nobody is asked to scroll, and limits that a pipeline that ignores the gaze would
  /// meet on the same people.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist, `LimitsError` with a sentence on the necessary
  ///   change.
  package static func check(_ limits: [AccuracyGate], _ run: Run<GazeRig>, jobs: Int) async throws {
    guard !limits.isEmpty else { return }
    if run.loop == .open,
      let closed = GazeMetric.all.first(where: { $0.need == .closedLoop && limits.map(\.metric).contains($0.name) })?
        .name
    {
      throw SimulationError.argument(
        "\(closed) needs a page that the pipeline moves: give --loop closed, or leave its limit out")
    }
    try checkScrolling(limits, run.pipeline)
    let check = try LimitsCheck(limits)
    try LimitsCheck.checkMeasured(limits, in: run.scenarios)
    let takes = check.takes(run.scenarios.map { run.simulation(of: $0) })
    let people = try await mapInParallel(count: run.participants, jobs: jobs) {
      check.results(on: takes, participant: $0)
    }
    if let fault = check.fault(people) { throw fault }
  }

  /// The metrics that could be estimated, sorted by name.
  package static func listed(_ estimates: [String: PeopleEstimate]) -> [PeopleMetric<PersonResult>] {
    PersonResult.metrics.filter { estimates[$0.name] != nil }.sorted { $0.name < $1.name }
  }

  /// Adds the course of gaze and pointer to the report.
  package static func draw(
    _ report: inout Report<GazeRig>, _ run: Run<GazeRig>, _ people: People<GazeRig>
  ) {
    report.attach(people.records, of: run)
  }

  /// The pointer's coordinates.
  package static func replayed(_ output: PointerOutput) -> [(name: String, unit: String, value: Double)] {
    output.pointer.map { [("x", "pt", $0.x), ("y", "pt", $0.y)] } ?? []
  }

  /// The correctness stage, which a gate must pass too.
  package static func correctness(_ run: Run<GazeRig>, claims: PointerClaims?) -> Correctness? {
    run.correctness(claims: claims)
  }
}

/// The knowledge that an app has of a person, and options that override numbers of the calibration and the profile.
package struct PointerOptions: Sendable {
  /// Source of a person's calibration.
  package enum PersonCalibrationSource: String, Sendable, CaseIterable {
    /// A calibration with five points in an earlier session, as an app's users would do it.
    case fivePoints = "5"
    /// No calibration.
    case none
  }

  /// Corrections that are possible without a calibration of the person.
  package enum ConstantCorrection: Sendable, Equatable {
    /// No correction.
    case none
    /// A constant for everybody, points.
    case fixed(SIMD2<Double>)
    /// Each person's own constant: the mean error at the five calibration points.
    case fivePoints
    /// Each person's own constant: the best one for the judged session itself, which cannot be known beforehand.
    case hindsight
  }

  /// The person's calibration.
  package var personCalibration = PersonCalibrationSource.fivePoints
  /// Trust in the calibration's offset, which comes from an earlier session.
  package var trust = PersonTrust.assumed
  /// Session of the five points; nil is the one in which an app is calibrated.
  package var fivePointsSession: Int?
  /// Smoothing that overrides the calibration's or the profile's.
  package var smoothing: Smoothing?
  /// A constant added to the pointer of every pipeline but `standard`.
  package var correction = ConstantCorrection.none
  /// Evidence by which `standard` recentres its pointer in the session.
  package var recentre = RecentreChoice.none
  /// Parts of a person's results that are measured.
  package var parts = PointerMeter.Parts.all
  /// Rule of the scroll trigger of `standard`; nil for the calibration's or the profile's trigger.
  package var trigger: ScrollRule?

  /// The default options.
  package init() {}
}

/// Members that only runs of the gaze rig have.
extension Run where R == GazeRig {
  /// Creates a run.
  package init(
    profile: DeviceProfile, simulation: Simulation, scenarios: [GazeScenario] = GazeRig.facts.scenarios,
    pipeline: Pipeline<GazeRig> = GazeRig.standard, personCalibration: PointerOptions.PersonCalibrationSource,
    calibration: CalibrationFile? = nil, smoothing: Smoothing? = nil
  ) {
    self.init(
      profile: profile, simulation: simulation, scenarios: scenarios, pipeline: pipeline, calibration: calibration)
    (options.personCalibration, options.smoothing) = (personCalibration, smoothing)
  }

  /// The person's calibration.
  package var personCalibration: PointerOptions.PersonCalibrationSource {
    get { options.personCalibration }
    set { options.personCalibration = newValue }
  }

  /// A constant added to the pointer of every pipeline but `standard`.
  package var correction: PointerOptions.ConstantCorrection {
    get { options.correction }
    set { options.correction = newValue }
  }

  /// The setup of the simulation's pipeline without knowledge of any person.
  var setup: Setup {
    Setup(GazeRig.self, profile: profile, header: simulation.stated, calibration: calibration, options: options)
  }

  /// The setup with the knowledge from a person's earlier session.
  func setup(_ participant: Int) -> Setup {
    var setup = setup
    setup.learned = GazeRig.learn(self, participant)
    return setup
  }

  /// The personal session of a person on this phone.
  fileprivate func earlier(_ participant: Int) -> SimulatedTake<GazeRig> {
    var earlier = simulation
    earlier.scenario = .personal
    earlier.duration = nil
    earlier.loop = "open"
    (earlier.session, earlier.take) = (options.fivePointsSession, nil)
    return SimulatedTake(earlier, participant: participant)
  }

  /// A person's pipeline before its first frame, with the person's calibration.
  package func personalPipeline(_ participant: Int) -> any PointerPipeline & Sendable {
    pipeline.pointer(setup(participant))
  }

  /// Judges the pipeline's mapping on error-free faces in front of a phone whose geometry is the one that the app
  /// assumes. No person's calibration is used. If `claims` is nil, the pipeline's own claims apply.
  package func correctness(claims: PointerClaims? = nil) -> Correctness {
    pipeline.correctness(setup, rate: simulation.rate, seed: simulation.seed, claims: claims)
  }
}

extension GazeRig {
  /// Learns what the pipeline can use from a person's five points, and the constant that corrects its pointer.
  package static func learn(_ run: Run<GazeRig>, _ participant: Int) -> Learned {
    var setup = run.setup
    let asks = run.personCalibration == .fivePoints
    func observations() -> some Sequence<RecordedFrame.Observation> {
      run.earlier(participant).simulation.frames(participant: participant).lazy.map(\.observation)
    }
    switch run.pipeline.learns {
    case .person where asks:
      let person = (try? PersonFit(on: setup.geometry).fit(observations(), participant: participant))?.calibration
      setup.learned.isUncalibrated = person == nil
      setup.learned.person = person ?? .none
      if person != nil { setup.learned.person.trust = run.options.trust }
    case .fivePoints where asks:
      var take = run.earlier(participant)
      let trial = SettledFixations(run.pipeline.pointer(setup))
      setup.learned.fivePointMap = FivePointMap(Feed.results(&take, [trial])[0].raw)
      setup.learned.isUncalibrated = setup.learned.fivePointMap == nil
    default: break
    }
    switch run.correction {
    case .none: break
    case .fixed(let offset): setup.learned.constantOffset = offset
    case .hindsight:
      setup.learned.constantOffset = ConstantOffset(people: [run.samples(participant, setup.learned)]).best
    case .fivePoints:
      var take = run.earlier(participant)
      let errors = Feed.results(&take, [SettledFixations(run.pipeline.pointer(setup))])[0].errors
      if !errors.isEmpty { setup.learned.constantOffset = -errors.reduce(.zero, +) / Double(errors.count) }
    }
    return setup.learned
  }
}

/// A pipeline without measurements.
private struct PipelineAlone: Trial {
  var pipeline: any PointerPipeline
  let participant: Int

  mutating func step(_ frame: RecordedFrame) -> PointerOutput {
    pipeline.step(frame.observation.frame, frame.observation.app.context)
  }

  func finish() -> PersonResult {
    (pipeline as? any EndingPipeline)?.end()
    return PersonResult(participant: participant)
  }
}
