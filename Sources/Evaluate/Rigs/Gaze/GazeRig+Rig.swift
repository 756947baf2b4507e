import GazeMetrics
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
    standIn: ErrorReference.target.rawValue, recorded: recordedPipeline,
    headlines: [],
    baselineMetrics: [
      GazeMetricName.pointerErrorPointsMedian, .pointerLatencyMilliseconds, .pointerDataLoss, .scrollF1,
      .scrollFalsePerMinute, .scrollOffScreenScrollPointsPerMinute,
    ].map(\.rawValue), namesIncludeUnits: true, listsByName: true, hasMap: true, hasMappingStage: true,
    options: [
      "loop", "person-calibration", "smoothing", "recentre", "trigger", "free", "residual", "no-priors", "arms",
      "recline", "draws", "axes",
    ], companions: pipelineCompanions)

  /// The limits of phones or of tablets, whose larger screens and cameras elsewhere make the errors larger.
  package static func defaultLimits(of profile: DeviceProfile) -> [AccuracyGate] {
    DefaultLimits.limits(of: name, DefaultLimits.Kind(profile))
  }

  /// A trial of the pipeline.
  package static func trial(
    _ pipeline: Pipeline<GazeRig>, _ setup: Setup, participant: Int
  ) -> any Trial<RecordedFrame, PointerOutput, PersonResult> {
    if pipeline.engine.isRecorded { return RecordedPointerTrial(setup, participant: participant) }
    var setup = setup
    setup.participant = participant
    return trial(of: pipeline.pointer(setup), setup, participant)
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
  static func runObserver(
    _ runs: [Run<GazeRig>]
  ) -> (@Sendable (_ participant: Int) -> RunObserver<GazeRig>?)? {
    guard let first = runs.first, let recording = TraceCollector(runs) else { return nil }
    let simulation = first.simulation
    return { participant in
      guard var builder = recording.builder(participant, isFailing: simulation.person(participant).isFailing) else {
        return nil
      }
      return RunObserver(
        begin: { builder.begin($0.rawValue, hasTargets: $0.hasTargets) }, add: { builder.add($0, $1) },
        end: { builder.end() },
        finish: { recording.record(builder) })
    }
  }

  /// Conditions of the simulated people, including the personal session.
  package static func conditions(_ run: Run<GazeRig>) -> ScenarioConditions { ScenarioConditions(run) }

  /// The pointer's coordinates.
  package static func replayed(_ output: PointerOutput) -> [(name: String, unit: String, value: Double)] {
    output.pointer.map { [("x", "pt", $0.x), ("y", "pt", $0.y)] } ?? []
  }

  /// Every setup can be used: the geometry is the profile's, which its reader has checked.
  package static func check(_ setup: Setup) throws {}
}

/// Members that only runs of the gaze rig have.
extension Run where R == GazeRig {
  /// The person's calibration.
  var personCalibration: PointerOptions.PersonCalibrationSource {
    get { options.personCalibration }
    set { options.personCalibration = newValue }
  }

  /// The setup of the simulation's pipeline without knowledge of any person.
  var setup: Setup {
    Setup(GazeRig.self, profile: profile, header: simulation.stated, calibration: calibration, options: options)
  }

  /// The setup with the knowledge from a person's earlier session.
  func setup(_ participant: Int) -> Setup {
    var setup = setup
    setup.earlierSession = earlierSession(participant)
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
  func personalPipeline(_ participant: Int) -> any PointerPipeline & Sendable {
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
  static func learn(_ run: Run<GazeRig>, _ participant: Int) -> EarlierSession {
    var setup = run.setup
    let asks = run.personCalibration == .fivePoints
    func observations() -> some Sequence<RecordedFrame.Observation> {
      run.earlier(participant).simulation.frames(participant: participant).lazy.map(\.observation)
    }
    switch run.pipeline.learns {
    case .person where asks:
      let person = (try? PersonFit(on: setup.geometry).fit(observations(), participant: participant))?.calibration
      setup.earlierSession.isUncalibrated = person == nil
      setup.earlierSession.person = person ?? .none
      if person != nil { setup.earlierSession.person.trust = run.options.trust }
    case .fivePoints where asks:
      var take = run.earlier(participant)
      let trial = SettledFixations(run.pipeline.pointer(setup))
      setup.earlierSession.fivePointMap = FivePointMap(TrialDriver.results(&take, [trial])[0].raw)
      setup.earlierSession.isUncalibrated = setup.earlierSession.fivePointMap == nil
    default: break
    }
    switch run.options.correction {
    case .none, .best: break
    case .fixed(let offset): setup.earlierSession.constantOffset = offset
    case .hindsight:
      setup.earlierSession.constantOffset =
        ConstantOffset(people: [run.samples(participant, setup.earlierSession)]).best
    case .fivePoints:
      var take = run.earlier(participant)
      let errors = TrialDriver.results(&take, [SettledFixations(run.pipeline.pointer(setup))])[0].errors
      if !errors.isEmpty { setup.earlierSession.constantOffset = -errors.reduce(.zero, +) / Double(errors.count) }
    }
    return setup.earlierSession
  }
}
