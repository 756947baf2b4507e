package import GazeMetrics
package import GazeRecording

/// A change that an app can make, and the pointer's error with it.
package struct Remedy: Sendable, Encodable, Equatable {
  /// The change in a few words.
  package var name: String
  /// Median pointer error with the change, mean over people, points; nil if it is not known.
  @ExplicitNull package var errorPointsMedian: Double?
  /// The same without the change, if the change was tried in other scenarios than those of the causes; nil if the
  /// median of all is meant.
  package var errorPointsBefore: Double?
  /// Relative change of the error: -0.5 is half.
  @ExplicitNull package var change: Double?
  /// 95 % interval of the change over people; nil with too few people.
  @ExplicitNull package var ci95: ConfidenceInterval?
  /// Reason for which nothing changes or nothing is known; nil without one.
  package var reason: String?

  /// Relative change below which a remedy changes nothing that anybody notices.
  static let least = 0.02

  /// True if the error becomes smaller as far as these people tell.
  package var helps: Bool {
    guard let change, change < -Self.least else { return false }
    return ci95.map { $0.upper < 0 } ?? true
  }

  /// True if the pipeline gave the very same figures, as one that ignores the points does.
  var isUnused: Bool { reason == Self.unused }

  static let unused = "the pipeline does not use them"

  /// True if the error changes less than anybody notices.
  var isNothing: Bool { change.map { abs($0) <= Self.least } ?? false }
}
