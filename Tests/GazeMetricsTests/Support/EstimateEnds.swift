import GazeMetrics
import TestSupport
import Testing

/// The interval of an estimate that must have one.
func ends(of estimate: PeopleEstimate?) throws -> ConfidenceInterval {
  try #require(estimate?.interval.interval)
}
