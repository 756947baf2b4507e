package import GazeMetrics
import GazeTesting

/// All steps of an evaluation from people to a verdict, for every rig:
///
///     scenario ─▶ simulation ─▶ take ─▶ pipeline ─▶ person ─▶ judging ─▶ report
///
/// - `Run.people` simulates people (`RigSimulation`), feeds each person's takes to pipelines (`Feed`) and measures the
///   results.
/// - `Judging` compares the metrics with limits; as long as the result is inconclusive, more people are added.
/// - `Report` is the result; every format is a function of it.
///
/// `evaluate` is a gate without limits and with a single analysis. To evaluate recordings, `RecordedRun` is used
/// instead of `Run.people`.
extension Run {
  /// Adds people, one interim analysis after the other, until another analysis would change nothing.
  ///
  /// - Parameters:
  ///   - isLeftOut: true for the metric of a limit that is not judged by what is known so far.
  ///   - others: metrics that are judged besides the limits, such as changes from a baseline.
  ///   - progress: called with the number of people done and the number of people at this analysis.
  func people(
    judgedBy judging: inout Judging<R.Person>, jobs: Int,
    progress: @escaping @Sendable (Int, Int) -> Void,
    leavingOut isLeftOut: (_ metric: String) -> Bool = { _ in false },
    others: (People<R>, _ index: Int, _ level: Double) -> PeopleEstimate? = { _, _, _ in nil }
  ) async throws -> People<R> {
    var people = People<R>()
    for count in judging.looks.people {
      var next = self
      next.participants = count
      // A page replays only people of the first analysis, so only those are recorded.
      next.recordsTracks = recordsTracks && people.count == 0
      try await next.simulate(people.count, jobs: jobs) {
        progress($0, count)
      } take: {
        people.add($0)
      }
      judging.look(people, leavingOut: isLeftOut) { others(people, $0, $1) }
      if judging.isOver({ !isLeftOut($0.name) && people.estimate($0) != nil }) { break }
    }
    return people
  }

  /// The evaluation of simulated people, compared with limits in a single analysis. `progress` is called with the
  /// number of people done.
  ///
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist, `SimulationError` for an invalid
  ///   simulation.
  package func evaluation(
    limits: [AccuracyGate] = [], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Report<R> {
    try validate()
    var judging = try Judging<R.Person>(limits, .once(max(participants, 1)))
    let people = try await people(judgedBy: &judging, jobs: jobs) { done, _ in progress(done) }
    let report = Report(self, of: people)
    return limits.isEmpty ? report : report.judged(by: judging, people)
  }
}

extension RecordedRun {
  /// The evaluation of recorded people, compared with limits in a single analysis.
  ///
  /// - Throws: an error if nothing in the recordings can be judged, or if a limit needs data that they do not hold.
  package func evaluation(path: String) throws -> Report<R> {
    let people = People<R>(people(0), of: .recorded)
    let left = leftOut
    var judging = try Judging<R.Person>(limits, .once(max(people.count, 1), of: people.population))
    try R.check(self, path: path)
    judging.look(people, leavingOut: left.holds)
    let report = Report(self, of: people)
    if limits.isEmpty { return report }
    var judged = report.judged(by: judging, people, without: left)
    R.complete(&judged, self)
    try pipeline.checkFailure()
    return judged
  }
}

extension Judging {
  /// Performs an interim analysis of people.
  mutating func look<R: Rig>(
    _ people: People<R>, leavingOut isLeftOut: (_ metric: String) -> Bool = { _ in false },
    others: (_ index: Int, _ level: Double) -> PeopleEstimate? = { _, _ in nil }
  ) where R.Person == Person {
    look(
      people: people.count, { isLeftOut($0.name) ? nil : people.estimate($0, level: $1) }, others: others)
  }
}

extension Report {
  /// This report with the results of the limits added, but for those that are left out.
  func judged(by judging: Judging<R.Person>, _ people: People<R>, without left: [LeftOutLimit] = []) -> Self {
    var report = self
    report.gates = judging.results { people.estimate($0) }.filter { !left.holds($0.metric) }
    report.limitsLeftOut = left
    report.looks = InterimAnalyses(judging.looks, taken: judging.taken, gates: judging.count)
    // A wrong recording shows nothing of the pointer, so it cannot pass.
    let verdict = judging.verdict(leavingOut: left.holds)
    report.verdict = verdict == .pass && !wrongRecordings.isEmpty ? .inconclusive : verdict
    return report
  }
}
