package import GazeMetrics
import GazeRecording
import GazeSimulation
package import GazeTesting

/// A simulated evaluation that is held against limits, and against a baseline, with more people as long as that is
/// inconclusive.
///
/// People are the participants 0, 1, 2, … of one seed, so that more of them leave the first ones as they were; those that
/// have been simulated are used again.
package struct GateRun<R: Rig>: Sendable {
  private typealias Metric = PeopleMetric<R.Person>

  /// Who does what through which pipeline; its number of participants is that of the first look.
  package var run: Run<R>
  /// What is judged.
  package var limits: [AccuracyGate]
  /// People at the last look at most.
  package var mostParticipants: Int
  /// What it is compared with; nil compares with nothing.
  package var baseline: Baseline?
  /// How much worse than the baseline a figure may be, relative.
  package var margin = BaselineComparison.Row.defaultMargin
  /// The same by metric.
  package var margins: [String: Double] = [:]
  /// What the pipeline says of its own mapping, for the correctness stage.
  package var claims: PointerClaims?

  /// A run; what is not given has its default.
  package init(_ run: Run<R>, limits: [AccuracyGate], mostParticipants: Int = GateLooks.defaultMost) {
    self.run = run
    self.limits = limits
    self.mostParticipants = mostParticipants
  }

  /// Questions to a baseline: the figures that have limits, else `Rig.baselineMetrics`.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  private func questions() throws(UnknownNameError) -> [BaselineQuestion<R.Person>] {
    var questions: [BaselineQuestion<R.Person>] = []
    let asked = limits.isEmpty ? R.baselineMetrics : limits.map(\.metric)
    for (index, name) in asked.enumerated() where !asked[..<index].contains(name) {
      let metric = try Metric.named(name)
      // A figure with a limit is better on the side that the limit allows.
      let direction = limits.first { $0.metric == name }?.direction ?? metric.better
      questions.append(
        BaselineQuestion<R.Person>(metric: metric, direction: direction, margin: margins[name] ?? margin))
    }
    return questions
  }

  /// The evaluation and its verdict; the same for any number of jobs.
  ///
  /// - Parameters:
  ///   - path: the baseline's file, for errors.
  ///   - progress: people done, and people at this look.
  ///   - begin: given `shortfalls()` when nothing is left to refuse, before anybody is judged.
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist, `OutdatedMetricError` for one that was set for another
  ///   version of its metric, `LimitsError` for limits that say nothing, `SimulationError` for a closed loop without a page,
  ///   `FileError` for a baseline of another scenario, without a figure that is asked for or with one of another version.
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
      // What nobody had then, such as scrolls in a scenario without a page, cannot have become worse.
      questions.removeAll { baseline.figures[$0.metric.name]?.value == nil }
      most = min(most, baseline.people.count)
    }
    try await R.check(limits, run, jobs: jobs)
    begin(try shortfalls())
    let looks = GateLooks(first: min(run.participants, most), most: most)
    var judging = try Judging<R.Person>(limits, beside: questions.map(\.gate), looks)
    let people = try await run.people(judgedBy: &judging, jobs: jobs, progress: progress) {
      [questions] people, index, level in
      baseline.flatMap { questions[index].change(people, $0, level: level) }
    }
    var evaluation = Report(run, of: people).judged(by: judging, people)
    if let baseline {
      let rows = questions.enumerated().map { index, question in
        let (verdict, decision) = judging.other(index)
        return question.row(people, baseline, verdict: verdict, decision: decision, level: looks.level)
      }
      evaluation.baseline = BaselineComparison(
        participants: people.count, pipeline: baseline.facts.pipeline, scenarioHash: baseline.conditions.hash,
        isIdentical: questions.allSatisfy { $0.isIdentical(people, baseline) }, comparisons: rows)
    }
    R.complete(&evaluation, run, claims: claims)
    return evaluation
  }

  /// Everybody up to the last look, as a baseline to be reviewed, and their evaluation, held against the limits.
  ///
  /// It holds the figures with limits and `Rig.baselineMetrics`. `baseline`, where there is one of the same scenario,
  /// is what changed.
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
      let shared = People(Array(people.all.prefix(both)))
      let known = try questions().filter { old.figures[$0.metric.name] != nil && old.outdated($0.metric) == nil }
      evaluation.baseline = BaselineComparison(
        participants: both, pipeline: old.facts.pipeline, scenarioHash: old.conditions.hash,
        isIdentical: known.allSatisfy { $0.isIdentical(shared, old) },
        comparisons: known.map { question in
          question.row(
            shared, old, verdict: question.gate.verdict(question.change(shared, old)?.interval.interval), decision: nil,
            level: 0.95)
        })
    }
    R.complete(&evaluation, everybody, claims: claims)
    return (Baseline(conditions, evaluation.facts, people, metrics: metrics), evaluation)
  }
}
