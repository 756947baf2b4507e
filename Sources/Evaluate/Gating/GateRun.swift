package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeSimulation
package import GazeTesting

/// A simulated evaluation that is judged by limits and a baseline, with more people as long as the result is
/// inconclusive. A wrong mapping fails whatever the people show, so there is then one analysis of a few people.
///
/// The people are participants 0, 1, 2, … of one seed, so that the first people stay the same if more are added;
/// results of people who have been simulated already are reused.
package struct GateRun<R: Rig>: Sendable {
  private typealias Metric = PeopleMetric<R.Person>

  /// The people, the scenarios and the pipeline; the run's number of participants is the number of people of the first
  /// interim analysis.
  package var run: Run<R>
  /// The limits to judge by.
  package var limits: [AccuracyGate]
  /// False if the limits are built in: those that cannot be measured are then left out, instead of being an error.
  package var limitsAreWritten = true
  /// Largest number of people, reached in the last interim analysis.
  package var mostParticipants: Int
  /// The baseline to compare with; nil compares with nothing.
  package var baseline: Baseline?
  /// Allowed relative worsening of a metric against the baseline.
  package var margin = BaselineComparison.Row.defaultMargin
  /// Allowed worsening by metric, for metrics with a margin of their own.
  package var margins: [String: Double] = [:]
  /// Gain, offset and lag that the pipeline claims for its mapping, for the correctness stage.
  package var claims: PointerClaims?

  /// Number of people whose figures are shown beside a wrong mapping: the fewest with an interval of a median.
  private static var shown: Int { 5 }

  /// Creates a run.
  package init(_ run: Run<R>, limits: [AccuracyGate], mostParticipants: Int = GateAnalyses.defaultMost) {
    self.run = run
    self.limits = limits
    self.mostParticipants = mostParticipants
  }

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

  /// Runs the evaluation and judges it. The result does not depend on the number of jobs.
  ///
  /// - Parameters:
  ///   - path: the baseline's file, for errors.
  ///   - progress: called with the number of people done and the number of people in this interim analysis.
  ///   - begin: called with `shortfalls()` after all checks have passed, before anybody is judged.
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist, `OutdatedMetricError` for a limit that
  ///   was set for another version of its metric, `LimitsError` for limits that prove nothing (nobody in the scenarios
  ///   does what the metric measures, or a pipeline that ignores the eyes meets the limits), `SimulationError` for a
  ///   closed loop without a page, `FileError` for a baseline of another scenario, without a requested metric, or with
  ///   another version of a metric.
  package func evaluation(
    baselinePath path: String = "baseline", jobs: Int, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in },
    begin: @Sendable ([String]) -> Void = { _ in }
  ) async throws -> Report<R> {
    try run.validate()
    try Metric.check(limits)
    var questions = try baseline == nil ? [] : questions()
    var most = max(mostParticipants, run.participants)
    if let baseline {
      try baseline.check(R.conditions(run), path: path)
      for question in questions where baseline.figures[question.metric.name] == nil {
        throw FileError(
          path: path, field: "figures",
          message:
            "has no \(question.metric.name); accept a new baseline with --accept, which holds the figures with limits")
      }
      for question in questions {
        guard let fault = baseline.outdated(question.metric) else { continue }
        throw FileError(
          path: path, field: "figures.\(fault.metric)", message: "\(fault.fault); accept a new baseline with --accept")
      }
      // Skip metrics without a baseline value (e.g. scrolls in a scenario without a page).
      questions.removeAll { baseline.figures[$0.metric.name]?.value == nil }
      most = min(most, baseline.people.count)
    }
    let measured = self.measured
    try await R.check(measured.limits, run, jobs: jobs)
    begin(try shortfalls())
    let mapping = R.correctness(run, claims: claims)
    try run.pipeline.checkFailure()
    let first = min(run.participants, most)
    let looks =
      mapping?.verdict == .fail ? GateAnalyses.once(min(first, Self.shown)) : GateAnalyses(first: first, most: most)
    var judging = try Judging<R.Person>(measured.limits, beside: questions.map(\.gate), looks)
    let people = try await run.people(
      judgedBy: &judging, jobs: jobs, progress: progress,
      leavingOut: { unanswered($0) != nil }
    ) { [questions] people, index, level in
      baseline.flatMap { questions[index].change(people, $0, level: level) }
    }
    // The pipeline's outputs say at the end what they do not contain.
    let left =
      measured.left
      + measured.limits.compactMap { gate in
        unanswered(gate.metric).map { LeftOutLimit(metric: gate.metric, reason: $0) }
      }
    var evaluation = Report(run, of: people).judged(by: judging, people, without: left)
    if let baseline {
      let rows = questions.enumerated().map { index, question in
        let (verdict, decision) = judging.other(index)
        return question.row(people, baseline, verdict: verdict, decision: decision, level: looks.level)
      }
      evaluation.baseline = BaselineComparison(
        participants: people.count, pipeline: baseline.facts.pipeline, scenarioHash: baseline.conditions.hash,
        isIdentical: questions.allSatisfy { $0.isIdentical(people, baseline) }, comparisons: rows)
    }
    evaluation.add(mapping)
    try run.pipeline.checkFailure()
    return evaluation
  }

  /// The limits that can be measured in this run, and the built-in ones that cannot.
  var measured: (limits: [AccuracyGate], left: [LeftOutLimit]) {
    let left = limitsAreWritten ? [] : R.leftOut(limits, run)
    return (limits.filter { !left.holds($0.metric) }, left)
  }

  /// The reason for which a built-in limit on this metric is not judged by the pipeline's outputs so far.
  private func unanswered(_ metric: String) -> String? {
    limitsAreWritten ? nil : R.withoutAnswer(metric, from: run.pipeline)
  }

  /// Runs all people up to the last interim analysis; returns the people as a baseline for review, and their
  /// evaluation, judged by the limits.
  ///
  /// The baseline contains the metrics that have limits and `Rig.baselineMetrics`. If `baseline` is of the same
  /// scenario, the evaluation shows the changes against it.
  package func accepted(
    jobs: Int, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> (baseline: Baseline, evaluation: Report<R>) {
    var everybody = run
    everybody.participants = max(mostParticipants, run.participants)
    try everybody.validate()
    var judging = try Judging<R.Person>(limits, .once(everybody.participants))
    try await R.check(limits, run, jobs: jobs)
    var metrics: [Metric] = []
    for name in Set(limits.map(\.metric) + R.baselineMetrics).sorted() { metrics.append(try Metric.named(name)) }
    let people = try await everybody.people(judgedBy: &judging, jobs: jobs, progress: progress)
    var evaluation = Report(everybody, of: people)
    if !limits.isEmpty { evaluation = evaluation.judged(by: judging, people) }
    let conditions = R.conditions(everybody)
    if let old = baseline, old.conditions == conditions {
      let both = min(people.count, old.people.count)
      let known = try questions().filter { old.figures[$0.metric.name] != nil && old.outdated($0.metric) == nil }
      evaluation.baseline = BaselineComparison(
        participants: both, pipeline: old.facts.pipeline, scenarioHash: old.conditions.hash,
        isIdentical: known.allSatisfy { $0.isIdentical(people, old) },
        comparisons: known.map { question in
          question.row(
            people, old, verdict: question.gate.verdict(question.change(people, old)?.interval.interval), decision: nil,
            level: 0.95)
        })
    }
    evaluation.add(R.correctness(everybody, claims: claims))
    try run.pipeline.checkFailure()
    return (Baseline(conditions, evaluation.facts, people, metrics: metrics), evaluation)
  }
}

