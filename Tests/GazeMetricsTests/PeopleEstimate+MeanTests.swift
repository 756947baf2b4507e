@testable import GazeMetrics
import Testing

struct PeopleEstimateMeanTests {
  @Test("Fewer than eight people get a value, no interval, and the number that it takes")
  func few() throws {
    var rng = TestRandom(20)
    let estimate = try #require(PeopleEstimate.mean(of: [1, 2, 3, 4, 5, 6, 7, .nan, -1], using: &rng))
    #expect(estimate.value == 4 && estimate.people == 7)
    #expect(estimate.interval == .needsPeople(8))
    #expect(PeopleEstimate.mean(of: [.nan, .infinity], using: &rng) == nil)
  }

  @Test("The same generator gives the same interval; a higher level a wider one around it")
  func determinism() throws {
    let values = (1...12).map { Double($0 * $0) }
    func interval(_ level: Double, seed: UInt64) throws -> Interval {
      var rng = TestRandom(seed)
      return try #require(PeopleEstimate.mean(of: values, level: level, using: &rng)?.interval.interval)
    }
    #expect(try interval(0.95, seed: 1) == interval(0.95, seed: 1))
    #expect(try interval(0.95, seed: 1) != interval(0.95, seed: 2))
    let (wide, narrow) = (try interval(0.99, seed: 1), try interval(0.8, seed: 1))
    #expect(wide.lower < narrow.lower && narrow.upper < wide.upper)
    #expect(narrow.contains(650.0 / 12))
  }

  @Test("It scales with the unit")
  func units() throws {
    let values = (1...10).map { Double($0) }
    var (a, b) = (TestRandom(3), TestRandom(3))
    let metres = try #require(PeopleEstimate.mean(of: values, using: &a)?.interval.interval)
    let feet = try #require(PeopleEstimate.mean(of: values.map { $0 * 1024 }, using: &b)?.interval.interval)
    #expect(abs(feet.lower / metres.lower - 1024) < 1e-6 && abs(feet.upper / metres.upper - 1024) < 1e-6)
  }

  @Test("People who do not differ give an interval of no width, 0 included", arguments: [0, 0.1, 1e9])
  func equal(value: Double) throws {
    var rng = TestRandom(21)
    let estimate = try #require(PeopleEstimate.mean(of: Array(repeating: value, count: 10), using: &rng))
    #expect(estimate.value == value && estimate.interval.interval == Interval(value, value))
  }

  @Test("Where one person carries the whole mean, there is no upper end and more people are asked for")
  func oneCarries() throws {
    var rng = TestRandom(22)
    let values = [1] + Array(repeating: 0.0, count: 9)
    #expect(try #require(PeopleEstimate.mean(of: values, using: &rng)).interval == .needsPeople(20))
  }

  @Test("Numbers of any size give finite ends or none")
  func hostile() throws {
    var rng = TestRandom(23)
    for values in [
      [1e150, 0, 1, 2, 3, 4, 5, 6], [5e-300, 6e-300, 0, 0, 0, 0, 0, 1e-299], (0..<9).map { 1e308 / Double($0 + 1) },
    ] {
      guard let estimate = PeopleEstimate.mean(of: values, using: &rng) else { continue }
      #expect(estimate.value.isFinite)
      if let interval = estimate.interval.interval { #expect(interval.lower.isFinite && interval.upper.isFinite) }
    }
  }
}
