package import GazeMetrics
package import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

extension GazeRig: Rig {
  /// The way in which a pointer's pipeline is made.
  package typealias Engine = PointerEngine
  /// Pointer and scrolling.
  package typealias Findings = GazeFindings

  /// Facts about gaze. A profile holds its limits: other devices have none.
  package static let facts = RigFacts<GazeRig>(
    summary: "a gaze pointer on a phone's screen, and the page that it scrolls",
    scenarios: [.validation, .reading, .stare], calibrationScenario: .calibration, truth: ErrorReference.truth.rawValue,
    standIn: ErrorReference.target.rawValue, headlines: [],
    baselineMetrics: [
      "pointer.errorPoints.median", "pointer.latencyMilliseconds", "pointer.dataLoss", "scroll.f1",
      "scroll.falsePerMinute", "scroll.offScreenScrollPointsPerMinute",
    ], namesHoldUnits: true, judgesMapping: true)

  /// Those of the profile itself.
  package static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]? {
    profile.gates?.limits.map(AccuracyGate.init)
  }

  /// None: what a pointer's error may be depends on its device.
  package static func defaultLimits(of profile: DeviceProfile) throws -> [AccuracyGate] {
    throw FileError(
      path: profile.id, field: "gates", message: "the profile has no limits; give some with --limits FILE")
  }

  /// Reading and recipe.
  package static func hasPage(_ scenario: GazeScenario) -> Bool { scenario.hasPage }

  /// A trial of the pipeline.
  package static func trial(
    _ pipeline: Pipeline<GazeRig>, _ setup: Setup, participant: Int
  ) -> any Trial<RecordedFrame, PointerOutput, PersonResult> {
    trial(of: pipeline.pointer(setup), setup, participant)
  }

  /// The pipeline alone.
  package static func unmeasured(_ pipeline: Pipeline<GazeRig>, _ setup: Setup, participant: Int) -> AnyTrial {
    PipelineAlone(pipeline: pipeline.pointer(setup), participant: participant)
  }

  /// A trial of any pipeline.
  static func trial<P: PointerPipeline>(
    of pipeline: P, _ setup: Setup, _ participant: Int
  ) -> any Trial<RecordedFrame, PointerOutput, PersonResult> {
    PersonTrial(
      pipeline, participant: participant, geometry: setup.screen, reference: setup.reference, rate: setup.header.rate)
  }

  /// The course of gaze and pointers.
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

  /// Who does what, the personal session with it.
  package static func conditions(_ run: Run<GazeRig>) -> ScenarioConditions { ScenarioConditions(run) }

  /// Refuses limits on scrolling where nobody is asked to scroll, and those that a pipeline would keep which does not look,
  /// on these very people.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist, `LimitsError` with a sentence on what to change.
  package static func check(_ limits: [AccuracyGate], _ run: Run<GazeRig>, jobs: Int) async throws {
    guard !limits.isEmpty else { return }
    if run.loop == .open, let closed = GazeMetric.ofClosedLoop.first(where: { limits.map(\.metric).contains($0) }) {
      throw SimulationError.argument(
        "\(closed) needs a page that the pipeline moves: give --loop closed, or leave its limit out")
    }
    let check = try LimitsCheck(limits)
    try LimitsCheck.checkMeasured(limits, in: run.scenarios)
    let takes = check.takes(run.scenarios.map { run.simulation(of: $0) })
    let people = try await mapInParallel(count: run.participants, jobs: jobs) {
      check.results(on: takes, participant: $0)
    }
    if let fault = check.fault(people) { throw fault }
  }

  /// Those that could be estimated, by name.
  package static func listed(_ estimates: [String: PeopleEstimate]) -> [PeopleMetric<PersonResult>] {
    PersonResult.metrics.filter { estimates[$0.name] != nil }.sorted { $0.name < $1.name }
  }

  /// Adds the course of gaze and pointer.
  package static func draw(
    _ report: inout Report<GazeRig>, _ run: Run<GazeRig>, _ people: People<PersonResult>
  ) {
    report.attach(people.all.compactMap(\.record), of: run)
  }

  /// The pointer and the page's direction.
  package static func replayed(_ output: PointerOutput) -> [(name: String, unit: String, value: Double)] {
    output.pointer.map { [("x", "pt", $0.x), ("y", "pt", $0.y)] } ?? []
  }

  /// Adds the correctness stage: a gate passes only if it does, too.
  package static func complete(_ report: inout Report<GazeRig>, _ run: Run<GazeRig>, claims: PointerClaims?) {
    report.add(run.correctness(claims: claims))
  }
}

