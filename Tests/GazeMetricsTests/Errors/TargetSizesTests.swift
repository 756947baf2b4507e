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

struct PooledTargetSizesTests {
  /// People whose offsets scatter with a size of their own.
  private func people(_ count: Int) -> [TargetSizes] {
    var random = SeededGenerator(seed: 9)
    return (0..<count).map { _ in
      var sizes = TargetSizes()
      let half = random.number(10...70)
      for _ in 0..<50 { sizes.add(SIMD2(random.number(-half...half), random.number(-half...half))) }
      return sizes
    }
  }

  @Test("value and interval are those of the people's own hit rates, to 1e-12")
  func hitRate() throws {
    let people = people(150)
    var pooled = PooledTargetSizes()
    for person in people { pooled.add(person) }
    pooled.add(TargetSizes())
    #expect(pooled.people == 150)
    for side in stride(from: 0.0, through: 200, by: 2) {
      let expected = try #require(PeopleEstimate.hitRate(side: side, people))
      let found = try #require(pooled.hitRate(side: side))
      #expect(found.value == expected.value && found.people == expected.people)
      let (a, b) = (try ends(of: found), try ends(of: expected))
      #expect(abs(a.lower - b.lower) <= 1e-12 && abs(a.upper - b.upper) <= 1e-12, "\(side): \(a), \(b)")
    }
  }

  @Test("people who all hit or all miss have the interval of as many single trials")
  func extremes() {
    var pooled = PooledTargetSizes()
    var sure = TargetSizes()
    sure.add(SIMD2(10, 0))
    for _ in 0..<20 { pooled.add(sure) }
    for side in [20.0, 22] {
      #expect(pooled.hitRate(side: side) == PeopleEstimate.hitRate(side: side, Array(repeating: sure, count: 20)))
    }
    #expect(PooledTargetSizes().hitRate(side: 44) == nil && pooled.hitRate(side: 1002) == nil)
  }

  @Test("the size is where mean hit rates cross the share, as its interval's")
  func side() throws {
    let people = people(150)
    let found = try #require(PeopleEstimate.side(for: 0.95, people))
    func mean(_ side: Double) -> Double { people.reduce(0) { $0 + ($1.hitRate(side: side) ?? 0) } / 150 }
    expectNear(mean(found.value), 0.95, 1e-9)
    let interval = try ends(of: found)
    let inside = try stride(from: 2.0, through: 400, by: 2).filter { side in
      let rate = try ends(of: PeopleEstimate.hitRate(side: side, people))
      return rate.lower <= 0.95 && rate.upper >= 0.95
    }
    #expect(interval.lower == (inside.first ?? 0) - 2 && interval.upper == (inside.last ?? 0) + 2)
    #expect(interval.contains(found.value))
    #expect(PeopleEstimate.side(for: 0.95, Array(people.prefix(99)))?.interval == .needsPeople(100))
    #expect(PeopleEstimate.side(for: 0.95, []) == nil)
    let rate = try #require(PeopleEstimate.hitRate(side: 80, people))
    expectNear(rate.value, mean(80), 1e-12)
    #expect(try ends(of: rate).contains(rate.value))
  }
}
