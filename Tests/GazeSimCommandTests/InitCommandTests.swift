import Foundation
import TestSupport
import Testing

@testable import GazeSimCommand

struct InitCommandTests {
  @Test("init writes limits, a workflow and a test, prints three steps, and then leaves what exists")
  func writes() async throws {
    let gazesim = try Command()
    let scratch = gazesim.folder
    try scratch.write("mine", to: "GazeGateTests.swift")
    let lines = try await gazesim("init --device iphone16e").lines
    #expect(lines.count == 7 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines[0].hasPrefix("wrote limits.json ") && lines[1].hasPrefix("wrote .github/workflows/gaze.yml "))
    #expect(lines[2].hasPrefix("left  GazeGateTests.swift ") && lines[2].hasSuffix("exists already"))
    #expect(lines[4].contains("1. gazesim gate --device iphone16e --limits limits.json"))
    #expect(try scratch.text(of: "GazeGateTests.swift") == "mine")
    #expect(try scratch.text(of: ".github/workflows/gaze.yml").contains("device: iphone16e"))
    let before = try scratch.snapshot()
    let files = try #require(try await gazesim("init --json").json()["files"] as? [[String: Any]])
    #expect(files.count == 3 && files.allSatisfy { $0["written"] as? Bool == false })
    #expect(try scratch.snapshot() == before)
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
