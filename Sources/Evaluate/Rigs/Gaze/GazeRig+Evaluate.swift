package import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
package import GazeTesting
import PortableFoundation

/// The parts of an evaluation that only gaze has: limits that prove nothing are refused, the mapping is judged, and a
/// page gets the course of gaze and pointer.
extension GazeRig {
  package static func evaluate(
    _ evaluation: Evaluation<GazeRig>, _ work: Work
  ) async throws -> Report<GazeRig> {
    var report = try await evaluation.report(work) { evaluation in
      switch evaluation.source {
      case .simulated(let run):
        if !evaluation.limitsAreWritten, !evaluation.isAccepting {
          evaluation.limitsLeftOut = leftOut(evaluation.limits, run)
          evaluation.unanswered = { withoutAnswer($0, from: run.pipeline) }
        }
        if evaluation.isGate { try await check(evaluation.judgedLimits, run, jobs: work.jobs) }
        if evaluation.judgesMapping { evaluation.mapping = run.correctness(claims: evaluation.claims) }
        try run.pipeline.checkFailure()
      case .recorded(let run, let path):
        try check(run, path: path)
        evaluation.limitsLeftOut = run.leftOut
        if evaluation.judgesMapping { evaluation.mapping = run.correctness }
      }
    }
    switch evaluation.source {
    case .simulated(let run): report.attach(report.cohort.records, of: run)
    case .recorded(let run, _):
      report.attach(run)
      if evaluation.isGate, run.pipeline.engine.isRecorded {
        report.correctnessOmitted = RecordedPointerTrial.correctnessOmitted
      }
    }
    return report
  }

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

  /// Refuses recordings in which nothing can be judged because they hold no truth, no target and no intent. Refuses
  /// limits on metrics that need a truth that is missing, and limits on behaviour that nobody shows.
  static func check(_ run: RecordedRun<GazeRig>, path: String) throws {
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
    if !limits.isEmpty, LimitsCheck.knownDummies(limits) == LimitsCheck.knownDummies(run.limits) {
      try check(limits, on: run)
    }
  }

  /// Refuses limits that prove nothing on these recordings.
  private static func check(_ limits: [AccuracyGate], on run: RecordedRun<GazeRig>) throws {
    let dummies = LimitsCheck.knownDummies(limits)
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

extension LimitsCheck {
  /// The dummies that can run while frames arrive. The one at the best place in hindsight is left out, since that place
  /// is known only at the end.
  static func knownDummies(_ limits: [AccuracyGate]) -> [Dummy] { dummies(limits).filter { $0 != .bestConstant } }
}

extension RecordedRun where R == GazeRig {
  /// The built-in limits that the recordings cannot measure.
  var leftOut: [LeftOutLimit] { limitsAreWritten ? [] : GazeRig.leftOut(limits, self) }

  /// The correctness of the pipeline's mapping; nil for a recorded pointer, which has no code to judge.
  fileprivate var correctness: Correctness? {
    guard !pipeline.engine.isRecorded else { return nil }
    let header = headers[0]
    return pipeline.correctness(setup(header), rate: header.rate, seed: header.seed ?? 1, claims: claims)
  }
}

// MARK: Built-in limits that are left out

extension GazeRig {
  /// The limits on scrolling if nobody is asked to scroll, or if the pipeline claims to have no scrolling.
  static func leftOut(_ limits: [AccuracyGate], _ run: Run<GazeRig>) -> [LeftOutLimit] {
    if let claim = claim(run.pipeline) { return scrolling(limits, because: claim) }
    guard !run.scenarios.contains(where: \.asksToScroll) else { return [] }
    let names = run.scenarios.map(\.rawValue).joined(separator: ", ")
    return scrolling(limits, because: "nobody is asked to scroll in \(names) (reading asks)")
  }

  /// The limits that these recordings cannot measure: those on the distance to the true gaze without a truth, and those
  /// on scrolling if the pipeline has none or no person wants a scroll.
  static func leftOut(_ limits: [AccuracyGate], _ run: RecordedRun<GazeRig>) -> [LeftOutLimit] {
    let people = run.people(0)
    var left: [LeftOutLimit] = []
    if run.references.last == .target {
      left += limits.filter { GazeMetric.find($0.metric)?.needsTruth ?? false }.map {
        LeftOutLimit(metric: $0.metric, reason: "the recordings do not hold the true gaze")
      }
    }
    var reason = claim(run.pipeline) ?? limits.lazy.compactMap { withoutAnswer($0.metric, from: run.pipeline) }.first
    if reason == nil, !people.contains(where: { $0.scroll.scroll.intents > 0 }) {
      let isUnstated = people.contains { $0.scroll.isIntentKnown && $0.scroll.scroll.seconds == 0 }
      reason =
        isUnstated ? "no frame states whether the app scrolled" : "nobody is asked to scroll in the recordings"
    }
    if let reason { left += scrolling(limits, because: reason).filter { !left.holds($0.metric) } }
    let rest = limits.filter { !left.holds($0.metric) }
    // A pointer at rest has no lag, is far from the gaze, and answers no intent to scroll; it meets any other limit.
    let proves = rest.contains {
      LimitsCheck.isAboutScrolling($0) || $0.metric.hasPrefix("pointer.error")
        || $0.metric == GazeMetricName.pointerLatencyMilliseconds.rawValue
    }
    guard !proves else { return left }
    return left + rest.map { LeftOutLimit(metric: $0.metric, reason: "a pointer at rest would meet it") }
  }

  /// The reason for which scrolling is not judged if no answer so far stated a scroll; nil for any other metric.
  static func withoutAnswer(_ metric: String, from pipeline: Pipeline<GazeRig>) -> String? {
    metric.hasPrefix("scroll.") && pipeline.engine.scrolling() == .neverAnswered
      ? "no answer of the program has the key scroll" : nil
  }

  private static func claim(_ pipeline: Pipeline<GazeRig>) -> String? {
    pipeline.engine.scrolling() == .claimedAbsent ? "the program claims \"scrolls\":false" : nil
  }

  private static func scrolling(_ limits: [AccuracyGate], because reason: String) -> [LeftOutLimit] {
    limits.filter(LimitsCheck.isAboutScrolling).map { LeftOutLimit(metric: $0.metric, reason: reason) }
  }

  /// Refuses a user's limits on scrolling for a program that claims to have none.
  static func checkScrolling(_ limits: [AccuracyGate], _ pipeline: Pipeline<GazeRig>) throws(SimulationError) {
    guard let claim = claim(pipeline), let limit = limits.first(where: LimitsCheck.isAboutScrolling) else { return }
    throw .argument("\(limit.metric) is not measured: \(claim); leave the limit or the claim out")
  }
}
