import GazeMetrics
package import GazeRecording
import GazeTesting

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
