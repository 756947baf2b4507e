package import GazeMetrics

/// One person's pointer before smoothing: what the filter had to work with.
package struct RawPointer: Sendable, Equatable {
  /// Pointer error, points.
  package var errorPoints = ErrorSummary()
  /// Pointer error, degrees at the cyclopean eye.
  package var errorDegrees = ErrorSummary()
  /// Means over fixations on targets.
  package var looks = FixationMeans()
  /// Seconds by which it follows the true gaze; nil where it cannot be told.
  package var latency: Double?

  /// No figures yet.
  package init() {}

  mutating func merge(_ other: RawPointer, seconds: (Double, Double)) {
    errorPoints.merge(other.errorPoints)
    errorDegrees.merge(other.errorDegrees)
    looks.merge(other.looks)
    latency = PersonResult.joined(latency, other.latency, seconds: seconds)
  }
}
