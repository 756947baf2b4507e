import GazePipeline
import TestSupport
import Testing

/// Every filter agrees with the closed forms of `SteadyResponse` (in `Support`).
struct SteadyResponseTests {
  private static let smoothings: [Smoothing] = [
    .none, .movingAverage(1), .movingAverage(10), .movingAverage(32), .exponential(.init(timeConstant: 0.08)),
    .exponential(.init(timeConstant: 0.004)),
    .doubleExponential(.init(timeConstant: 0.06, trendTimeConstant: 0.2)),
    .doubleExponential(.init(timeConstant: 0.01, trendTimeConstant: 3)), .oneEuro(.init(minCutoff: 1.5, beta: 0)),
    .oneEuro(.init(minCutoff: 2, beta: 0.01)), .kalman(.init(noise: 8, acceleration: 500, gate: 4)),
    .kalman(.init(noise: 1, acceleration: 3000, gate: 6)), .gatedTriangular(.init(window: 16, threshold: 30)),
    .gatedTriangular(.init(window: 1, threshold: 30)), .gatedTriangular(.init(window: 32, threshold: 30)),
  ]

  @Test("a ramp is followed with the delay of the closed form", arguments: smoothings, [30.0, 60])
  func delay(smoothing: Smoothing, rate: Double) {
    // 60 points/s is slow enough that no gate mistakes the lag for a saccade. The run is long enough for the start to
    // have no effect.
    let velocity = SIMD2(48.0, -36)
    var filter = PointerFilter(smoothing)
    var lag = SIMD2<Double>.zero
    for index in 0..<6000 {
      let time = Double(index) / rate
      lag = velocity * time - filter.step(velocity * time, at: time)
    }
    let expected = SteadyResponse(of: smoothing, interval: 1 / rate, speed: 60).rampDelay
    expectNear(lag, velocity * expected, 1e-6, "\(lag / velocity) instead of \(expected)")
  }

  @Test("white noise is multiplied by the closed form √Σh² of the impulse response", arguments: smoothings)
  func noise(smoothing: Smoothing) {
    // An impulse too small to trigger a gate, long after the start.
    let (rate, impulse) = (60.0, 1e-6)
    var filter = PointerFilter(smoothing)
    var sum = 0.0
    for index in 0..<9000 {
      let point = SIMD2(index == 3000 ? impulse : 0, 0)
      let response = filter.step(point, at: Double(index) / rate).x / impulse
      sum += response * response
    }
    let expected = SteadyResponse(of: smoothing, interval: 1 / rate).noiseGain
    expectNear(sum.squareRoot(), expected, 1e-4 * expected)
  }

  @Test("without acceleration the Kalman filter averages all samples")
  func still() {
    var filter = VelocityKalmanFilter(.init(noise: 5, acceleration: 0, gate: 4))
    var random = SeededGenerator(seed: 7)
    var sum = SIMD2<Double>.zero
    for index in 0..<500 {
      let point = SIMD2(random.number(-3...3), random.number(-3...3))
      sum += point
      let mean = sum / Double(index + 1)
      expectNear(filter.step(point, at: Double(index) / 60), mean, 1e-9)
    }
  }
}
