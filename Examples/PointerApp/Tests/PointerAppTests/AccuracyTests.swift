import GazeMetrics
import GazeSimulation
import GazeTesting
import PointerApp
import Testing

@Suite struct AccuracyTests {
  @Test(
    "20 simulated people hit their gaze points as well as the tracker allows",
    arguments: ["iphone12mini", "iphonex"])
  func accuracy(device: String) throws {
    let phone = try NominalPhone(device: device)
    let check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 1, participants: 20, duration: 60))
    let gates = [
      AccuracyGate(metric: "pointer.errorPoints.median", limit: 260, direction: .max),
      AccuracyGate(metric: "pointer.latencyMilliseconds", limit: 100, direction: .max),
      AccuracyGate(metric: "pointer.dataLoss", limit: 0.1, direction: .max),
    ]
    let report = try check.report(gates) { _ in HitPointer(screen: phone.geometry) }
    #expect(report.verdict == .pass, "\(report)")
  }
}
