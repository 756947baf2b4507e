import GazePipeline
import TestSupport
import Testing

struct VelocityKalmanFilterTests {
  @Test("only a jump above the gate restarts the filter, at once")
  func gate() {
    let settings = VelocityKalmanFilter.Settings(noise: 4, acceleration: 100, gate: 4)
    for (jump, isSaccade) in [(60.0, true), (8, false)] {
      var filter = VelocityKalmanFilter(settings)
      for index in 0..<60 { _ = filter.step(SIMD2(100, 100), at: Double(index) / 60) }
      let landed = filter.step(SIMD2(100 + jump, 100), at: 1)
      if isSaccade {
        #expect(landed == SIMD2(160, 100))
        var fresh = VelocityKalmanFilter(settings)
        _ = fresh.step(SIMD2(160, 100), at: 1)
        #expect(filter == fresh)
      } else {
        // Less than half of the jump.
        #expect(landed.x > 100 && landed.x < 104)
      }
    }
  }
}
