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

struct PeoplePercentilesTests {
  @Test("agree with NumPy's percentiles of [3, 0, 9, 1, 0.5]: 1 and 6.6")
  func numPy() throws {
    let p = try #require(PeoplePercentiles([3, 0, 9, 1, 0.5]))
    #expect(p.people == 5)
    #expect(p.median == 1)
    expectNear(p.p90, 6.6, 1e-12)
    #expect(p.max == 9)
  }

  @Test("one person's value is every percentile; nobody's is nil; NaN does not count")
  func edges() {
    #expect(PeoplePercentiles([2])?.p90 == 2)
    #expect(PeoplePercentiles([]) == nil)
    #expect(PeoplePercentiles([.nan, .infinity]) == nil)
    #expect(PeoplePercentiles([.nan, 4])?.people == 1)
  }
}

struct PeopleEstimateKappaTests {
  /// Events of one person; the agreement differs between people.
  private static func person(_ rng: inout SeededGenerator) -> ScrollConfusion {
    var confusion = ScrollConfusion()
    let skill = rng.beta(6, 3)
    for _ in 0..<20 {
      let wanted = ScrollConfusion.directions[Int(rng.next() % 3)]
      let made = rng.uniform() < skill ? wanted : ScrollConfusion.directions[Int(rng.next() % 3)]
      confusion.add(wanted: wanted, made: made)
    }
    return confusion
  }

  @Test("The interval of kappa covers .92 to .98 of 500 studies", arguments: [20, 60])
  func coverage(people: Int) throws {
    var rng = SeededGenerator(seed: 77)
    // With probability `skill` the command is the wanted one, and otherwise random, so kappa is the mean skill.
    let covered = try (0..<500).count { _ in
      let estimate = try #require(PeopleEstimate.kappa((0..<people).map { _ in Self.person(&rng) }))
      return try ends(of: estimate).contains(6.0 / 9)
    }
    #expect((0.92...0.98).contains(Double(covered) / 500))
  }

  @Test("It is the pooled events' kappa; few people have no interval, agreement an end below 1")
  func value() throws {
    var rng = SeededGenerator(seed: 3)
    let people = (0..<12).map { _ in Self.person(&rng) }
    var all = ScrollConfusion()
    for person in people { all.merge(person) }
    #expect(PeopleEstimate.kappa(people)?.value == all.kappa)
    #expect(
      PeopleEstimate.kappa(Array(people.prefix(5)))?.interval == .needsPeople(PeopleEstimate.fewestPeopleForKappa))
    #expect(PeopleEstimate.kappa([]) == nil && PeopleEstimate.kappa([ScrollConfusion()]) == nil)
    var perfect = ScrollConfusion()
    perfect.add(wanted: .down, made: .down, 5)
    perfect.add(wanted: .none, made: .none, 5)
    let estimate = try #require(PeopleEstimate.kappa(Array(repeating: perfect, count: 20)))
    let interval = try ends(of: estimate)
    // Clopper and Pearson's lower end of 20 of 20 is 0.025^(1/20) = 0.8316; chance is 0.5.
    #expect(estimate.value == 1 && interval.upper == 1)
    expectNear(interval.lower, (0.83157 - 0.5) / 0.5, 1e-4)
  }
}
