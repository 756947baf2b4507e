package import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeTesting

/// All steps of an evaluation from people to a verdict, for every rig, on simulated people and on recordings:
///
///     scenario ─▶ simulation ─▶ take ─▶ pipeline ─▶ person ─▶ judging ─▶ report
///     recording ─────────────▶ take ─┘
///
/// - `Run` simulates people (`RigSimulation`), feeds each person's takes to pipelines (`TrialDriver`) and measures the
///   results; `RecordedRun` does the same with the takes of recordings.
/// - `Judging` compares the metrics with limits and with a baseline; as long as the result is inconclusive, more people
///   are simulated.
/// - `Report` is the result; every format is a function of it.
///
/// `gazesim evaluate` asks without limits, so there is a single analysis; `gate` asks with limits; `gate --accept`
/// judges everybody in one analysis and keeps them as a baseline.
///
/// Simulated people are participants 0, 1, 2, … of one seed, so that the first people stay the same if more are added;
/// results of people who have been simulated already are reused.
package struct Evaluation<R: Rig>: Sendable {
  typealias Metric = PeopleMetric<R.Person>

  /// The people and the pipeline. A simulated run's number of participants is the number of people of the first interim
  /// analysis.
  package var source: Source<R>
  /// The limits to judge by.
  package var limits: [AccuracyGate]
  /// False if the limits are built in: those that cannot be measured are then left out, instead of being an error.
  package var limitsAreWritten = true
  /// Largest number of simulated people, reached in the last interim analysis.
  package var mostParticipants: Int
  /// True for a gate: limits that prove nothing are refused, and there is always a verdict.
  package let isGate: Bool
  /// True to judge the pipeline's mapping too, for a rig that can; only a gate's verdict depends on it.
  package var judgesMapping: Bool
  /// The baseline to compare with; nil compares with nothing.
  package var baseline: Baseline?
  /// The baseline's file, for errors.
  package var baselinePath = "baseline"
  /// True to judge everybody in one analysis by the limits alone. The report then shows the changes against a baseline
  /// of the same scenario, without a verdict on them.
  package var isAccepting = false
  /// Allowed relative worsening of a metric against the baseline.
  package var margin = BaselineComparison.Row.defaultMargin
  /// Allowed worsening by metric, for metrics with a margin of their own.
  package var margins: [String: Double] = [:]
  /// Gain, offset and lag that the pipeline claims for its mapping, for the correctness stage.
  package var claims: PointerClaims?
  /// The report on these people by an earlier evaluation of the same run, which need not be simulated again.
  package var earlierReport: Report<R>?

  // MARK: What a rig adds before the people are judged

  /// The limits that are not judged, and why.
  var limitsLeftOut: [LeftOutLimit] = []
  /// The reason for which a limit on this metric is not judged by the pipeline's outputs so far.
  var unanswered: @Sendable (_ metric: String) -> String? = { _ in nil }
  /// The correctness of the pipeline's mapping. A wrong one fails whatever the people show, so there is then one
  /// analysis of a few people.
  var mapping: Correctness?

  /// Number of people whose figures are shown beside a wrong mapping: the fewest with an interval of a median.
  private static var peopleOfWrongMapping: Int { 5 }

  /// An evaluation of simulated people in a single analysis; with `mostParticipants` a gate.
  package init(_ run: Run<R>, limits: [AccuracyGate] = [], mostParticipants: Int? = nil) {
    (source, self.limits) = (.simulated(run), limits)
    self.mostParticipants = mostParticipants ?? run.participants
    isGate = mostParticipants != nil
    judgesMapping = isGate
  }

  /// An evaluation of recorded people; with limits a gate.
  package init(_ run: RecordedRun<R>, path: String) {
    source = .recorded(run, path: path)
    (limits, limitsAreWritten, claims) = (run.limits, run.limitsAreWritten, run.claims)
    mostParticipants = 0
    isGate = !limits.isEmpty
    judgesMapping = isGate
  }

  /// The limits that are judged.
  var judgedLimits: [AccuracyGate] { limits.filter { !limitsLeftOut.holds($0.metric) } }

  /// The metrics to compare with a baseline: those that have limits, or `Rig.baselineMetrics` if there are no limits.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  private func questions() throws(UnknownNameError) -> [BaselineQuestion<R>] {
    var questions: [BaselineQuestion<R>] = []
    let asked = limits.isEmpty ? R.baselineMetrics : limits.map(\.metric)
    for (index, name) in asked.enumerated() where !asked[..<index].contains(name) {
      let metric = try Metric.named(name)
      // The direction of a metric's limit shows which values are better.
      let direction = limits.first { $0.metric == name }?.direction ?? metric.better
      questions.append(
        BaselineQuestion<R>(metric: metric, direction: direction, margin: margins[name] ?? margin))
    }
    return questions
  }

  /// Refuses what cannot be evaluated, before anybody is simulated.
  ///
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist, `OutdatedMetricError` for a limit that
  ///   was set for another version of its metric, `SimulationError` for an invalid simulation, `FileError` for a
  ///   baseline of another scenario, without a requested metric, or with another version of a metric.
  func check() throws {
    if case .simulated(let run) = source { try run.validate() }
    try Metric.check(limits)
    if case .simulated(let run) = source, !isAccepting, let baseline {
      try baseline.check(R.conditions(run), path: baselinePath)
      for question in try questions() {
        let name = question.metric.name
        guard baseline.figures[name] != nil else {
          throw FileError(
            path: baselinePath, field: "figures",
            message: "has no \(name); accept a new baseline with --accept, which holds the figures with limits")
        }
        guard let fault = baseline.outdated(question.metric) else { continue }
        throw FileError(
          path: baselinePath, field: "figures.\(fault.metric)",
          message: "\(fault.fault); accept a new baseline with --accept")
      }
    }
  }

  /// Judges the people. The result does not depend on the number of jobs.
  ///
  /// - Parameter add: adds what only a rig judges; called after the checks of `check()`.
  /// - Throws: the errors of `check()`, and the failure of a pipeline that can fail.
  func report(
    _ work: Work, adding add: (inout Evaluation) async throws -> Void = { _ in }
  ) async throws -> Report<R> {
    var evaluation = self
    try check()
    try await add(&evaluation)
    work.begin(evaluation.shortfalls())
    var report: Report<R>
    switch source {
    case .simulated(let run):
      report = try await evaluation.judged(run, work)
      try run.pipeline.checkFailure()
    case .recorded(let run, let path):
      _ = try run.first(path)
      let people = Cohort<R>(run.people(0), of: .recorded)
      report = Report(run, of: people)
      if isGate {
        var judging = try Judging<R.Person>(limits, .once(max(people.count, 1), of: people.population))
        judging.analyse(people, leavingOut: evaluation.limitsLeftOut.holds)
        report = report.judged(by: judging, people, without: evaluation.limitsLeftOut)
      }
      try run.pipeline.checkFailure()
    }
    if isGate { report.add(evaluation.mapping) } else { report.mapping = evaluation.mapping }
    return report
  }

  /// Adds people, one interim analysis after the other, until another analysis would change nothing.
  private func judged(_ run: Run<R>, _ work: Work) async throws -> Report<R> {
    var (everybody, questions) = (run, [BaselineQuestion<R>]())
    var analyses = GateAnalyses.once(max(run.participants, 1))
    if isAccepting {
      everybody.participants = max(mostParticipants, run.participants)
      analyses = .once(everybody.participants)
    } else if isGate {
      // Metrics without a value in the baseline are skipped, such as scrolls in a scenario without a page.
      questions = try questionsOfBaseline { $0.value != nil }
      let most = min(max(mostParticipants, run.participants), baseline?.people.count ?? .max)
      let first = min(run.participants, most)
      analyses =
        mapping?.verdict == .fail
        ? .once(min(first, Self.peopleOfWrongMapping)) : GateAnalyses(first: first, most: most)
    }
    var judging = try Judging<R.Person>(judgedLimits, beside: questions.map(\.gate), analyses)
    let mostPeople = Double(max(analyses.people.last ?? 1, 1))
    let people = try await everybody.people(
      earlierReport?.cohort, judgedBy: &judging, jobs: work.jobs,
      progress: { done, _ in work.progress(Double(done) / mostPeople) },
      leavingOut: { unanswered($0) != nil }
    ) { [questions] people, index, level in
      baseline.flatMap { questions[index].change(people, $0, level: level) }
    }
    let report = Report(everybody, of: people)
    guard isGate || !limits.isEmpty else { return report }
    // The pipeline's outputs say at the end what they do not contain.
    let limitsLeftOut =
      limitsLeftOut
      + judgedLimits.compactMap { gate in unanswered(gate.metric).map { .init(metric: gate.metric, reason: $0) } }
    var judged = isAccepting && limits.isEmpty ? report : report.judged(by: judging, people, without: limitsLeftOut)
    if let baseline, !isAccepting {
      let rows = questions.enumerated().map { index, question in
        let (verdict, decision) = judging.otherGate(index)
        return question.row(people, baseline, verdict: verdict, decision: decision, level: analyses.level)
      }
      judged.compare(people, baseline, questions, rows, participants: people.count)
    } else if let baseline, baseline.conditions == R.conditions(everybody) {
      let comparable = try questionsOfBaseline { _ in true }.filter { baseline.outdated($0.metric) == nil }
      let rows = comparable.map { question in
        let change = question.change(people, baseline)?.interval.interval
        return question.row(people, baseline, verdict: question.gate.verdict(change), decision: nil, level: 0.95)
      }
      judged.compare(people, baseline, comparable, rows, participants: min(people.count, baseline.people.count))
    }
    return judged
  }

  /// The people of an accepting evaluation as a baseline for review: with the metrics that have limits, and
  /// `Rig.baselineMetrics`.
  package func accepted(_ report: Report<R>) throws -> Baseline? {
    guard case .simulated(let run) = source else { return nil }
    let metrics = try Set(limits.map(\.metric) + R.baselineMetrics).sorted().map { try Metric.named($0) }
    return Baseline(R.conditions(run), report.facts, report.cohort, metrics: metrics)
  }

  private func questionsOfBaseline(_ holds: (Baseline.Figure) -> Bool) throws(UnknownNameError) -> [BaselineQuestion<R>]
  {
    guard let baseline else { return [] }
    return try questions().filter { baseline.figures[$0.metric.name].map(holds) ?? false }
  }

  /// Metrics with limits that need more people than the planned interim analyses have: one sentence for each, available
  /// before anybody is simulated.
  package func shortfalls() -> [String] {
    guard case .simulated(let run) = source, !isAccepting else { return [] }
    let analyses = GateAnalyses(first: run.participants, most: max(mostParticipants, run.participants)).people
    return judgedLimits.compactMap { gate in
      guard let metric = Metric.find(gate.metric), let first = analyses.first, let most = analyses.last,
        let missing = metric.shortfall(of: first)
      else { return nil }
      let judged = analyses.first { $0 >= missing.needed }
      return "\(metric.name) "
        + (judged.map { "needs \(missing.needed) people, so it is judged only when \($0) have been simulated" }
          ?? "needs \(missing.needed) people; --most-participants is \(most)")
    }
  }
}

