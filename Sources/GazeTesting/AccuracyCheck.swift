public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation

/// Runs an app's own pipeline on simulated people and checks it against limits, inside the app's `swift test`:
///
///     import GazeTesting
///
///     let phone = try NominalPhone(device: "iphone12mini")
///     let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, participants: 60))
///     let error = AccuracyGate(.pointerErrorPointsMedian, atMost: 180)
///     let lag = AccuracyGate(.pointerLatencyMilliseconds, atMost: 100)
///     let report = try check.report([error, lag]) { MyPipeline(screen: $0.screen) }
///     #expect(report.verdict == .pass, "\(report)")
///
/// Before the pipeline runs on simulated people, its mapping is judged on two faces without any error
/// (`correctness(_:)`), with the interface in all four orientations. Limits on simulated people must leave room for the
/// tracker's error, and that room would also hide a wrong sign.
///
/// A verdict takes 8 people for an error, a latency or another mean, 5 for data loss, 12 for scrolls a minute, 100 for
/// `pointer.sizeFor95Points` (`PeopleEstimate.fewestPeopleForMean` and its like); `shortfalls(_:)` says it for the
/// given limits, and a limit close to the pipeline's value takes more. `swift test -c release` simulates thirty times
/// as fast as plain `swift test`.
///
/// A pipeline need not be `Sendable`: it is made, run and dropped on the thread that calls the check, one person after
/// the other. `RecordingCheck` judges a pipeline on recordings from a phone.
public struct AccuracyCheck: Sendable {
  /// Facts that a pipeline may know before the first frame.
  public struct Participant: Sendable, Equatable {
    /// The person's number, from 0.
    public let number: Int
    /// The screen and camera that the device's data sheet states, in the orientation of the interface: the person's
    /// own phone differs a little. The correctness stage turns the interface, so make the pipeline for this screen.
    public let screen: ScreenGeometry
  }

  /// People, scenario and phone of the simulation.
  public var simulation: Simulation
  /// Claims of the pipeline about its own mapping, for the correctness stage.
  public var claims = PointerClaims()

  /// A check on the people of a simulation. Each method refuses an invalid simulation, as `validate()` does.
  public init(_ simulation: Simulation) { self.simulation = simulation }

  private var screen: ScreenGeometry { simulation.device.geometry.turned(to: simulation.orientation) }

  /// Refuses a simulation that cannot be run: a number of people below 1, a rate or duration that is no number or out
  /// of range, a loop in a scenario without a page, a screen without a size.
  ///
  /// - Throws: `SimulationError` with a sentence on what was expected.
  public func validate() throws(SimulationError) {
    try simulation.validate()
    let (screen, phone) = (simulation.device.geometry, simulation.device)
    let sizes = [screen.points.x, screen.points.y, screen.metres.x, screen.metres.y]
    let others = [screen.camera, screen.tilt, phone.sizeSigma, phone.cameraSigma].flatMap { [$0.x, $0.y] }
    guard sizes.allSatisfy({ $0.isFinite && $0 > 0 }), (others + [screen.depth]).allSatisfy(\.isFinite) else {
      throw .argument(
        """
        device = \(phone.id): its screen is \(screen.points.x) x \(screen.points.y) points and \(screen.metres.x) x \
        \(screen.metres.y) m; expected sizes above 0, and numbers for camera, tilt and sigmas
        """)
    }
  }

  /// Judges the mapping: axes, scale, offset, lag, eyes and frames of reference, on error-free faces in front of the
  /// simulation's device, in the simulation's orientation of the interface and, if the mapping is right there, in the
  /// others that `claims` names. People, scenario and preset do not matter; the seed determines the paths of gaze, head
  /// and phone.
  ///
  /// - Parameter pipeline: makes an uncalibrated pipeline for a screen; it is called once for each of the two faces in
  ///   each orientation.
  /// - Throws: `SimulationError` for an invalid simulation.
  public func correctness<Pipeline: PointerPipeline>(
    _ pipeline: (ScreenGeometry) -> Pipeline
  ) throws(SimulationError) -> Correctness {
    try validate()
    return mapping(pipeline)
  }

  private func mapping<Pipeline: PointerPipeline>(_ pipeline: (ScreenGeometry) -> Pipeline) -> Correctness {
    CorrectnessStage.judge(
      screen: screen, rate: simulation.rate, seed: simulation.seed, claims: claims
    ) { pipeline($0) }
  }

  /// A person on the simulation's screen.
  func participant(_ number: Int) -> Participant { Participant(number: number, screen: screen) }

  /// One person's results. If the simulation's loop is not open, the pipeline's scrolls move the page.
  ///
  /// - Throws: `SimulationError` for an invalid simulation or a participant's number below 0.
  public func result<Pipeline: PointerPipeline>(
    participant: Int, pipeline: Pipeline
  ) throws(SimulationError) -> PersonResult {
    try validate()
    // `RigSimulation.validate()` allows as many people.
    guard (0..<100_000).contains(participant) else {
      throw .argument("participant = \(participant): expected 0 to 99999")
    }
    return measured(participant, [trial(pipeline, participant)])[0]
  }

