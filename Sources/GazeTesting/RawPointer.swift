package import GazeMetrics

/// One person's pointer before smoothing: the filter's input.
package struct RawPointer: Sendable, Equatable, Codable {
  /// Pointer error, points.
  package var errorPoints = ErrorSummary()
  /// Pointer error, degrees at the cyclopean eye.
  package var errorDegrees = ErrorSummary()
  /// Means over fixations on targets.
  package var looks = FixationMeans()
  /// Delay behind the true gaze, seconds; nil if it cannot be estimated.
  package var latency: Double?

  /// A result without samples.
  package init() {}

  mutating func condense() {
    errorPoints.condense()
    errorDegrees.condense()
  }

  mutating func merge(_ other: RawPointer, seconds: (Double, Double)) {
    errorPoints.merge(other.errorPoints)
    errorDegrees.merge(other.errorDegrees)
    looks.merge(other.looks)
    latency = PersonResult.joined(latency, other.latency, seconds: seconds)
  }
}
