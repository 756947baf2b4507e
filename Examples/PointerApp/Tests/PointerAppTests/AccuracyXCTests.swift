#if canImport(XCTest)
  import GazeTesting
  import PointerApp
  import XCTest

  /// The same test for XCTest: copy it and insert your own pipeline.
  final class AccuracyXCTests: XCTestCase {
    func testAccuracy() throws {
      let phone = try NominalPhone(device: "iphone12mini")
      let check = AccuracyCheck(
        Simulation(device: phone, scenario: .validation, seed: 1, participants: 20, duration: 60))
      let error = AccuracyGate(.pointerErrorPointsMedian, atMost: 260)
      let lag = AccuracyGate(.pointerLatencyMilliseconds, atMost: 100)
      let report = try check.report([error, lag]) { HitPointer(screen: $0.screen) }
      XCTAssertEqual(report.verdict, .pass, "\(report)")
    }
  }
#endif
