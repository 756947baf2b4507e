package import GazeMetrics
package import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// Evaluation of gaze recordings.
extension GazeRig {
  /// The dummies that can run while the frames arrive. The dummy at the best place in hindsight is left out, since that
  /// place is known only at the end.
  private static func knownDummies(_ limits: [AccuracyGate]) -> [Dummy] {
    LimitsCheck.dummies(limits).filter { $0 != .bestConstant }
  }

  /// Trials of the dummies that could meet the limits.
  package static func dummies(
    _ limits: [AccuracyGate], _ setup: Setup, participant: Int
  ) -> [any Trial<RecordedFrame, PointerOutput, PersonResult>] {
    knownDummies(limits).map { dummy in
      PersonTrial(
        DummyPipeline(dummy, at: setup.screen.points / 2), participant: participant, geometry: setup.screen,
        reference: setup.reference, rate: setup.header.rate)
    }
  }

  /// Refuses frames whose times do not agree with the header's rate.
  package static func check(_ person: PersonResult, rate: Double, path: String) throws(FileError) {
    try person.check(rate: rate, path: path)
  }

  /// Notes page, taps, dots and facial coefficients.
  package static func note(_ observation: RecordedFrame.Observation, in evidence: inout RecordedEvidence) {
    evidence.add(observation)
  }

  /// Keeps the course of gaze and pointer for the page.
  package static func draw(
    _ frame: RecordedFrame, _ output: PointerOutput, of number: Int, _ header: RecordingHeader,
    on tapes: inout [Int: TrackTape]
  ) {
    if tapes[number] == nil, tapes.count < TrackPlan.mostPeople {
      let isFailing = header.truth?.people.first { $0.participant == frame.observation.participant }?.failing ?? false
      tapes[number] = TrackTape(
        TrackPlan(recordedAt: header.rate), participant: number, isFailing: isFailing, hasFront: true)
    }
    if tapes[number]?.isOpen == false {
      tapes[number]?.begin(header.scenario, hasTargets: frame.observation.scenarioTarget != nil)
    }
    tapes[number]?.add(frame, [output])
  }

  /// Refuses recordings in which nothing can be judged because they hold no truth, no target and no intent. Refuses
  /// limits on metrics that need a truth that is missing, and limits on behaviour that nobody shows.
  package static func check(_ run: RecordedRun<GazeRig>, path: String) throws {
    _ = try run.first(path)
    guard Set(run.references).count <= 1, let reference = run.references.last else {
      throw FileError(
        path: path, field: "truth",
        message: "some of the recordings hold the true gaze, some do not; judge them separately")
    }
    let people = run.takes.values.joined().compactMap(\.people.first)
    if run.pipeline.engine.isRecorded, people.allSatisfy({ $0.validFrames == 0 }) {
      throw FileError(
        path: path, field: "pointer", message: RecordedPointerTrial.absence("without --pipeline, standard is judged"))
    }
    guard reference == .truth || people.contains(where: { $0.isIntentKnown || $0.hasTargets }) else {
      throw FileError(
        path: path, field: "target",
        message: "no frame has a target, an intent or a truth, so nothing can be judged; "
          + "`gazesim replay` shows what the pipelines would have done")
    }
    if run.limitsAreWritten { try checkScrolling(run.limits, run.pipeline) }
    let left = run.leftOut
    let limits = run.limits.filter { !left.holds($0.metric) }
    if reference == .target { try refuse(limits, path: path) }
    // Dummies of another kind than those that ran along were not measured; built-in limits are known to fail them.
    if !limits.isEmpty, knownDummies(limits) == knownDummies(run.limits) { try check(limits, on: run) }
  }

  /// The reference of the errors: the true gaze, or the shown targets.
  package static func against(_ run: RecordedRun<GazeRig>) -> String { (run.references.last ?? .target).rawValue }

  /// Adds the course of gaze and pointer to the report.
  package static func draw(_ report: inout Report<GazeRig>, _ run: RecordedRun<GazeRig>) {
    guard !run.tapes.isEmpty else { return }
    let setup = run.setup(run.headers[0])
    report.attach(
      run.tapes.sorted { $0.key < $1.key }.map(\.value), recordedAt: run.headers[0].rate,
      smoothing: run.pipeline.knownSmoothing(setup.smoothing), screen: setup.screen)
  }

  /// Adds the correctness stage, which a gate must pass too.
  package static func complete(_ report: inout Report<GazeRig>, _ run: RecordedRun<GazeRig>) {
    guard !run.pipeline.engine.isRecorded else {
      report.correctnessOmitted = RecordedPointerTrial.correctnessOmitted
      return
    }
    let header = run.headers[0]
    report.add(
      run.pipeline.correctness(run.setup(header), rate: header.rate, seed: header.seed ?? 1, claims: run.claims))
  }

  /// Refuses limits that prove nothing on these recordings.
  private static func check(_ limits: [AccuracyGate], on run: RecordedRun<GazeRig>) throws {
    let dummies = knownDummies(limits)
    let check = try LimitsCheck(limits, dummies)
    let asks = run.takes.values.joined().contains { ($0.people.first?.scroll.intents ?? 0) > 0 }
    if !asks, let limit = limits.firstIndex(where: LimitsCheck.isAboutScrolling) {
      let scenarios = run.headers.map { TerminalText.line($0.scenario.prefix(60)) }
      throw LimitsError.notMeasured(limit: limit, metric: limits[limit].metric, scenarios: scenarios)
    }
    let kind: TakeKind = check.isAboutScrolling ? .pages : .targets
    let measured = dummies.indices.map { dummy in run.people(1 + run.others.count + dummy).map { $0.person(kind) } }
    let people =
      run.takes.keys.indices.isEmpty ? [] : (0..<run.takes.count).map { person in measured.map { $0[person] } }
    if let fault = check.fault(people) { throw fault }
  }

  /// Refuses limits on metrics that need the true gaze: a limit on the distance to the true gaze would be a different
  /// limit if it were applied to the distance to the shown targets.
  private static func refuse(_ limits: [AccuracyGate], path: String) throws(FileError) {
    let missing = limits.compactMap { GazeMetric.find($0.metric) }.filter(\.needsTruth)
    guard !missing.isEmpty else { return }
    let counterparts = missing.compactMap(\.counterpart)
    throw FileError(
      path: path, field: "truth",
      message:
        "is missing, and without the true gaze \(missing.map(\.name).joined(separator: ", ")) cannot be computed; "
        + (counterparts.isEmpty
          ? "use --limits FILE to set limits on other figures"
          : "use --limits FILE to set a separate limit for \(counterparts.joined(separator: ", ")), the same figure "
            + "relative to the shown target, and leave the others out"))
  }

}
