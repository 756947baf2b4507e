import Foundation
import TestSupport
import Testing

@testable import GazeSimulation

struct WanderTests {
  private func wander(_ sd: Double, _ tau: Double, _ knots: Wander.Knots, memory: Int = 8) -> Wander {
    Wander(
      RandomStream(seed: 1, .eyeNoise), sd: SIMD3(repeating: sd), timeConstant: tau, memory: memory,
      knots: knots)
  }

  @Test("the standard deviation, the step and the autocorrelation have the requested values")
  func moments() {
    // 4 h of the eye noise: τ 0.325 s, so about 22,000 independent intervals on each axis; the bounds of 4 % are five
    // standard errors of the SD. The steps from frame to frame are nearly independent: 864,000 on each axis, bounds 1
    // %.
    let (tau, sd, lag) = (0.325, 0.15, UInt64(4))
    var process = wander(sd, tau, .everyTick)
    var (squares, products, steps) = (0.0, 0.0, 0.0)
    var last = process.value(at: 0)
    let n = 240 * 3600 * 4 / lag
    for k in 1...n {
      let x = process.value(at: k * lag)
      squares += (x * x).sum() / 3
      products += (x * last).sum() / 3
      steps += ((x - last) * (x - last)).sum() / 3
      last = x
    }
    expectNear((squares / Double(n)).squareRoot() / sd, 1, 0.04)
    // One frame at 60 Hz: φ = 0.95, as in the recorded takes.
    let phi = exp(-4.0 / 240 / tau)
    expectNear(products / squares, phi, 0.005)
    expectNear((steps / Double(n)).squareRoot() / (sd * (2 - 2 * phi).squareRoot()), 1, 0.01)
  }

  @Test(
    "a slow wander has knots far apart, and keeps its SD and its shape", arguments: [Wander.Knots.fine, .heavy])
  func interpolated(knots: Wander.Knots) {
    // 100 h of head sway: τ 3 s, 120,000 independent intervals, sampled at all positions between the knots; the bound
    // of 1.5 % is five standard errors.
    var process = wander(1, 3, knots)
    var (squares, fourth) = (0.0, 0.0)
    let n = 100 * 3600
    for k in 1...n {
      let x = process.value(at: UInt64(k * 239))
      squares += (x * x).sum() / 3
      fourth += (x * x * x * x).sum() / 3
    }
    let variance = squares / Double(n)
    expectNear(variance.squareRoot(), 1, 0.015)
    // Uniform increments make a normal sum: kurtosis 3, ± five standard errors of about 0.035.
    expectNear(fourth / Double(n) / (variance * variance), 3, 0.18)
  }

  @Test("a process faster than its knots draws normal numbers, with the requested SD")
  func fast() {
    var process = wander(1, 0.002, .everyTick)
    var (squares, fourth) = (0.0, 0.0)
    let n = 100_000
    for k in 1...n {
      let x = process.value(at: UInt64(k)).x
      squares += x * x
      fourth += x * x * x * x
    }
    // n = 100,000 nearly independent draws; five standard errors: 0.022 of the variance, 0.08 of the kurtosis.
    expectNear(squares / Double(n), 1, 0.03)
    expectNear(fourth / Double(n) / (squares / Double(n)) / (squares / Double(n)), 3, 0.1)
  }

  @Test("the past within its memory stays available, whatever is requested meanwhile")
  func memory() {
    for (tau, knots) in [
      (0.325, Wander.Knots.everyTick), (0.325, .fine), (1.0, .fine), (3.0, .heavy), (20.0, .fine), (20, .heavy),
    ] {
      var forwards = wander(1, tau, knots, memory: 64)
      let path = (0..<2000).map { forwards.value(at: UInt64($0)) }
      var jumping = wander(1, tau, knots, memory: 64)
      for now in stride(from: 0, to: 2000, by: 7) {
        #expect(jumping.value(at: UInt64(now)) == path[now])
        let back = max(now - 63, 0)
        #expect(jumping.value(at: UInt64(back)) == path[back])
      }
    }
  }
}
