public import GazeMetrics
package import GazeRecording
package import GazeSimulation
public import PortableFoundation

/// Checks whether these limits can fail a pipeline that ignores the frames, before anybody is judged.
///
/// A dummy would pass if its value of each metric keeps the limit. The value is compared and not its interval, which
/// more people make as narrow as one likes. A metric that has no value for a dummy, such as the lag of a pointer that
/// never moves, does not keep its limit. If no limit is on scrolling, dummies with a pointer at rest are tried. If some
/// limits are on scrolling, dummies that never or always scroll are tried; since these dummies may have any pointer,
/// each must break one of the limits on scrolling.
package struct LimitsCheck {
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

  /// True for a limit on scrolling: the names of those metrics begin so, and no others (`GazeMetricName`).
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

/// Reason why these limits are not accepted.
public enum LimitsError: Error, Sendable, Equatable {
  /// A limit that a dummy keeps.
  public struct Kept: Sendable, Equatable {
    /// The limit.
    public var gate: AccuracyGate
    /// The dummy's value of the metric.
    public var value: Double
  }

  /// A limit on scrolling although nobody is asked to scroll.
  ///
  /// - Parameters:
  ///   - limit: index of the first such limit.
  ///   - scenarios: scenarios of the simulation or of the recordings.
  case notMeasured(limit: Int, metric: String, scenarios: [String])
  /// A pipeline that ignores the frames would keep all limits.
  case keptBy(Dummy, [Kept])
  /// No limit was given.
  case noLimits
  /// A limit that is infinite or no number.
  ///
  /// - Parameter limit: index of the first such limit.
  case notFinite(limit: Int, metric: String, value: Double)
}

extension LimitsError {
  /// Refuses an empty list, and limits that are infinite or no number.
  static func check(_ gates: [AccuracyGate]) throws(LimitsError) {
    guard !gates.isEmpty else { throw .noLimits }
    if let index = gates.firstIndex(where: { !$0.limit.isFinite }) {
      throw .notFinite(limit: index, metric: gates[index].metric, value: gates[index].limit)
    }
  }
}

extension LimitsError {
  /// Index of the faulty limit; nil if the fault is about all limits together.
  public var limit: Int? {
    switch self {
    case .notMeasured(let limit, _, _), .notFinite(let limit, _, _): limit
    case .keptBy, .noLimits: nil
    }
  }
}

extension LimitsError: CustomStringConvertible, LocalizedError {
  /// The fault and the remedy, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }

  /// The fault and the remedy, in a sentence.
  public var description: String {
    switch self {
    case .notMeasured(_, let metric, let scenarios):
      return
        "\(metric) is not measured: nobody is asked to scroll in \(scenarios.joined(separator: ", ")); leave the limit "
        + "out, or judge people who are (reading, recipe)"
    case .noLimits:
      return "there is no limit, so nothing would be judged; give at least one, such as "
        + "AccuracyGate(.pointerErrorPointsMedian, atMost: 260), or call correctness(_:) to judge the mapping alone"
    case .notFinite(_, let metric, let value):
      return "the limit of \(metric) is \(value); expected a number in the metric's unit"
    case .keptBy(let dummy, let kept):
      let figures = kept.map { limit in
        "\(limit.gate.metric) is \(NumberText.fourDigits(limit.value)), limit "
          + "\(limit.gate.direction == .max ? "<=" : ">=") "
          + NumberText.fourDigits(limit.gate.limit)
      }
      let isScroll = dummy.isOfScrolling
      let remedy =
        isScroll
        ? "add a limit that it breaks, such as scroll.f1 (min)"
        : "set a stricter limit on the pointer's error than that, or add one on pointer.latencyMilliseconds, "
          + "which such a pointer does not have"
      return "\(dummy.words) meets \(isScroll ? "every limit on scrolling" : "all limits"): "
        + "\(figures.joined(separator: "; ")). A gate that such a pipeline passes says nothing; \(remedy)"
    }
  }
}
