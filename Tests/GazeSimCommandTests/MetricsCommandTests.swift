import Foundation
import TestSupport
import Testing

@Suite struct MetricsCommandTests {
  private let gazesim: Command

  init() throws { gazesim = try Command() }

  @Test("metrics lists each metric of a rig in lines of at most 80 columns, and as JSON")
  func lists() async throws {
    let text = try await gazesim("metrics", "pointer.errorPoints")
    #expect(text.status == 0 && text.stderr.isEmpty)
    let lines = text.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains("  Median of the distance from the pointer to the true gaze, points"), "\(text.text)")
    let json = try await gazesim("metrics", "--rig", "head", "--json").json()
    #expect(json["schema"] as? String == "gazesim.metrics" && json["rig"] as? String == "head")
    let metrics = try #require(json["metrics"] as? [[String: Any]])
    #expect(metrics.count > 10 && metrics.allSatisfy { ($0["meaning"] as? String)?.isEmpty == false })
    expectRefusal(try await gazesim("metrics", "scroll.fi1"), naming: "unknown metric", "\"scroll.f1\"")
    expectRefusal(try await gazesim("metrics", "--rig", "hed"), naming: "unknown rig")
  }
}