extension GateRun {
  /// Metrics with limits that need more people than the planned interim analyses have: one sentence for each, available
  /// before anybody is simulated.
  ///
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist.
  package func shortfalls() throws(UnknownNameError) -> [String] {
    let looks = GateAnalyses(first: run.participants, most: max(mostParticipants, run.participants)).people
    var sentences: [String] = []
    for gate in measured.limits {
      let metric = try PeopleMetric<R.Person>.named(gate.metric)
      guard let first = looks.first, let most = looks.last, let missing = metric.shortfall(of: first) else { continue }
      let judged = looks.first { $0 >= missing.needed }
      sentences.append(
        "\(metric.name) "
          + (judged.map { "needs \(missing.needed) people, so it is judged only when \($0) have been simulated" }
            ?? "needs \(missing.needed) people; --most-participants is \(most)"))
    }
    return sentences
  }
}

/// The interim analyses that are made until there is a verdict, and their cost. In the code an analysis is called
/// `look`.
package struct InterimAnalyses: Sendable, Equatable, Codable {
  /// Number of interim analyses made.
  package var taken: Int
  /// Number of people in each interim analysis that could have been made.
  package var people: [Int]
  /// Confidence level of the interval by which a gate passes. With several gates, a gate fails by an interval of a
  /// higher level.
  package var level: Double
  /// Number of verdicts among which the probability of a false alarm is divided.
  package var gates: Int
  /// Source of the people; less is known about recorded people than about simulated ones, so that a verdict needs more
  /// of them.
  package var population: Population
  /// Method that limits the probability of a wrong verdict, in a sentence.
  package var method: String

  /// Creates the summary of a judge's interim analyses.
  init(_ looks: GateAnalyses, taken: Int, gates: Int) {
    self.taken = taken
    self.gates = gates
    people = looks.people
    population = looks.population
    level = looks.level
    let share = NumberText.brief(100 * looks.errorOfLook, 2)
    method =
      "error rate 5 %"
      + (looks.people.count > 1
        ? " over \(looks.people.count) interim analyses (Bonferroni: \(share) % each)"
        : "")
      + (looks.population == .recorded
        ? ", half of it reserved for kinds of people that the recordings may lack; a verdict needs "
          + "\(looks.population.fewestPeople) people"
        : "")
      + (gates > 1 ? "; failures corrected for \(gates) gates (Holm)" : "")
  }
}
