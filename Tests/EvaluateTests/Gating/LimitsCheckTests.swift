import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate

/// Limits that this repository ships, in profiles, pages and examples, must be able to fail.
@Suite struct LimitsCheckTests {
  private static let devices = ["iphone12mini", "iphonex", "iphone16", "ipadpro11m4", "ipadpro129gen3"]

  private func run(_ profile: DeviceProfile) -> Run<GazeRig> {
    // The people with which `gazesim gate` begins: 20 people, seed 1, the default scenarios.
    Run<GazeRig>(
      profile: profile, simulation: Simulation(device: NominalPhone(profile), scenario: .validation, participants: 20))
  }

  @Test("the default limits of no phone and no tablet are met by a pipeline that ignores the eyes", arguments: devices)
  func defaults(_ id: String) async throws {
    let profile = try DeviceProfile.builtIn(id)
    try await GazeRig.check(GazeRig.limits(of: profile), run(profile), jobs: 2)
  }

  @Test("limits without a limit on an error are refused")
  func some() async throws {
    let mini = try DeviceProfile.mini()
    let loss = AccuracyGate.most("pointer.dataLoss", 0.05)
    await #expect(throws: LimitsError.self) { try await GazeRig.check([loss], run(mini), jobs: 2) }
    await #expect(throws: UnknownNameError.self) {
      try await GazeRig.check(
        [AccuracyGate.most("pointer.loss", 1)], run(mini), jobs: 2)
    }
  }

  /// Limits in Swift code, as a file shows them: `AccuracyGate(.pointerErrorPointsMedian, atMost: …)`.
  private func gates(in path: String) throws -> [AccuracyGate] {
    let text = try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
    return text.matches(of: /AccuracyGate\(\.(\w+), at(Most|Least): ([0-9.]+)\)/).compactMap { match in
      guard let name = GazeMetricName.allCases.first(where: { "\($0)" == match.1 }), let limit = Double(match.3) else {
        return nil
      }
      return match.2 == "Most" ? AccuracyGate(name, atMost: limit) : AccuracyGate(name, atLeast: limit)
    }
  }

  @Test(
    "nor are the limits in code that people copy",
    arguments: [
      "docs/ci.md", "Sources/GazeTesting/AccuracyCheck.swift",
      "Examples/PointerApp/Tests/PointerAppTests/AccuracyTests.swift",
      "Examples/PointerApp/Tests/PointerAppTests/AccuracyXCTests.swift",
    ])
  func code(path: String) throws {
    let gates = try gates(in: path)
    #expect(!gates.isEmpty)
    for device in ["iphone12mini", "iphonex"] {
      try AccuracyCheck(.mini(.validation, on: device, participants: 20, duration: 60)).checkLimits(gates)
    }
  }

  @Test("nor are the limits files that the pages show", arguments: ["docs/ci.md", "docs/evaluation.md"])
  func pages(path: String) async throws {
    let text = try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
    let blocks = text.components(separatedBy: "```").filter { $0.hasPrefix("json\n") && $0.contains("gazesim.limits") }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let file = try JSONDecoder().decode(LimitsFile.self, from: Data(block.dropFirst(5).utf8))
      let profile = try DeviceProfile.mini()
      try await GazeRig.check(file.limits, run(profile), jobs: 2)
    }
  }
}
