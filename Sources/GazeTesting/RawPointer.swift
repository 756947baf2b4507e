public import GazeMetrics

/// One person's pointer before smoothing: what the filter had to work with.
public struct RawPointer: Sendable, Equatable {
  /// Pointer error, points.
  public var errorPoints = ErrorSummary()
  /// Pointer error, degrees at the cyclopean eye.
  public var errorDegrees = ErrorSummary()
  /// Means over fixations on targets.
  public var looks = FixationMeans()
  /// Seconds by which it follows the true gaze; nil where it cannot be told.
  public var latency: Double?

  /// No figures yet.
  public init() {}

  mutating func merge(_ other: RawPointer, seconds: (Double, Double)) {
    errorPoints.merge(other.errorPoints)
    errorDegrees.merge(other.errorDegrees)
    looks.merge(other.looks)
    latency = PersonResult.joined(latency, other.latency, seconds: seconds)
  }
}