  /// The results of all people; `pipeline` is called once for each person and returns a new pipeline.
  ///
  /// - Throws: `SimulationError` for an invalid simulation.
  public func results<Pipeline: PointerPipeline>(
    _ pipeline: (Participant) -> Pipeline
  ) throws(SimulationError) -> [PersonResult] {
    try validate()
    return (0..<simulation.participants).map { measured($0, [trial(pipeline(participant($0)), $0)])[0] }
  }

  /// A trial of a pipeline on one of the people.
  func trial<Pipeline: PointerPipeline>(
    _ pipeline: Pipeline, _ participant: Int
  ) -> GazeTrial {
    PersonTrial(pipeline, participant: participant, geometry: screen, reference: .truth, rate: simulation.rate)
  }

  /// The results of trials on the same frames of one person.
  func measured(_ participant: Int, _ trials: [GazeTrial]) -> [PersonResult] {
    simulation.results(of: trials, participant: participant)
  }

  /// The metrics with limits for which the simulation has too few people. This method can be called before the
  /// simulation runs; the gates of such metrics stay inconclusive.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  public func shortfalls(_ gates: [AccuracyGate]) throws(UnknownNameError) -> [PeopleShortfall] {
    var shortfalls: [PeopleShortfall] = []
    for gate in gates {
      if let missing = try GazeMetric.named(gate.metric).shortfall(of: simulation.participants) {
        shortfalls.append(missing)
      }
    }
    return shortfalls
  }

  /// Judges the mapping, and these limits over the people for whom tracking does not fail. The report passes only if
  /// the mapping and every limit pass. It is inconclusive if a limit lies within the interval over people, or if there
  /// are too few people for an interval (8 for most metrics, see `shortfalls(_:)`); the report then says how many.
  ///
  /// With several limits the failures are corrected for all of them (`GateJudge`): forty limits give no more false
  /// alarms than one limit.
  ///
  /// - Parameters:
  ///   - gates: the limits.
  ///   - pipeline: makes each participant's own pipeline.
  ///   - uncalibrated: makes an uncalibrated pipeline for the correctness stage; nil makes the first participant's, for
  ///     the screen in each orientation.
  /// - Throws: `SimulationError` for an invalid simulation, `UnknownNameError` for a metric that does not exist,
  ///   `OutdatedMetricError` for a limit that was set for an older version of its metric, and `LimitsError` if there is
  ///   no limit, for a limit that is no number, for limits on scrolling if nobody is asked to scroll, or for limits
  ///   that a pipeline which ignores the frames would keep.
  public func report<Pipeline: PointerPipeline>(
    _ gates: [AccuracyGate], _ pipeline: (Participant) -> Pipeline, uncalibrated: ((ScreenGeometry) -> Pipeline)? = nil
  ) throws -> AccuracyReport {
    try validate()
    try LimitsError.check(gates)
    // There is one analysis of these people; failures are corrected for all gates.
    var judging = try Judging<PersonResult>(gates, .once(simulation.participants))
    try checkLimits(gates)
    let correctness = mapping { uncalibrated?($0) ?? pipeline(Participant(number: 0, screen: $0)) }
    let all = try results(pipeline)
    let results = all.filter { !$0.isFailing }
    judging.look(people: simulation.participants) { $0.estimate(results, level: $1) }
    return AccuracyReport(
      gates: judging.results { $0.estimate(results) }, correctness: correctness, people: results.count,
      leftOut: all.count - results.count)
  }

  /// Refuses limits without information: limits on scrolling if nobody is asked to scroll, and limits that a pipeline
  /// which ignores the frames would keep on these very people.
  ///
  /// - Throws: `SimulationError` for an invalid simulation, `UnknownNameError` for a metric that does not exist,
  ///   `LimitsError` with a sentence on what to change.
  public func checkLimits(_ gates: [AccuracyGate]) throws {
    try validate()
    try LimitsError.check(gates)
    let check = try LimitsCheck(gates)
    try LimitsCheck.checkMeasured(gates, in: [simulation.scenario])
    let takes = check.takes([simulation])
    let people = (0..<simulation.participants).map { check.results(on: takes, participant: $0) }
    if let fault = check.fault(people) { throw fault }
  }
}

/// A pipeline of any type on one person's frames.
typealias GazeTrial = any Trial<RecordedFrame, PointerOutput, PersonResult>

extension RigSimulation where Rig == GazeRig {
  /// The results of trials on the same frames of one person.
  func results(
    of trials: [GazeTrial], participant: Int, watching watch: ((RecordedFrame, [PointerOutput]) -> Void)? = nil
  ) -> [PersonResult] {
    var take = SimulatedTake(self, participant: participant)
    return GazeRig.measure(&take, trials, watching: watch).map { result in
      var result = result
      take.addSimulatorFacts(&result)
      return result
    }
  }
}
