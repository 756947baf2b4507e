import CalibrationSupport
import GazeMetrics
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct CharacteristicKindTests {
  @Test("intervals contain only possible values, and are mean ± half far from the bounds")
  func possible() throws {
    let scale = try #require(CharacteristicKind.scale.interval(1, half: 3))
    #expect(scale.lower > 0 && scale.contains(1))
    let correlation = try #require(CharacteristicKind.correlation.interval(0.9, half: 0.4))
    #expect(correlation.upper < 1 && correlation.contains(0.9))
    #expect(CharacteristicKind.bounded(0...1).interval(0.02, half: 0.04) == ConfidenceInterval(0, 0.06))
    for kind in [CharacteristicKind.scale, .correlation, .free] {
      let narrow = try #require(kind.interval(0.5, half: 1e-3))
      expectNear(narrow.lower, 0.499, 1e-5, "\(kind)")
      expectNear(narrow.upper, 0.501, 1e-5, "\(kind)")
    }
  }

  @Test("a characteristic never has an impossible interval, whatever computed it")
  func characteristic() {
    func row(_ name: String, _ low: Double, _ high: Double) -> ConfidenceInterval? {
      Characteristic(
        name, Figure(value: 0.5, interval: ConfidenceInterval(low, high)), count: 3, of: "windows", windows: "all"
      ).ci95
    }
    #expect(row("stillRMSS2SYaw", -0.11, 1.2) == ConfidenceInterval(0, 1.2))
    #expect(row("stillLag1Yaw", 0.4, 1.18) == ConfidenceInterval(0.4, 1))
    #expect(row("gainH", -0.5, 1.5) == ConfidenceInterval(-0.5, 1.5))
  }
}
