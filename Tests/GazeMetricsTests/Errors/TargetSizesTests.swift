import Foundation
import GazeMetrics
import TestSupport
import Testing

struct TargetSizesTests {
  @Test("Gaussian errors hit a square of side s with erf(s/√8σ)², and 95 % at the side where that is 0.95 (n = 40,000)")
  func gaussian() throws {
    var (rng, sizes) = (SeededGenerator(seed: 8), TargetSizes())
    let sigma = 30.0
    for _ in 0..<40_000 { sizes.add(SIMD2(rng.normal(), rng.normal()) * sigma) }
    func expected(_ side: Double) -> Double { pow(erf(side / 2 / (sigma * 2.0.squareRoot())), 2) }
    for side in TargetSizes.shown {
      // The bound is 4.5 standard errors of a share of 40,000 samples.
      #expect(abs(try #require(sizes.hitRate(side: side)) - expected(side)) < 4.5 * 0.0025)
    }
    let side = try #require(sizes.side(for: 0.95))
    #expect(abs(expected(side) - 0.95) < 4.5 * 0.0011)
  }

  @Test("A pointer on the border is outside, one just within it is inside; sizes above 1,000 points are nil")
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

  @Test("Over people the mean hit rate reaches 95 % at the estimated side, which lies inside its interval")
  func people() throws {
    var rng = SeededGenerator(seed: 9)
    let people = (0..<100).map { _ in
      var sizes = TargetSizes()
      let sigma = 25 * rng.logNormal(sigma: 0.4)
      for _ in 0..<500 { sizes.add(SIMD2(rng.normal(), rng.normal()) * sigma) }
      return sizes
    }
    let estimate = try #require(PeopleEstimate.side(for: 0.95, people))
    func mean(_ side: Double) -> Double { people.reduce(0) { $0 + ($1.hitRate(side: side) ?? 0) } / 100 }
    let low = (estimate.value / 2).rounded(.down) * 2
    #expect(mean(low) < 0.95 && mean(low + 2) >= 0.95)
    #expect(try #require(estimate.interval.interval).contains(estimate.value))
    #expect(PeopleEstimate.side(for: 0.95, Array(people.prefix(99)))?.interval == .needsPeople(100))
    #expect(PeopleEstimate.side(for: 0.95, []) == nil)
    let rate = try #require(PeopleEstimate.hitRate(side: 80, people))
    #expect(abs(rate.value - mean(80)) < 1e-12)
    #expect(try #require(rate.interval.interval).contains(rate.value))
  }
}
