import Foundation
import GazeTesting
import PointerApp
import Testing

/// Run with `swift test -c release`: a debug build simulates 30 times more slowly.
@Suite struct AccuracyTests {
  @Test(
    "20 simulated people hit their gaze points as well as the tracker allows",
    arguments: ["iPhone13,1", "iphonex"])
  func accuracy(device: String) throws {
    let phone = try NominalPhone(device: device)
    let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 1, participants: 20, duration: 60))
    let gates = [
      AccuracyGate(.pointerErrorPointsMedian, atMost: 260),
      AccuracyGate(.pointerLatencyMilliseconds, atMost: 100),
      AccuracyGate(.pointerDataLoss, atMost: 0.1),
    ]
    let report = try check.report(gates) { HitPointer(screen: $0.screen) }
    #expect(report.verdict == .pass, "\(report)")
  }

  @Test("on the same people, the pointer is not more than a fifth worse than the library's own pipeline")
  func comparison() throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 1, participants: 20, duration: 60))
    let standard = try StandardPipeline(device: "iphone12mini")
    let comparison = try check.compare([.pointerErrorPointsMedian], margin: 0.2, to: { _ in standard }) {
      HitPointer(screen: $0.screen)
    }
    #expect(comparison.verdict == .pass, "\(comparison)")
  }

  @Test("on the same people, the pointer is not worse than its accepted version")
  func baseline() throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 1, participants: 20, duration: 60))
    // An app keeps this file beside its tests, and writes it again after an intended change.
    let file = FileManager.default.temporaryDirectory.appending(path: "pointer-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try check.baseline(of: "HitPointer", [.pointerErrorPointsMedian]) { HitPointer(screen: $0.screen) }
      .write(to: file)
    let comparison = try check.compare(to: AccuracyBaseline(url: file)) { HitPointer(screen: $0.screen) }
    #expect(comparison.verdict == .pass, "\(comparison)")
  }
}
