public import GazeMetrics
public import PortableFoundation

/// A limit, or a baseline's value, that belongs to another version of its metric; values of different versions are not
/// comparable.
public struct OutdatedMetricError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The metric's name.
  public var metric: String
  /// The version of the metric for which the limit or value was made.
  public var found: Int
  /// The metric's present version.
  public var expected: Int
  /// The change in the present version.
  public var change: String?

  /// The fault without the remedy, because the remedy depends on where the limit or value is written.
  public var fault: String {
    guard found < expected else {
      return "\(metric) is of version \(found); expected version \(expected) at most: a newer gazesim made it"
    }
    return "\(metric) is of version \(found); expected version \(expected)" + (change.map { ", \($0)" } ?? "")
  }

  /// The fault and the remedy for a limit, on one line.
  public var description: String {
    "\(fault); set the limit again from today's figure and give it version \(expected)"
  }
}

extension PeopleMetric {
  /// Refuses limits on metrics that do not exist, and limits that were set for another version of their metric.
  ///
  /// - Throws: `UnknownNameError` or `OutdatedMetricError`.
  public static func check(_ limits: [AccuracyGate]) throws {
    for limit in limits {
      if let fault = try named(limit.metric).outdated(limit.version) { throw fault }
    }
  }

  /// The fault of a limit or value made for the version `found`; nil if that is the present version.
  package func outdated(_ found: Int) -> OutdatedMetricError? {
    found == version ? nil : OutdatedMetricError(metric: name, found: found, expected: version, change: change)
  }

  /// The versions of all metrics whose definition has changed; all others have version 1.
  package static var versions: [String: Int] {
    Dictionary(uniqueKeysWithValues: all.filter { $0.version > 1 }.map { ($0.name, $0.version) })
  }
}

extension OutdatedMetricError: LocalizedError {
  /// The fault and the remedy, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
