public import GazeMetrics
import GazePipeline
public import PortableFoundation

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

extension LimitsError: CustomStringConvertible {
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

extension LimitsError: LocalizedError {
  /// The fault and the remedy, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
