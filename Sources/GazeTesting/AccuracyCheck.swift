public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation

/// Runs an app's own pipeline on simulated people and checks it against limits, inside the app's `swift test`:
///
///     let phone = try NominalPhone(device: "iphone12mini")
///     let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, participants: 20))
///     let error = AccuracyGate(metric: "pointer.errorPoints.median", limit: 260, direction: .max)
///     let lag = AccuracyGate(metric: "pointer.latencyMilliseconds", limit: 100, direction: .max)
///     let report = try check.report([error, lag]) { _ in MyPipeline() }
///     #expect(report.verdict == .pass, "\(report)")
///
/// Before the pipeline runs on simulated people, its mapping is judged on two faces without any error
/// (`correctness(_:)`). Limits on simulated people must leave room for the tracker's error, and that room would also
/// hide a wrong sign.
public struct AccuracyCheck: Sendable {
  /// People, scenario and phone of the simulation.
  public var simulation: Simulation
  /// Claims of the pipeline about its own mapping, for the correctness stage.
  public var claims = PointerClaims()

  /// A check on the people of a simulation.
  public init(_ simulation: Simulation) { self.simulation = simulation }

  private var screen: ScreenGeometry { simulation.device.geometry.turned(to: simulation.orientation) }

  /// Judges the mapping: axes, scale, offset, lag, eyes and frames of reference, on error-free faces in front of the
  /// simulation's device. People, scenario and preset do not matter; the seed determines the paths of gaze, head and
  /// phone.
  ///
  /// - Parameter pipeline: makes an uncalibrated pipeline; it is called once for each of the two faces.
  public func correctness<Pipeline: PointerPipeline>(_ pipeline: () -> Pipeline) -> Correctness {
    CorrectnessStage(screen: screen, rate: simulation.rate, seed: simulation.seed).judge(claims: claims) { pipeline() }
  }

  /// One person's results. If the simulation's loop is not open, the pipeline's scrolls move the page.
  public func result<Pipeline: PointerPipeline>(participant: Int, pipeline: Pipeline) -> PersonResult {
    var take = SimulatedTake(simulation, participant: participant)
    let trial = PersonTrial(
      pipeline, participant: participant, geometry: screen, reference: .truth, rate: simulation.rate)
    var result = GazeRig.measure(&take, [trial], watching: nil)[0]
    take.complete(&result)
    return result
  }

  /// The results of all people; `pipeline` is called once for each person and returns a new pipeline.
  public func results<Pipeline: PointerPipeline>(_ pipeline: (Int) -> Pipeline) -> [PersonResult] {
    (0..<simulation.participants).map { result(participant: $0, pipeline: pipeline($0)) }
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
  /// the mapping and every limit pass.
  ///
  /// With several limits the failures are corrected for all of them (`GateJudge`): forty limits give no more false
  /// alarms than one limit.
  ///
  /// - Parameters:
  ///   - gates: the limits.
  ///   - pipeline: makes each participant's own pipeline.
  ///   - uncalibrated: makes an uncalibrated pipeline for the correctness stage; nil takes the first participant's.
  /// - Throws: `UnknownNameError` for a metric that does not exist, `OutdatedMetricError` for a limit that was set for
  ///   an older version of its metric, and `LimitsError` for limits on scrolling if nobody is asked to scroll, or for
  ///   limits that a pipeline which ignores the frames would keep.
  public func report<Pipeline: PointerPipeline>(
    _ gates: [AccuracyGate], _ pipeline: (Int) -> Pipeline, uncalibrated: (() -> Pipeline)? = nil
  ) throws -> AccuracyReport {
    // There is one analysis of these people; failures are corrected for all gates.
    var judging = try Judging<PersonResult>(gates, .once(simulation.participants))
    try checkLimits(gates)
    let correctness = correctness { uncalibrated?() ?? pipeline(0) }
    let results = results(pipeline).filter { !$0.isFailing }
    judging.look(people: simulation.participants) { $0.estimate(results, level: $1) }
    return AccuracyReport(
      gates: judging.results { $0.estimate(results) }, correctness: correctness, people: results.count)
  }

  /// Refuses limits without information: limits on scrolling if nobody is asked to scroll, and limits that a pipeline
  /// which ignores the frames would keep on these very people.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist, `LimitsError` with a sentence on what to change.
  public func checkLimits(_ gates: [AccuracyGate]) throws {
    let check = try LimitsCheck(gates)
    try LimitsCheck.checkMeasured(gates, in: [simulation.scenario])
    let takes = check.takes([simulation])
    let people = (0..<simulation.participants).map { check.results(on: takes, participant: $0) }
    if let fault = check.fault(people) { throw fault }
  }
}