/// What an app knows of a person, and what counts instead of the calibration's and the profile's numbers.
package struct PointerOptions: Sendable {
  /// Where a person's calibration comes from.
  package enum PersonCalibrationSource: String, Sendable, CaseIterable {
    /// Five points in an earlier session, as an app's users would do.
    case fivePoints = "5"
    /// Nowhere.
    case none
  }

  /// What an app without a calibration of a person can still do.
  package enum ConstantCorrection: Sendable, Equatable {
    /// Nothing.
    case none
    /// A constant for everybody, points.
    case fixed(SIMD2<Double>)
    /// Each person's own constant, the mean error of the same five points.
    case fivePoints
    /// Each person's own constant, the best for the very session that is judged: nobody could know it beforehand.
    case hindsight
  }

  /// The person's calibration.
  package var personCalibration = PersonCalibrationSource.fivePoints
  /// How far its offset is believed: it is an earlier session's.
  package var trust = PersonTrust.assumed
  /// Instead of the calibration's or profile's.
  package var smoothing: Smoothing?
  /// A constant added to the pointer of every pipeline but `standard`.
  package var correction = ConstantCorrection.none

  /// The usual ones.
  package init() {}
}

/// What is particular to a run of the gaze rig.
extension Run where R == GazeRig {
  /// A run; what is not given has its default.
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

  /// What the pipeline knows of nobody in particular, as the simulation stands.
  var setup: Setup {
    Setup(GazeRig.self, profile: profile, header: simulation.stated, calibration: calibration, options: options)
  }

  /// The same with what a person's earlier session gives.
  func setup(_ participant: Int) -> Setup {
    var setup = setup
    setup.learned = GazeRig.learn(self, participant)
    return setup
  }

  /// The personal session of these people on this phone.
  fileprivate func earlier(_ participant: Int) -> SimulatedTake<GazeRig> {
    var earlier = simulation
    earlier.scenario = .personal
    earlier.duration = nil
    earlier.loop = "open"
    return SimulatedTake(earlier, participant: participant)
  }

  /// A person's pipeline at its start, with what the person's calibration gives it.
  package func personalPipeline(_ participant: Int) -> any PointerPipeline { pipeline.pointer(setup(participant)) }

  /// Whether the pipeline's mapping is right, on error-free faces before a phone that is as the app believes it to be. No
  /// person's calibration is in it. Where nothing is declared the pipeline's own claims count.
  package func correctness(claims: PointerClaims? = nil) -> Correctness {
    pipeline.correctness(setup, rate: simulation.rate, seed: simulation.seed, claims: claims)
  }
}

extension GazeRig {
  /// What the pipeline learns from the five points, and the constant that corrects it.
  package static func learn(_ run: Run<GazeRig>, _ participant: Int) -> Learned {
    var setup = run.setup
    let asks = run.personCalibration == .fivePoints
    func observations() -> some Sequence<RecordedFrame.Observation> {
      run.earlier(participant).simulation.frames(participant: participant).lazy.map(\.observation)
    }
    switch run.pipeline.learns {
    case .person where asks:
      let person = try? PersonFit.calibration(observations(), on: setup.geometry)
      setup.learned.isUncalibrated = person == nil
      setup.learned.person = person ?? .none
      if person != nil { setup.learned.person.trust = run.options.trust }
    case .fivePoints where asks:
      var take = run.earlier(participant)
      let trial = SettledLooks(run.pipeline.pointer(setup))
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
      let errors = Feed.results(&take, [SettledLooks(run.pipeline.pointer(setup))])[0].errors
      if !errors.isEmpty { setup.learned.constantOffset = -errors.reduce(.zero, +) / Double(errors.count) }
    }
    return setup.learned
  }
}

/// A pipeline of which nothing is measured.
private struct PipelineAlone: Trial {
  var pipeline: any PointerPipeline
  let participant: Int

  mutating func step(_ frame: RecordedFrame) -> PointerOutput { pipeline.step(frame.observation.frame) }

  func finish() -> PersonResult { PersonResult(participant: participant) }
}
