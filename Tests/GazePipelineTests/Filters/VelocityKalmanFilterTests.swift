import GazePipeline
import TestSupport
import Testing

@Suite("Velocity Kalman filter")
struct VelocityKalmanFilterTests {
  @Test("for a resting eye the output is at first the mean of all samples")
  func mean() {
    var filter = VelocityKalmanFilter(.init(noise: 5, acceleration: 0, gate: 100))
    var random = SeededGenerator(seed: 32)
    var sum = SIMD2<Double>.zero
    for index in 0..<50 {
      let point = SIMD2(random.number(90...110), random.number(190...210))
      sum += point
      #expect((filter.step(point, at: Double(index) / 60) - sum / Double(index + 1)).length < 1e-9)
    }
  }

  @Test("a jump above the gate is followed at once and restarts the filter; one below the gate is not")
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
        #expect(landed.x > 100 && landed.x < 104)
      }
    }
  }

  @Test("invalid settings restart the filter at every sample", arguments: [0, -3, Double.nan])
  func hostile(noise: Double) {
    var filter = VelocityKalmanFilter(.init(noise: noise, acceleration: 0, gate: .nan))
    for index in 0..<5 { #expect(filter.step(SIMD2(Double(index), 1), at: Double(index)) == SIMD2(Double(index), 1)) }
  }

  @Test("a reset filter equals a new one")
  func reset() {
    var filter = VelocityKalmanFilter(.init())
    for index in 0..<9 { _ = filter.step(SIMD2(Double(index), 0), at: Double(index) / 60) }
    filter.reset()
    #expect(filter == VelocityKalmanFilter(.init()))
  }
}
