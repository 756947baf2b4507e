import Foundation
import GazeSimulation
import Testing

@Suite struct OrnsteinUhlenbeckTests {
  @Test("the standard deviation and the autocorrelation asked for come back")
  func moments() {
    // 4 h of the eye noise: τ 0.325 s, so about 22,000 independent stretches a axis; bounds 4 %, five standard errors.
    let (tick, tau, sd) = (1.0 / 240, 0.325, 0.15)
    var process = OrnsteinUhlenbeck(
      RandomStream(seed: 1, .eyeNoise), sd: SIMD3(repeating: sd), timeConstant: tau, tick: tick)
    let (n, lag) = (240 * 3600 * 4, 4)
    var recent = [SIMD3<Double>](repeating: process.value, count: lag)
    var squares = 0.0
    var products = 0.0
    for k in 1...n {
      process.advance(to: UInt64(k))
      squares += (process.value * process.value).sum() / 3
      products += (process.value * recent[k % lag]).sum() / 3
      recent[k % lag] = process.value
    }
    #expect(abs((squares / Double(n)).squareRoot() / sd - 1) < 0.04)
    // Lag 4 ticks = one frame at 60 Hz: φ = 0.95, as in the recorded takes.
    let phi = products / squares
    #expect(abs(phi - exp(-Double(lag) * tick / tau)) < 0.005)
  }

  @Test("switched off it stays at zero")
  func off() {
    var process = OrnsteinUhlenbeck(RandomStream(seed: 1, .eyeNoise), sd: .zero, timeConstant: 1, tick: 0.01)
    process.advance(to: 1)
    #expect(process.value == .zero)
  }
}
