import GazeMetrics
import TestSupport
import Testing

struct PeopleEstimateRatioTests {
  @Test("People who scatter like coin flips give nearly the exact interval of their sum")
  func binomial() throws {
    // The variance between people equals the binomial one if Σ(a − pb)² n/(n − 1) = p (1 − p) Σb.
    let parts = (0..<10).map { (numerator: $0 % 2 == 0 ? 3.0 : 7.0, denominator: 10.0) }
    let estimate = try #require(PeopleEstimate.proportion(of: parts))
    #expect(estimate.value == 0.5 && estimate.people == 10)
    let interval = try ends(of: estimate)
    // var = 10/9 · 40/100² = 0.00444, trials = 0.25/0.00444 · (1.96/2.262)² = 42.2.
    let expected = try #require(ConfidenceInterval.clopperPearson(successes: 21, of: 42))
    expectNear(interval.lower, expected.lower, 0.002)
    expectNear(interval.upper, expected.upper, 0.002)
  }

  @Test("All right or wrong: each person is one trial", arguments: [0, 1])
  func degenerate(p: Double) throws {
    let parts = (0..<20).map { _ in (numerator: p * 50, denominator: 50.0) }
    let interval = try ends(of: PeopleEstimate.proportion(of: parts))
    #expect(interval == ConfidenceInterval.clopperPearson(successes: p == 0 ? 0 : 20, of: 20))
  }

  @Test("Without false scrolls the rate is below 3.69 divided by all minutes")
  func noEvents() throws {
    let parts = (0..<20).map { _ in (events: 0.0, exposure: 0.5) }
    let interval = try ends(of: PeopleEstimate.rate(of: parts))
    #expect(interval.lower == 0)
    expectNear(interval.upper, 0.36889, 1e-5)
  }

  @Test("Clustered events widen the interval: one person's are weaker evidence than everyone's")
  func clusters() throws {
    let even = (0..<20).map { _ in (events: 1.0, exposure: 2.5) }
    let clustered = (0..<20).map { (events: $0 == 0 ? 20.0 : 0, exposure: 2.5) }
    let (narrow, wide) = (
      try #require(PeopleEstimate.rate(of: even)), try #require(PeopleEstimate.rate(of: clustered))
    )
    #expect(narrow.value == 0.4 && wide.value == 0.4)
    let (a, b) = (try ends(of: narrow), try ends(of: wide))
    #expect(b.lower < a.lower / 5 && b.upper > a.upper * 3)
  }

  @Test("Few people give no interval, and nobody gives no figure")
  func few() {
    #expect(PeopleEstimate.proportion(of: [(1, 2)])?.interval == .needsPeople(5))
    #expect(PeopleEstimate.rate(of: [(1, 2)])?.interval == .needsPeople(12))
    #expect(PeopleEstimate.proportion(of: [(0, 0), (3, 2), (.nan, 1), (1, .infinity)]) == nil)
    #expect(PeopleEstimate.rate(of: [(1, 0), (-1, 2), (.nan, 1), (1, .nan)]) == nil)
    #expect(PeopleEstimate.f1([]) == nil && PeopleEstimate.falsePerMinute([ScrollTally()]) == nil)
  }

  @Test("Parts of any size give interval ends inside the range")
  func hostile() throws {
    for scale in [1e-300, 1e-9, 1, 1e9, 1e14] {
      for k in 0...6 {
        let parts = (0..<6).map { (numerator: $0 < k ? scale : 0, denominator: scale) }
        let interval = try ends(of: PeopleEstimate.proportion(of: parts))
        #expect(interval.lower >= 0 && interval.upper <= 1 && interval.upper > interval.lower)
        let rate = try #require(PeopleEstimate.rate(of: parts.map { ($0.0, $0.1) } + parts.map { ($0.0, $0.1) }))
        #expect(rate.value.isFinite)
      }
    }
  }

  @Test("Precision, recall, F1 and false scrolls are formed from the tallies' sums")
  func tallies() throws {
    let people = (0..<8).map { i in
      var tally = ScrollTally()
      (tally.truePositives, tally.falsePositives, tally.falseNegatives) = (8, i % 2 == 0 ? 2 : 0, 2)
      (tally.falseWithoutIntent, tally.secondsWithoutIntent) = (1, 120)
      return tally
    }
    #expect(PeopleEstimate.precision(people)?.value == 64.0 / 72)
    #expect(PeopleEstimate.recall(people)?.value == 0.8)
    #expect(PeopleEstimate.f1(people)?.value == 128.0 / 152)
    #expect(PeopleEstimate.falsePerMinute(people)?.value == 0.5)
  }
}
