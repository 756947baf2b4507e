import GazePipeline
import TestSupport
import Testing

@testable import Inspection

@Suite struct LinearEvidenceTests {
  private let spread = SIMD8<Double>(repeating: 0.5)

  /// With a single column, y ~ N(0, σ²I + s²xxᵀ), whose density is known in closed form.
  @Test("the evidence of one coefficient is the closed form, up to a constant")
  func closedForm() {
    let (x, y, sigma, s) = ([1.0, 2, -1, 0.5], [0.3, 1.1, -0.2, 0.4], 0.7, 0.5)
    func closed(_ y: [Double]) -> Double {
      let xx = x.reduce(0) { $0 + $1 * $1 }
      let xy = zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
      let yy = y.reduce(0) { $0 + $1 * $1 }
      let v = sigma * sigma
      return -0.5 * (yy - s * s * xy * xy / (v + s * s * xx)) / v - 0.5 * Elementary.log(1 + s * s * xx / v)
    }
    func evidence(_ y: [Double]) -> Double {
      var e = LinearEvidence(weight: 1)
      for (x, y) in zip(x, y) { e.add(SIMD8(x, 0, 0, 0, 0, 0, 0, 0), SIMD2(0, y)) }
      return e.logEvidence(1, sigma: sigma, spread: spread)
    }
    expectNear(evidence(y), closed(y), 1e-12)
    expectNear(evidence([2, 0, 0, -3]), closed([2, 0, 0, -3]), 1e-12)
  }

  @Test("the residual is that of a ridge regression, and many samples recover the coefficient")
  func residual() {
    var e = LinearEvidence(weight: 1)
    var squares = 0.0
    for i in 0..<4000 {
      let t = Double((i * 7919) % 1000) / 500 - 1
      let noise = (Double((i * 104_729) % 1000) / 500 - 1) * 0.1
      squares += noise * noise
      e.add(SIMD8(1, t, t * t, 0, 0, 0, 0, 0), SIMD2(0.2 + 0.7 * t + noise, 0))
    }
    let left = e.left(0, sigma: 0.1, spread: spread)
    #expect(abs(left.b[2]) < 0.01)
    expectNear(left.b[0], 0.2, 0.01)
    expectNear(left.b[1], 0.7, 0.01)
    expectNear(left.squares / squares, 1, 0.01)
  }
}
