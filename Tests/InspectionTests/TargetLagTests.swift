import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Inspection

@Suite struct TargetLagTests {
  /// A minute at 30 Hz of targets that change every 1.5 s and eyes that reach them after `delay`, through an arbitrary
  /// linear map.
  private func fit(
    delay: Double, gain: SIMD2<Double> = SIMD2(1, 1), seconds: Double = 60, moving: Bool = false
  ) -> TargetLag.Estimate? {
    var lag = TargetLag(rate: 30)
    func target(_ t: Double) -> SIMD2<Double> {
      if moving { return SIMD2(180 + 150 * sin(2 * t), 400 + 300 * cos(1.3 * t)) }
      let look = Int((t / 1.5).rounded(.down))
      return SIMD2(Double(look * 7 % 5) * 80 + 30, Double(look * 11 % 7) * 100 + 60)
    }
    for index in 0..<Int(seconds * 30) {
      let t = Double(index) / 30
      let at = (target(t - delay) - SIMD2(190, 360)) * 2e-4 * gain
      let eye = TransformMatrix(RigidTransform(rotation: GazeAngles(yaw: at.x, pitch: -at.y).rotationWithoutRoll))
      let frame = FaceFrame(time: t, face: .identity, leftEye: eye, rightEye: eye)
      lag.add(RecordedFrame.Observation(frame: frame, target: target(t)), usable: true)
    }
    return lag.estimate()
  }

  @Test(
    "the delay between targets and eyes is found to 50 ms, for any axes and scale",
    arguments: [-1.2, -0.3, 0.3, 0.6, 1.5])
  func delay(_ delay: Double) throws {
    for gain in [SIMD2(1.0, 1), SIMD2(-2, 1), SIMD2(0.5, -0.5)] {
      let estimate = try #require(fit(delay: delay, gain: gain))
      #expect(estimate.explained > 0.9, "\(estimate)")
      expectNear(estimate.lag, delay, 0.05)
      #expect((estimate.offset == nil) == (delay == 0.3))
    }
  }

  @Test("a moving target is followed without a reaction: 0.14 s is no fault, 0.6 s is")
  func moving() throws {
    #expect(try #require(fit(delay: 0.14, moving: true)).offset == nil)
    expectNear(fit(delay: 0.6, moving: true)?.offset, 0.46, 0.05)
  }

  @Test("few targets give no estimate, nor do eyes that do not follow them")
  func few() {
    #expect(fit(delay: 1, seconds: 9) == nil)
    #expect(fit(delay: 1, gain: .zero) == nil)
  }
}
