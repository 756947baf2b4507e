package import GazeMetrics

/// Limits on figures over people, and whatever is judged beside them, look after look: the one place that judges.
package struct Judging<Person: MeasuredPerson>: Sendable {
  /// What the limits are on, in their order.
  package let metrics: [PeopleMetric<Person>]
  private var judge: GateJudge

  /// A judging before the first look.
  ///
  /// - Parameter others: gates on what is not a figure over these people alone, such as a change since a baseline. All are
  ///   one family: a false alarm is one, whether of a limit or of a comparison.
  /// - Throws: `UnknownNameError` for a limit on a metric that does not exist, `OutdatedMetricError` for one that was set for another
  ///   version of its metric.
  package init(_ limits: [AccuracyGate], beside others: [AccuracyGate] = [], _ looks: GateLooks) throws {
    try PeopleMetric<Person>.check(limits)
    metrics = try limits.map { try .named($0.metric) }
    judge = GateJudge(limits + others, looks)
  }

  /// How often people may be looked at.
  package var looks: GateLooks { judge.looks }
  /// Looks taken.
  package var taken: Int { judge.taken }
  /// How many verdicts there are.
  package var count: Int { judge.gates.count }
  /// The verdict of all so far.
  package var verdict: GateVerdict { judge.verdict }

  /// Takes a look at so many people.
  ///
  /// - Parameters:
  ///   - estimate: a figure over them at a level.
  ///   - other: the figure of one of the other gates.
  package mutating func look(
    people: Int, _ estimate: (PeopleMetric<Person>, _ level: Double) -> PeopleEstimate?,
    others other: (_ index: Int, _ level: Double) -> PeopleEstimate? = { _, _ in nil }
  ) {
    judge.look(people: people) { [metrics] index, level in
      index < metrics.count ? estimate(metrics[index], level) : other(index - metrics.count, level)
    }
  }

  /// Another look changes nothing: there is a verdict, no look is left, or these people do not have at all what is open.
  package func isOver(_ has: (PeopleMetric<Person>) -> Bool) -> Bool {
    if judge.isOver { return true }
    let open = judge.verdicts.indices.filter { judge.verdicts[$0] == .inconclusive }
    return open.allSatisfy { $0 < metrics.count && !has(metrics[$0]) }
  }

  /// What came of the limits.
  ///
  /// - Parameter estimate: a figure at 95 % over the people of the last look.
  package func results(_ estimate: (PeopleMetric<Person>) -> PeopleEstimate?) -> [GateResult] {
    metrics.indices.map { judge.result($0, estimate(metrics[$0])) }
  }

  /// What came of one of the other gates.
  package func other(_ index: Int) -> (verdict: GateVerdict, decision: GateDecision?) {
    (judge.verdicts[metrics.count + index], judge.decisions[metrics.count + index])
  }
}