/// Origin of the people of an evaluation or a comparison, with the pipeline that is judged on them.
package enum Source<R: Rig>: Sendable {
  case simulated(Run<R>)
  /// A run over recordings that have been read; the path of the first one is for errors.
  case recorded(RecordedRun<R>, path: String)
}

/// How a computation is done: on how many cores, and who hears of it.
package struct Work: Sendable {
  package var jobs: Int
  /// Called from time to time with the share that is done, 0…1.
  package var progress: @Sendable (Double) -> Void
  /// Called with remarks after all checks have passed, before the computation.
  package var begin: @Sendable ([String]) -> Void

  package init(
    jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in },
    begin: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    (self.jobs, self.progress, self.begin) = (jobs, progress, begin)
  }
}

extension Run {
  /// Adds people, one interim analysis after the other, until another analysis would change nothing.
  ///
  /// - Parameters:
  ///   - isLeftOut: true for the metric of a limit that is not judged by what is known so far.
  ///   - others: metrics that are judged besides the limits, such as changes from a baseline.
  ///   - earlierPeople: the people of the first analysis, if they have been simulated.
  ///   - progress: called with the number of people done and the number of people at this analysis.
  fileprivate func people(
    _ earlierPeople: Cohort<R>?, judgedBy judging: inout Judging<R.Person>, jobs: Int,
    progress: @escaping @Sendable (Int, Int) -> Void,
    leavingOut isLeftOut: (_ metric: String) -> Bool,
    others: (Cohort<R>, _ index: Int, _ level: Double) -> PeopleEstimate?
  ) async throws -> Cohort<R> {
    var people = earlierPeople ?? Cohort<R>()
    for count in judging.analyses.people {
      var next = self
      next.participants = count
      // A page replays only people of the first analysis, so only those are recorded.
      next.recordsTraces = recordsTraces && people.count == 0
      if people.count < count {
        try await next.simulate(people.count, jobs: jobs) {
          progress($0, count)
        } take: {
          people.add($0)
        }
      }
      judging.analyse(people, leavingOut: isLeftOut) { others(people, $0, $1) }
      if judging.isOver({ !isLeftOut($0.name) && people.estimate($0) != nil }) { break }
    }
    return people
  }
}

