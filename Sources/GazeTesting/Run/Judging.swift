package import GazeMetrics

/// Judges limits on metrics over people, together with other gates, over all interim analyses. Every verdict on people
/// is formed by this type.
package struct Judging<Person: MeasuredPerson>: Sendable {
  /// The metrics of the limits, in their order.
  package let metrics: [PeopleMetric<Person>]
  private var judge: GateJudge

  /// The state before the first interim analysis.
  ///
  /// - Parameter others: gates on something other than a metric over these people alone, such as a change since a
  ///   baseline. All gates are one family: a false alarm counts the same for a limit and for a comparison.
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist, `OutdatedMetricError` for a limit that
  ///   was set for another version of its metric.
  package init(_ limits: [AccuracyGate], beside others: [AccuracyGate] = [], _ analyses: GateAnalyses) throws {
    try PeopleMetric<Person>.check(limits)
    metrics = try limits.map { try .named($0.metric) }
    judge = GateJudge(limits + others, analyses)
  }

  /// The planned interim analyses.
  package var analyses: GateAnalyses { judge.analyses }
  /// Number of interim analyses so far.
  package var analysesDone: Int { judge.analysesDone }
  /// Number of verdicts.
  package var count: Int { judge.gates.count }
  /// The combined verdict so far.
  package var verdict: GateVerdict { judge.verdict }

  /// The combined verdict so far of all gates but the limits on some metrics; inconclusive if no gate is left.
  package func verdict(leavingOut isLeftOut: (_ metric: String) -> Bool) -> GateVerdict {
    .combined(
      judge.verdicts.indices.filter { $0 >= metrics.count || !isLeftOut(metrics[$0].name) }.map { judge.verdicts[$0] })
  }

  /// Performs an interim analysis of this number of people.
  ///
  /// - Parameters:
  ///   - estimate: returns a metric's estimate over the people, with an interval at the given level.
  ///   - other: returns the estimate for one of the other gates.
  package mutating func look(
    people: Int, _ estimate: (PeopleMetric<Person>, _ level: Double) -> PeopleEstimate?,
    others other: (_ index: Int, _ level: Double) -> PeopleEstimate? = { _, _ in nil }
  ) {
    judge.analyse(people: people) { [metrics] index, level in
      index < metrics.count ? estimate(metrics[index], level) : other(index - metrics.count, level)
    }
  }

  /// True if a further interim analysis would change nothing: there is a verdict, no analysis is left, or the undecided
  /// metrics have no value at all for these people.
  package func isOver(_ has: (PeopleMetric<Person>) -> Bool) -> Bool {
    if judge.isOver { return true }
    let open = judge.verdicts.indices.filter { judge.verdicts[$0] == .inconclusive }
    return open.allSatisfy { $0 < metrics.count && !has(metrics[$0]) }
  }

  /// Results of the limits.
  ///
  /// - Parameter estimate: returns a metric's estimate, with its 95 % interval, over the people of the last interim
  ///   analysis.
  package func results(_ estimate: (PeopleMetric<Person>) -> PeopleEstimate?) -> [GateResult] {
    metrics.indices.map { judge.result($0, estimate(metrics[$0])) }
  }

  /// Result of one of the other gates.
  package func otherGate(_ index: Int) -> (verdict: GateVerdict, decision: GateDecision?) {
    (judge.verdicts[metrics.count + index], judge.decisions[metrics.count + index])
  }
}
