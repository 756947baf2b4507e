import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct TargetSizesTests {
  @Test("Gaussian errors hit a square with erf(s/√8σ)², 95 % at its side (n = 40,000)")
  func gaussian() throws {
    var (rng, sizes) = (SeededGenerator(seed: 8), TargetSizes())
    let sigma = 30.0
    for _ in 0..<40_000 { sizes.add(SIMD2(rng.normal(), rng.normal()) * sigma) }
    func expected(_ side: Double) -> Double { pow(erf(side / 2 / (sigma * 2.0.squareRoot())), 2) }
    for side in TargetSizes.shown {
      // The bound is 4.5 standard errors of a share of 40,000 samples.
      expectNear(sizes.hitRate(side: side), expected(side), 4.5 * 0.0025)
    }
    let side = try #require(sizes.side(for: 0.95))
    expectNear(expected(side), 0.95, 4.5 * 0.0011)
  }

  @Test("A pointer on the border is outside; sizes above 1,000 points are nil")
  func borders() {
    var sizes = TargetSizes()
    sizes.add(SIMD2(22, -3))
    #expect(sizes.hitRate(side: 44) == 0 && sizes.hitRate(side: 46) == 1)
    var inside = TargetSizes()
    inside.add(SIMD2(3, -21.999))
    #expect(inside.hitRate(side: 44) == 1)
    var far = TargetSizes()
    far.add(SIMD2(0, 501))
    far.add(SIMD2(.nan, 0))
    #expect(far.hitRate(side: 1000) == 0 && far.side(for: 0.95) == nil && far.hitRate(side: 1001) == nil)
  }
}
