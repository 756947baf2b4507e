import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

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
