import Foundation
import TestSupport
import Testing

@testable import GazeSimCommand

@Suite struct InitCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("init writes limits, a workflow and a test, prints three steps, and then leaves what exists")
  func writes() async throws {
    try scratch.write("mine", to: "GazeGateTests.swift")
    let outcome = try await gazesim("init", "--device", "iphone16e")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome.stderr)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 7 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines[0].hasPrefix("wrote limits.json ") && lines[1].hasPrefix("wrote .github/workflows/gaze.yml "))
    #expect(lines[2].hasPrefix("left  GazeGateTests.swift ") && lines[2].hasSuffix("exists already"))
    #expect(lines[4].contains("1. gazesim gate --device iphone16e --limits limits.json"))
    #expect(try scratch.text(of: "GazeGateTests.swift") == "mine")
    #expect(try scratch.text(of: ".github/workflows/gaze.yml").contains("device: iphone16e"))
    let limits = try scratch.bytes(of: "limits.json")
    if JSONSchema.python != nil { #expect(try JSONSchema.violations(of: [limits], schema: "limits").isEmpty) }
    let before = try scratch.snapshot()
    let again = try await gazesim("init", "--json")
    #expect(again.status == 0)
    let files = try #require(try again.json()["files"] as? [[String: Any]])
    #expect(files.count == 3 && files.allSatisfy { $0["written"] as? Bool == false })
    #expect(try scratch.snapshot() == before)
  }

  @Test("an unknown device writes nothing, and a file in place of a folder is named")
  func refusals() async throws {
    expectRefusal(try await gazesim("init", "--device", "iphone16x"), naming: "unknown device \"iphone16x\"")
    #expect(scratch.names.isEmpty)
    try scratch.write("", to: "limits.json")
    try scratch.write("", to: ".github")
    expectRefusal(try await gazesim("init"), naming: ".github/workflows: cannot be made")
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
