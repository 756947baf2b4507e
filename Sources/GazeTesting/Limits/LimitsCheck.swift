package import GazeMetrics
package import GazeRecording
package import GazeSimulation

/// Checks whether these limits can fail a pipeline that ignores the frames, before anybody is judged.
///
/// A dummy would pass if its value of each metric keeps the limit. The value is compared and not its interval, which
/// more people make as narrow as one likes. A metric that has no value for a dummy, such as the lag of a pointer that
/// never moves, does not keep its limit. If no limit is on scrolling, dummies with a pointer at rest are tried. If some
/// limits are on scrolling, dummies that never or always scroll are tried; since these dummies may have any pointer,
/// each must break one of the limits on scrolling.
package struct LimitsCheck: Sendable {
  private let gates: [AccuracyGate]
  private let metrics: [GazeMetric]
  private let dummies: [Dummy]
  /// True if the dummies must break the limits on scrolling.
  package let isAboutScrolling: Bool

  /// A check of these limits.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  package init(_ gates: [AccuracyGate]) throws(UnknownNameError) { try self.init(gates, Self.dummies(gates)) }

  /// A check of these limits with the given dummies only.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  package init(_ gates: [AccuracyGate], _ dummies: [Dummy]) throws(UnknownNameError) {
    let scrolling = gates.filter { Self.isAboutScrolling($0) }
    self.gates = scrolling.isEmpty ? gates : scrolling
    isAboutScrolling = !scrolling.isEmpty
    self.dummies = dummies
    var metrics: [GazeMetric] = []
    for gate in gates {
      let metric = try GazeMetric.named(gate.metric)
      if self.gates.contains(gate) { metrics.append(metric) }
    }
    self.metrics = metrics
  }

  /// Dummies that could keep these limits.
  package static func dummies(_ gates: [AccuracyGate]) -> [Dummy] {
    gates.isEmpty ? [] : gates.contains(where: isAboutScrolling) ? Dummy.ofScrolling : Dummy.ofPointer
  }

  /// True for a limit on scrolling.
  package static func isAboutScrolling(_ gate: AccuracyGate) -> Bool { gate.metric.hasPrefix("scroll.") }

  /// Refuses limits on scrolling if nobody is asked to scroll.
  package static func checkMeasured(_ gates: [AccuracyGate], in scenarios: [GazeScenario]) throws(LimitsError) {
    guard !scenarios.contains(where: \.asksToScroll), let limit = gates.firstIndex(where: isAboutScrolling) else {
      return
    }
    throw .notMeasured(limit: limit, metric: gates[limit].metric, scenarios: scenarios.map(\.rawValue))
  }

  /// The takes that count for these limits: those without targets for scrolling, those with targets for the pointer;
  /// all takes if there is no take of that kind.
  package func takes(_ all: [Simulation]) -> [Simulation] {
    let own = all.filter { $0.scenario.hasTargets != isAboutScrolling }
    return own.isEmpty ? all : own
  }

  /// Results of the dummies on one person.
  package func results(on takes: [Simulation], participant: Int) -> [PersonResult] {
    Dummy.results(dummies, on: takes, participant: participant)
  }

  /// The first dummy that would pass; nil if none would.
  ///
  /// - Parameter people: the results of `results(on:participant:)`, by person.
  package func fault(_ people: [[PersonResult]]) -> LimitsError? {
    for (index, dummy) in dummies.enumerated() {
      let results = people.map { $0[index] }.filter { !$0.isFailing }
      let kept = zip(gates, metrics).compactMap { gate, metric -> LimitsError.Kept? in
        guard let value = metric.estimate(results)?.value,
          gate.direction == .max ? value <= gate.limit : value >= gate.limit
        else { return nil }
        return LimitsError.Kept(gate: gate, value: value)
      }
      if kept.count == gates.count { return .keptBy(dummy, kept) }
    }
    return nil
  }
}
