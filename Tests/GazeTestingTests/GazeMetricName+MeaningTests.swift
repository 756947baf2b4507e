import Foundation
import TestSupport
import Testing

@testable import GazeTesting

@Suite struct GazeMetricName_MeaningTests {
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
