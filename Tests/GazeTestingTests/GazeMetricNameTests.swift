import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

struct GazeMetricNameTests {
  @Test(
    "every metric has a name, its spelling without dots, in order")
  func all() throws {
    #expect(GazeMetricName.allCases.map(\.rawValue) == GazeMetric.all.map(\.name))
    #expect(Set(GazeMetric.all.map(\.name)).count == GazeMetric.all.count)
    for name in GazeMetricName.allCases {
      #expect(try name.metric.name == name.rawValue && GazeMetric.named(name.rawValue).name == name.rawValue)
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
    #expect(AccuracyGate(.pointerSizeFor95Points, atMost: 700).version == 2)
    #expect(AccuracyGate(.pointerErrorPointsMedian, atMost: 500).version == 1)
  }

  @Test("each definition is the case's documentation")
  func sameAsDocumentation() throws {
    let source = try String(
      contentsOf: packageRoot.appending(path: "Sources/GazeTesting/GazeMetricName.swift"), encoding: .utf8)
    var documented: [String: String] = [:]
    for match in source.matches(of: #//// (.*)\.\n  case \w+ = "([^"]+)"/#) {
      documented[String(match.2)] = String(match.1)
    }
    #expect(documented.count == GazeMetricName.allCases.count)
    for name in GazeMetricName.allCases {
      #expect(documented[name.rawValue] == name.metric.meaning, "\(name.rawValue)")
    }
  }
}
