import GazePipeline
import TestSupport
import Testing

struct YawDriftTests {
  @Test("offset and rate are estimated from returns, and extrapolated between them")
  func learns() {
    var drift = YawDrift()
    drift.start(at: 0, noise: 0.01)
    let rate = 1.0.radians / 60
    for minute in 1...10 {
      drift.advance(to: Double(minute) * 60)
      drift.see(rate * Double(minute) * 60, noise: 0.5.radians)
    }
    // If the yaw also walks by 1°/√min, ten minutes determine the drift's rate to 1/√10 °/min; together with the rate's
    // prior of 0 ± 0.5 °/min, the estimate is 10/(10 + 4) of the true rate.
    #expect((0.66...0.76).contains(drift.rate / rate))
    drift.advance(to: 660)
    expectNear(drift.offset, rate * 660, 0.6.radians)
    #expect(drift.returns == 10)
  }

  @Test("without a return the estimate does not change and the uncertainty grows")
  func unobservable() {
    var drift = YawDrift()
    drift.start(at: 0, noise: 0.01)
    drift.advance(to: 600)
    #expect(drift.offset == 0 && drift.returns == 0)
    // The uncertainty contains 0.5°/min of the rate over ten minutes, 1°/√min of the walk, and the noise at the start.
    expectNear(drift.uncertainty.degrees, (25.0 + 10 + 0.328).squareRoot(), 0.01)
  }

  @Test("head directions are divided between offset and resting direction by their uncertainties")
  func restOrOffset() {
    var drift = YawDrift()
    drift.advance(to: 0)
    for i in 1...200 {
      drift.advance(to: Double(i) * 4)
      drift.look(20.0.radians)
    }
    // With variances 5² of the offset and 20² of the resting direction, the offset's share is a seventeenth, 1.2°. In
    // 13 minutes both wander, the resting direction more than the offset.
    #expect((0.0...4).contains(drift.offset.degrees), "\(drift.offset.degrees)")
    expectNear((drift.offset + drift.rest).degrees, 20, 1)
  }

  @Test("a new zero is found from the direction before it, at rest or a moment ago")
  func renewed() {
    for gap in [0.0, 60] {
      var drift = YawDrift()
      drift.start(at: 0, noise: 1.0.radians)
      for i in 1...100 {
        drift.advance(to: Double(i) * 4)
        drift.look(15.0.radians)
      }
      let before = drift.offset
      // The head was 30° to the left before the gap, and its yaw is 0 now.
      drift.renew(yaw: 0, after: 30.0.radians, gap: gap)
      if gap == 0 { expectNear(drift.offset.degrees, -30, 1) }
      for i in 101...200 {
        drift.advance(to: Double(i) * 4)
        // The true new zero is 30° to the left of the old one.
        drift.look(-15.0.radians)
      }
      expectNear((drift.offset - before).degrees, -30, 6, "\(gap) s: \((drift.offset - before).degrees)")
      #expect(drift.uncertainty.isFinite)
    }
  }

  @Test("an offset measured across ±180° is taken the short way")
  func wraps() {
    var drift = YawDrift()
    drift.start(at: 0, noise: 10.0.radians)
    drift.see(2 * .pi + 0.1, noise: 0.001)
    expectNear(drift.offset, 0.1, 1e-3)
  }
}