extension Judging {
  /// Performs an interim analysis of people.
  mutating func analyse<R: Rig>(
    _ people: Cohort<R>, leavingOut isLeftOut: (_ metric: String) -> Bool = { _ in false },
    others: (_ index: Int, _ level: Double) -> PeopleEstimate? = { _, _ in nil }
  ) where R.Person == Person {
    look(people: people.count, { isLeftOut($0.name) ? nil : people.estimate($0, level: $1) }, others: others)
  }
}

extension Report {
  /// This report with the results of the limits added, but for those that are left out.
  func judged(by judging: Judging<R.Person>, _ people: Cohort<R>, without limitsLeftOut: [LeftOutLimit] = []) -> Self {
    var report = self
    report.gates = judging.results { people.estimate($0) }.filter { !limitsLeftOut.holds($0.metric) }
    report.limitsLeftOut = limitsLeftOut
    report.analyses = InterimAnalyses(judging.analyses, taken: judging.analysesDone, gates: judging.count)
    // A wrong recording shows nothing of the pointer, so it cannot pass.
    let verdict = judging.verdict(leavingOut: limitsLeftOut.holds)
    report.verdict = verdict == .pass && !wrongRecordings.isEmpty ? .inconclusive : verdict
    return report
  }

  /// Adds the comparison with a baseline.
  fileprivate mutating func compare(
    _ people: Cohort<R>, _ baseline: Baseline, _ questions: [BaselineQuestion<R>], _ rows: [BaselineComparison.Row],
    participants: Int
  ) {
    self.baseline = BaselineComparison(
      participants: participants, pipeline: baseline.facts.pipeline, scenarioHash: baseline.conditions.hash,
      isIdentical: questions.allSatisfy { $0.isIdentical(people, baseline) }, comparisons: rows)
  }
}
