import GazeMetrics
import GazeTesting
import Testing

@Suite struct GazeMetricNameTests {
  @Test("there is a name for every metric, in the metrics' order, and each finds its metric")
  func all() {
    #expect(GazeMetricName.allCases.map(\.rawValue) == GazeMetric.all.map(\.name))
    for name in GazeMetricName.allCases { #expect(name.metric.name == name.rawValue) }
  }

  @Test("a case is spelt as its name, without dots")
  func spelling() {
    for name in GazeMetricName.allCases {
      #expect("\(name)".lowercased() == name.rawValue.replacing(".", with: "").lowercased())
    }
  }

  @Test("limits by constants are limits by text")
  func gates() {
    #expect(
      AccuracyGate(.pointerErrorPointsMedian, atMost: 260)
        == AccuracyGate(metric: "pointer.errorPoints.median", limit: 260, direction: .max))
    #expect(
      AccuracyGate(.scrollF1, atLeast: 0.2) == AccuracyGate(metric: "scroll.f1", limit: 0.2, direction: .min))
    #expect(AccuracyGate(.pointerSizeFor95Points, atMost: 700, version: 2).version == 2)
  }
}
