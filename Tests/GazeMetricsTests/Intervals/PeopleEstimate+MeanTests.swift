@testable import GazeMetrics
import TestSupport
import Testing

struct PeopleEstimateMeanTests {
  @Test("Fewer than eight people give a value, no interval, and the number of people needed")
  func few() throws {
    var rng = SeededGenerator(seed: 20)
    let estimate = try #require(PeopleEstimate.mean(of: [1, 2, 3, 4, 5, 6, 7, .nan, -1], using: &rng))
    #expect(estimate.value == 4 && estimate.people == 7)
    #expect(estimate.interval == .needsPeople(8))
    #expect(PeopleEstimate.mean(of: [.nan, .infinity], using: &rng) == nil)
  }

  @Test("The same generator gives the same interval, a higher level a wider")
  func determinism() throws {
    let values = (1...12).map { Double($0 * $0) }
    func interval(_ level: Double, seed: UInt64) throws -> ConfidenceInterval {
      var rng = SeededGenerator(seed: seed)
      return try ends(of: PeopleEstimate.mean(of: values, level: level, using: &rng))
    }
    #expect(try interval(0.95, seed: 1) == interval(0.95, seed: 1))
    #expect(try interval(0.95, seed: 1) != interval(0.95, seed: 2))
    let (wide, narrow) = (try interval(0.99, seed: 1), try interval(0.8, seed: 1))
    #expect(wide.lower < narrow.lower && narrow.upper < wide.upper)
    #expect(narrow.contains(650.0 / 12))
  }

  @Test("The estimate scales with the unit")
  func units() throws {
    let values = (1...10).map { Double($0) }
    var (a, b) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
    let metres = try ends(of: PeopleEstimate.mean(of: values, using: &a))
    let feet = try ends(of: PeopleEstimate.mean(of: values.map { $0 * 1024 }, using: &b))
    expectNear(feet.lower / metres.lower, 1024, 1e-6)
    expectNear(feet.upper / metres.upper, 1024, 1e-6)
  }

  @Test("Equal people give an interval of width 0, also at the value 0", arguments: [0, 0.1, 1e9])
  func equal(value: Double) throws {
    var rng = SeededGenerator(seed: 21)
    let estimate = try #require(PeopleEstimate.mean(of: Array(repeating: value, count: 10), using: &rng))
    #expect(estimate.value == value && estimate.interval.interval == ConfidenceInterval(value, value))
  }

  @Test("If one person is the whole mean, no upper end, more people")
  func oneCarries() throws {
    var rng = SeededGenerator(seed: 22)
    let values = [1] + Array(repeating: 0.0, count: 9)
    #expect(PeopleEstimate.mean(of: values, using: &rng)?.interval == .needsPeople(20))
  }

  @Test("A rounding error in one of twenty has negligible width")
  func rounding() throws {
    var rng = SeededGenerator(seed: 24)
    let values = Array(repeating: 0.0, count: 19) + [2.8e-14]
    let estimate = try #require(PeopleEstimate.mean(of: values, using: &rng))
    #expect(estimate.interval.interval == ConfidenceInterval(0, 2.8e-14))
    // If the bootstrap gives an interval, the bootstrap's interval is used, however small the values are.
    let spread = (1...20).map { Double($0) * 1e-14 }
    let ends = try ends(of: PeopleEstimate.mean(of: spread, using: &rng))
    #expect(ends.lower > 6e-14 && ends.upper < 16e-14)
  }

  @Test("One person's mean of shares closes the interval by its bound: n = 160 people")
  func boundedShares() throws {
    var rng = SeededGenerator(seed: 25)
    let shares = Array(repeating: 0.0, count: 159) + [3.7e-5]
    #expect(PeopleEstimate.mean(of: shares, using: &rng)?.interval == .needsPeople(320))
    let estimate = try #require(PeopleEstimate.mean(of: shares, most: 1, using: &rng))
    let interval = try ends(of: estimate)
    // If nobody in 160 has the event, the exact upper limit is 1 − 0.025^(1/160) = 0.0228; Student's t makes it
    // slightly larger.
    #expect(interval.contains(estimate.value) && interval.upper > 0.0228 && interval.upper < 0.024)
    // The result is the same in another unit.
    let percent = try ends(of: PeopleEstimate.mean(of: shares.map { $0 * 100 }, most: 100, using: &rng))
    expectNear(percent.upper, 100 * interval.upper, 1e-9)
    // One person in 20 who always has the event: the interval is as wide as that of one success in 20.
    let one = try ends(of: PeopleEstimate.mean(of: Array(repeating: 0.0, count: 19) + [1], most: 1, using: &rng))
    #expect(one.upper > 0.24 && one.upper < 0.3)
    // Seven people are too few for an interval, with or without a bound on the values.
    #expect(
      try #require(PeopleEstimate.mean(of: [0, 0, 0, 0, 0, 0, 1], most: 1, using: &rng)).interval == .needsPeople(8))
  }

  @Test("Numbers of any size give finite ends or no interval")
  func hostile() {
    var rng = SeededGenerator(seed: 23)
    for values in [
      [1e150, 0, 1, 2, 3, 4, 5, 6], [5e-300, 6e-300, 0, 0, 0, 0, 0, 1e-299], (0..<9).map { 1e308 / Double($0 + 1) },
    ] {
      guard let estimate = PeopleEstimate.mean(of: values, using: &rng) else { continue }
      #expect(estimate.value.isFinite)
      if let interval = estimate.interval.interval { #expect(interval.lower.isFinite && interval.upper.isFinite) }
    }
  }
}
