import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct PeopleEstimateSpreadTests {
  @Test("The spread is the standard deviation with divisor n − 1, for any mean")
  func value() throws {
    var rng = SeededGenerator(seed: 1)
    let values = [2.0, 4, 4, 4, 5, 5, 7, 9]
    let spread = try #require(PeopleEstimate.spread(of: values, using: &rng))
    #expect(spread.people == 8)
    expectNear(spread.value, (32.0 / 7).squareRoot(), 1e-12)
    let far = try #require(PeopleEstimate.spread(of: values.map { $0 + 1e6 } + [.nan, 1e71], using: &rng))
    #expect(far.people == 8)
    expectNear(far.value, spread.value, 1e-9)
  }

  @Test("Too few people and equal people have no interval, a single person has no spread")
  func few() throws {
    var rng = SeededGenerator(seed: 2)
    let few = try #require(PeopleEstimate.spread(of: (0..<199).map(Double.init), using: &rng))
    #expect(few.interval == .needsPeople(200))
    let equal = try #require(PeopleEstimate.spread(of: [Double](repeating: 7.3e20, count: 300), using: &rng))
    #expect(equal.value == 0 && equal.interval.interval == nil)
    #expect(PeopleEstimate.spread(of: [1], using: &rng) == nil && PeopleEstimate.spread(of: [], using: &rng) == nil)
  }

  @Test(
    "The interval covers .92 to .98 of 300 studies of 300 normal people, .90 to .98 log-normal",
    arguments: [(false, 0.92), (true, 0.90)])
  func coverage(isLogNormal: Bool, least: Double) throws {
    // With a true coverage of 0.95 (0.935) the observed one has a standard deviation of 0.013 (0.014).
    var rng = SeededGenerator(seed: 3)
    // √(exp(0.5²) − 1).
    let truth = isLogNormal ? 0.532940350 : 1
    let covered = try (0..<300).count { _ in
      let values = (0..<300).map { _ in isLogNormal ? rng.logNormal(sigma: 0.5) : rng.normal() }
      // Few draws scatter the interval's ends but do not change its coverage.
      let estimate = PeopleEstimate.spread(of: values, replicates: 79, using: &rng)
      return try ends(of: estimate).contains(truth)
    }
    #expect((least...0.98).contains(Double(covered) / 300), "\(covered)")
  }
}
