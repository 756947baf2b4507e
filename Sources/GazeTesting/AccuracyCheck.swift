public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation

/// Runs an app's own pipeline on simulated people and holds it against limits, inside the app's `swift test`:
///
///     let phone = try NominalPhone(device: "iphone12mini")
///     let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, participants: 20))
///     let error = Gate(metric: "pointer.errorPoints.median", limit: 260, direction: .max)
///     let lag = Gate(metric: "pointer.latencyMilliseconds", limit: 100, direction: .max)
///     let report = try check.report([error, lag]) { _ in MyPipeline() }
///     #expect(report.verdict == .pass, "\(report)")
///
/// Before the people come two faces without any error, on which the mapping itself is judged (`correctness(_:)`): limits on
/// simulated people must leave room for what a tracker errs, and that is room for a wrong sign, too.
public struct AccuracyCheck: Sendable {
  /// Who does what with which phone.
  public var simulation: Simulation
  /// What the pipeline says of its own mapping, for the correctness stage.
  public var claims = PointerClaims()

  /// A check on these people.
  public init(_ simulation: Simulation) { self.simulation = simulation }

  private var screen: ScreenGeometry { simulation.device.geometry.turned(to: simulation.orientation) }

  /// Whether the mapping is right: axes, scale, offset, lag, eyes and frames of reference, on error-free faces before the
  /// simulation's device. People, scenario and preset do not matter; the seed draws the way of gaze, head and phone.
  ///
  /// - Parameter pipeline: asked for a pipeline that knows no person, once for each of the two faces.
  public func correctness<Pipeline: PointerPipeline>(_ pipeline: () -> Pipeline) -> Correctness {
    CorrectnessStage(screen: screen, rate: simulation.rate, seed: simulation.seed).judge(claims: claims) { pipeline() }
  }

  /// One person's figures. Where the simulation's loop is not open, the pipeline's scrolls move the page.
  public func result<Pipeline: PointerPipeline>(participant: Int, pipeline: Pipeline) -> PersonResult {
    var take = SimulatedTake(simulation, participant: participant)
    let trial = PersonTrial(
      pipeline, participant: participant, geometry: screen, reference: .truth, rate: simulation.rate)
    var result = GazeRig.measure(&take, [trial], watching: nil)[0]
    take.complete(&result)
    return result
  }

  /// Everybody's figures; `pipeline` is asked for a new one for each person.
  public func results<Pipeline: PointerPipeline>(_ pipeline: (Int) -> Pipeline) -> [PersonResult] {
    (0..<simulation.participants).map { result(participant: $0, pipeline: pipeline($0)) }
  }

  /// The figures with limits for which the simulation has too few people, before it runs: their gates stay inconclusive.
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

  /// Whether the mapping is right, and the verdicts on these limits over the people whom tracking does not fail: it passes
  /// only if all of that does.
  ///
  /// With several limits, those that fail do so among all of them (`GateJudge`): forty limits flake no more than one.
  ///
  /// - Parameters:
  ///   - pipeline: each participant's own.
  ///   - uncalibrated: a pipeline that knows no person, for the correctness stage; nil takes the first participant's.
  /// - Throws: `UnknownNameError` for a metric that does not exist, `OutdatedMetricError` for a limit that was set for an older version
  ///   of its metric, `LimitsError` for limits on what nobody does, and for limits
  ///   that a pipeline which does not look would keep.
  public func report<Pipeline: PointerPipeline>(
    _ gates: [AccuracyGate], _ pipeline: (Int) -> Pipeline, uncalibrated: (() -> Pipeline)? = nil
  ) throws -> AccuracyReport {
    // One look at these people; a failure must stand among all gates.
    var judging = try Judging<PersonResult>(gates, .once(simulation.participants))
    try checkLimits(gates)
    let correctness = correctness { uncalibrated?() ?? pipeline(0) }
    let results = results(pipeline).filter { !$0.isFailing }
    judging.look(people: simulation.participants) { $0.estimate(results, level: $1) }
    return AccuracyReport(
      gates: judging.results { $0.estimate(results) }, correctness: correctness, people: results.count)
  }

  /// Refuses limits that say nothing: on scrolling where nobody is asked to scroll, and those that a pipeline would keep
  /// which does not look, on these very people.
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
