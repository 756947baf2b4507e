package import GazeMetrics
package import GazeRecording
package import GazeSimulation

/// Can these limits fail a pipeline that does not look? Asked before anybody is judged.
///
/// A dummy would pass if its figure keeps each limit: its figure and not its interval, which more people would make as
/// narrow as one likes. A figure that it does not have at all, such as the lag of a pointer that never moves, is none
/// that it keeps. Dummies with a pointer that rests are asked where no limit is on scrolling. Where some are, a pipeline that
/// never or always scrolls may have any pointer, so it must break one of the limits on scrolling.
package struct LimitsCheck: Sendable {
  private let gates: [AccuracyGate]
  private let metrics: [GazeMetric]
  private let dummies: [Dummy]
  /// Are the limits on scrolling what the dummies must break?
  package let isAboutScrolling: Bool

  /// A check of these limits.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  package init(_ gates: [AccuracyGate]) throws(UnknownNameError) { try self.init(gates, Self.dummies(gates)) }

  /// A check of these limits with some of their dummies.
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

  /// Those that could keep these limits.
  package static func dummies(_ gates: [AccuracyGate]) -> [Dummy] {
    gates.isEmpty ? [] : gates.contains(where: isAboutScrolling) ? Dummy.ofScrolling : Dummy.ofPointer
  }

  /// Is it a limit on scrolling?
  package static func isAboutScrolling(_ gate: AccuracyGate) -> Bool { gate.metric.hasPrefix("scroll.") }

  /// Refuses limits on scrolling where nobody is asked to scroll.
  package static func checkMeasured(_ gates: [AccuracyGate], in scenarios: [GazeScenario]) throws(LimitsError) {
    guard !scenarios.contains(where: \.asksToScroll), let limit = gates.firstIndex(where: isAboutScrolling) else {
      return
    }
    throw .notMeasured(limit: limit, metric: gates[limit].metric, scenarios: scenarios.map(\.rawValue))
  }

  /// The takes that count for these limits: those without targets for the scrolling, those with targets for the pointer;
  /// all where there is none of that kind.
  package func takes(_ all: [Simulation]) -> [Simulation] {
    let own = all.filter { $0.scenario.hasTargets != isAboutScrolling }
    return own.isEmpty ? all : own
  }

  /// What the dummies come to on one person.
  package func results(on takes: [Simulation], participant: Int) -> [PersonResult] {
    Dummy.results(dummies, on: takes, participant: participant)
  }

  /// The first dummy that would pass; nil where none would.
  ///
  /// - Parameter people: by person, what `results(on:participant:)` gave.
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
