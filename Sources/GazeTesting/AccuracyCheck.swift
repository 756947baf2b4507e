public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation

/// Runs an app's own pipeline on simulated people and holds it against limits, inside the app's `swift test`:
///
///     let phone = try NominalPhone(device: "iphone12mini")
///     let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, participants: 20))
///     let gate = Gate(metric: "pointer.errorPoints.median", limit: 250, direction: .max)
///     let report = try check.report([gate]) { _ in MyPipeline() }
///     #expect(report.verdict == .pass, "\(report)")
public struct AccuracyCheck: Sendable {
  /// Who does what with which phone.
  public var simulation: Simulation

  /// A check on these people.
  public init(_ simulation: Simulation) { self.simulation = simulation }

  /// One person's figures. Where the simulation's loop is not open, the pipeline's scrolls move the page.
  public func result<Pipeline: PointerPipeline>(participant: Int, pipeline: Pipeline) -> PersonResult {
    var trial = PersonTrial(
      pipeline, participant: participant, geometry: simulation.device.geometry.turned(to: simulation.orientation),
      reference: .truth, rate: simulation.rate)
    let isClosed = simulation.loop != "open"
    var frames = simulation.frames(participant: participant)
    while let frame = frames.next() {
      let output = trial.step(frame)
      if isClosed { frames.scroll(output.scroll) }
    }
    var result = trial.finish()
    let person = simulation.person(participant)
    (result.isFailing, result.flag) = (person.isFailing, person.flag?.rawValue)
    if isClosed, let log = frames.readingLog {
      result.reading = ReadingFigures(
        log, touchSeconds: simulation.touchSeconds(participant: participant, lines: log.linesRead))
    }
    return result
  }

  /// Everybody's figures; `pipeline` is asked for a new one for each person.
  public func results<Pipeline: PointerPipeline>(_ pipeline: (Int) -> Pipeline) -> [PersonResult] {
    (0..<simulation.participants).map { result(participant: $0, pipeline: pipeline($0)) }
  }

  /// The figures with limits for which the simulation has too few people, before it runs: their gates stay inconclusive.
  ///
  /// - Throws: `UnknownName` for a metric that does not exist.
  public func shortfalls(_ gates: [Gate]) throws(UnknownName) -> [PeopleShortfall] {
    var shortfalls: [PeopleShortfall] = []
    for gate in gates {
      if let missing = try Metric.named(gate.metric).shortfall(of: simulation.participants) {
        shortfalls.append(missing)
      }
    }
    return shortfalls
  }

  /// The verdicts on these limits, over the people whom tracking does not fail, and what is off.
  ///
  /// With several limits, those that fail do so among all of them (`GateJudge`): forty limits flake no more than one.
  ///
  /// - Throws: `UnknownName` for a metric that does not exist, `OutdatedMetric` for a limit that was set for an older version
  ///   of its metric.
  public func report<Pipeline: PointerPipeline>(
    _ gates: [Gate], _ pipeline: (Int) -> Pipeline
  ) throws -> AccuracyReport {
    try Metric.check(gates)
    var metrics: [Metric] = []
    for gate in gates { metrics.append(try Metric.named(gate.metric)) }
    let results = results(pipeline).filter { !$0.isFailing }
    // One look at these people; a failure must stand among all gates.
    var judge = GateJudge(gates, .once(simulation.participants))
    judge.look(people: simulation.participants) { metrics[$0].estimate(results, level: $1) }
    return AccuracyReport(
      gates: gates.indices.map { judge.result($0, metrics[$0].estimate(results)) }, results: results)
  }

  /// The verdict on one limit, over the people whom tracking does not fail.
  ///
  /// - Throws: as `report`.
  public func gate<Pipeline: PointerPipeline>(
    _ gate: Gate, _ pipeline: (Int) -> Pipeline
  ) throws -> GateResult {
    try Metric.check([gate])
    let metric = try Metric.named(gate.metric)
    return gate.result(metric.estimate(results(pipeline).filter { !$0.isFailing }))
  }
}
