import GazePipeline

/// A built-in limit that a gate left out because its metric cannot be measured. A limit that a user wrote is never left
/// out: one that cannot be measured is an error.
package struct LeftOutLimit: Sendable, Equatable, Codable {
  /// The metric's name.
  var metric: String
  /// The reason, as the end of a sentence: `nobody is asked to scroll in validation`.
  var reason: String

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
