import Foundation
import TestSupport
import Testing

@testable import GazeSimCommand

struct InitCommandTests {
  @Test("init leaves what exists, and the second time everything")
  func leaves() async throws {
    let gazesim = try Command()
    try gazesim.folder.write("mine", to: "GazeGateTests.swift")
    expect(
      try await gazesim("init --device iphone16e").text,
      contains: ["wrote .github/workflows/gaze.yml ", "left  GazeGateTests.swift ", "exists already"])
    let before = try gazesim.folder.snapshot()
    let files = try #require(try await gazesim("init --json").json()["files"] as? [[String: Any]])
    #expect(files.count == 3 && files.allSatisfy { $0["written"] as? Bool == false })
    #expect(try gazesim.folder.snapshot() == before && before["GazeGateTests.swift"] == Data("mine".utf8))
  }

  @Test("the test that init writes is the one that the example package compiles and runs")
  func example() throws {
    let example = try String(
      contentsOf: packageRoot.appending(path: "Examples/PointerApp/Tests/PointerAppTests/GazeGateTests.swift"),
      encoding: .utf8)
    let limits = example.matches(of: #/atMost: ([0-9.]+)/#).compactMap { Double($0.1) }
    try #require(limits.count == 2)
    #expect(InitTemplates.test(device: "iphone12mini", error: limits[0], lag: limits[1]) == example)
  }
}
