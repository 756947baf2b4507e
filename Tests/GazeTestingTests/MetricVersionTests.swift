import GazeMetrics
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

/// Versions of metrics, in limits and in reports.
struct MetricVersionTests {
  private let size = "pointer.sizeFor95Points"

  @Test("a limit of another metric version is refused with versions and change")
  func limits() throws {
    try GazeMetric.check([
      AccuracyGate(metric: size, limit: 600, direction: .max, version: 2),
      AccuracyGate(metric: "pointer.dataLoss", limit: 1, direction: .max),
    ])
    let old = AccuracyGate(metric: size, limit: 600, direction: .max)
    let error = try #require(#expect(throws: OutdatedMetricError.self) { try GazeMetric.check([old]) })
    #expect(
      "\(error)"
        == "pointer.sizeFor95Points is of version 1; expected version 2, over samples of eyes at rest, and no longer "
        + "over saccades too, since version 2; set the limit again from today's figure and give it version 2")
    let new = AccuracyGate(metric: "pointer.dataLoss", limit: 1, direction: .max, version: 3)
    let newer = try #require(#expect(throws: OutdatedMetricError.self) { try GazeMetric.check([new]) })
    #expect(newer.found == 3 && newer.expected == 1 && "\(newer)".contains("a newer gazesim made it"))
    #expect(throws: UnknownNameError.self) {
      try GazeMetric.check([AccuracyGate(metric: "x", limit: 1, direction: .max)])
    }
  }

  @Test("every metric past version one states its change, which the report lists")
  func changes() {
    for metric in GazeMetric.all { #expect((metric.version > 1) == (metric.change != nil), "\(metric.name)") }
    #expect(GazeMetric.versions == [size: 2])
  }
}
