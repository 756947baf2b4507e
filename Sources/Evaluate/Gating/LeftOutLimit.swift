package import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

/// A built-in limit that a gate left out because its metric cannot be measured. A limit that a user wrote is never left
/// out: one that cannot be measured is an error.
package struct LeftOutLimit: Sendable, Equatable, Codable {
  /// The metric's name.
  package var metric: String
  /// The reason, as the end of a sentence: `nobody is asked to scroll in validation`.
  package var reason: String

  /// A limit from its parts.
  package init(metric: String, reason: String) { (self.metric, self.reason) = (metric, reason) }

  /// True for a limit on scrolling.
  var isAboutScrolling: Bool { metric.hasPrefix("scroll.") }
}

extension [LeftOutLimit] {
  /// True if the limit on this metric is left out.
  func holds(_ metric: String) -> Bool { contains { $0.metric == metric } }

  /// The end of a verdict, `, scrolling not judged`; empty if nothing is left out.
  package var ending: String {
    if isEmpty { return "" }
    return allSatisfy(\.isAboutScrolling)
      ? ", scrolling not judged" : ", \(NumberText.count(count, "limit")) not judged"
  }

  /// The reasons, each with its metrics, in order.
  var groups: [(reason: String, metrics: [String])] {
    reduce(into: []) { groups, limit in
      if let place = groups.firstIndex(where: { $0.reason == limit.reason }) {
        groups[place].metrics.append(limit.metric)
      } else {
        groups.append((limit.reason, [limit.metric]))
      }
    }
  }

  /// A line for each reason: `not judged: scroll.f1, scroll.falsePerMinute: nobody is asked to scroll in validation`.
  package var lines: [String] {
    groups.map { "not judged: \($0.metrics.joined(separator: ", ")): \($0.reason)" }
  }
}

extension Rig {
  /// None, since only a pointer can be without scrolling.
  package static func leftOut(_ limits: [AccuracyGate], _ run: Run<Self>) -> [LeftOutLimit] { [] }

  /// None.
  package static func leftOut(_ limits: [AccuracyGate], _ run: RecordedRun<Self>) -> [LeftOutLimit] { [] }

  /// nil, since only a pointer can be without scrolling.
  package static func withoutAnswer(_ metric: String, from pipeline: Pipeline<Self>) -> String? { nil }
}

extension GazeRig {
  /// The limits on scrolling if nobody is asked to scroll, or if the pipeline claims to have no scrolling.
  package static func leftOut(_ limits: [AccuracyGate], _ run: Run<GazeRig>) -> [LeftOutLimit] {
    if let claim = claim(run.pipeline) { return scrolling(limits, because: claim) }
    guard !run.scenarios.contains(where: \.asksToScroll) else { return [] }
    let names = run.scenarios.map(\.rawValue).joined(separator: ", ")
    return scrolling(limits, because: "nobody is asked to scroll in \(names) (reading asks)")
  }

  /// The limits that these recordings cannot measure: those on the distance to the true gaze without a truth, and those
  /// on scrolling if the pipeline has none or no person wants a scroll.
  package static func leftOut(_ limits: [AccuracyGate], _ run: RecordedRun<GazeRig>) -> [LeftOutLimit] {
    let people = run.people(0)
    var left: [LeftOutLimit] = []
    if run.references.last == .target {
      left += limits.filter { GazeMetric.find($0.metric)?.needsTruth ?? false }.map {
        LeftOutLimit(metric: $0.metric, reason: "the recordings do not hold the true gaze")
      }
    }
    var reason = claim(run.pipeline) ?? limits.lazy.compactMap { withoutAnswer($0.metric, from: run.pipeline) }.first
    if reason == nil, !people.contains(where: { $0.scroll.scroll.intents > 0 }) {
      let isUnstated = people.contains { $0.scroll.isIntentKnown && $0.scroll.scroll.seconds == 0 }
      reason =
        isUnstated ? "no frame states whether the app scrolled" : "nobody is asked to scroll in the recordings"
    }
    if let reason { left += scrolling(limits, because: reason).filter { !left.holds($0.metric) } }
    let rest = limits.filter { !left.holds($0.metric) }
    // A pointer at rest has no lag, is far from the gaze, and answers no intent to scroll; it meets any other limit.
    let proves = rest.contains {
      LimitsCheck.isAboutScrolling($0) || $0.metric.hasPrefix("pointer.error")
        || $0.metric == "pointer.latencyMilliseconds"
    }
    guard !proves else { return left }
    return left + rest.map { LeftOutLimit(metric: $0.metric, reason: "a pointer at rest would meet it") }
  }

  /// The reason for which scrolling is not judged if no answer so far stated a scroll; nil for any other metric.
  package static func withoutAnswer(_ metric: String, from pipeline: Pipeline<GazeRig>) -> String? {
    metric.hasPrefix("scroll.") && pipeline.engine.scrolling() == .neverAnswered
      ? "no answer of the program has the key scroll" : nil
  }

  private static func claim(_ pipeline: Pipeline<GazeRig>) -> String? {
    pipeline.engine.scrolling() == .claimedAbsent ? "the program claims \"scrolls\":false" : nil
  }

  private static func scrolling(_ limits: [AccuracyGate], because reason: String) -> [LeftOutLimit] {
    limits.filter(LimitsCheck.isAboutScrolling).map { LeftOutLimit(metric: $0.metric, reason: reason) }
  }

  /// Refuses a user's limits on scrolling for a program that claims to have none.
  static func checkScrolling(_ limits: [AccuracyGate], _ pipeline: Pipeline<GazeRig>) throws(SimulationError) {
    guard let claim = claim(pipeline), let limit = limits.first(where: LimitsCheck.isAboutScrolling) else { return }
    throw .argument("\(limit.metric) is not measured: \(claim); leave the limit or the claim out")
  }
}
