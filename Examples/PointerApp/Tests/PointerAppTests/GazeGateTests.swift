import GazeTesting
import Testing

/// Fails when the pointer gets worse than it was when 'gazesim init' wrote this file. Simulated people: the limits
/// find regressions, and say nothing of a phone. Run it with 'swift test -c release'.
@Test func gazePointerIsNoWorse() throws {
  let phone = try NominalPhone(device: "iphone12mini")
  let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, participants: 20))
  let limits = [
    AccuracyGate(.pointerErrorPointsMedian, atMost: 312),
    AccuracyGate(.pointerLatencyMilliseconds, atMost: 73.2),
  ]
  // Put your own PointerPipeline here, and set the limits from what it reaches. The mapping is judged in all four
  // orientations of the interface: make the pipeline for the screen that it is given.
  let profile = try DeviceProfile.builtIn("iphone12mini")
  let report = try check.report(limits) { StandardPipeline(profile, screen: $0.screen) }
  #expect(report.verdict == .pass, "\(report)")
}
