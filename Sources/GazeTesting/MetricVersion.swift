public import GazeMetrics

/// A limit, or a baseline's figure, of another definition of its metric than today's: the two are not comparable.
public struct OutdatedMetricError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The metric's name.
  public var metric: String
  /// The version that the number was made with.
  public var found: Int
  /// Today's.
  public var expected: Int
  /// What today's version changed.
  public var change: String?

  /// What is wrong, without what to do about it, which depends on where the number stands.
  public var fault: String {
    guard found < expected else {
      return "\(metric) is of version \(found); expected version \(expected) at most: a newer gazesim made it"
    }
    return "\(metric) is of version \(found); expected version \(expected)" + (change.map { ", \($0)" } ?? "")
  }

  /// One line, of a limit.
  public var description: String {
    "\(fault); set the limit again from today's figure and give it version \(expected)"
  }
}

extension PeopleMetric {
  /// Refuses limits on metrics that do not exist, and those that were set for another version of their metric.
  ///
  /// - Throws: `UnknownNameError` or `OutdatedMetricError`.
  public static func check(_ limits: [AccuracyGate]) throws {
    for limit in limits {
      if let fault = try named(limit.metric).outdated(limit.version) { throw fault }
    }
  }

  /// The fault of a number of another version; nil where it is of this one.
  package func outdated(_ found: Int) -> OutdatedMetricError? {
    found == version ? nil : OutdatedMetricError(metric: name, found: found, expected: version, change: change)
  }

  /// The versions of all metrics whose definition has changed; those that are not here are of version 1.
  package static var versions: [String: Int] {
    Dictionary(uniqueKeysWithValues: all.filter { $0.version > 1 }.map { ($0.name, $0.version) })
  }
}
