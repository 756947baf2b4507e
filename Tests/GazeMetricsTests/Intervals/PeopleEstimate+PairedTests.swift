import CGSL
import Foundation
import GazeMetrics
import TestSupport
import Testing

struct PeopleEstimatePairedTests {
  @Test("The ratio's interval is Student's on the logarithms")
  func ratio() throws {
    let logs = [0.1, -0.3, 0.25, 0.4, -0.05, 0.2]
    let pairs = logs.map { (first: 3 * exp($0), second: 3.0) } + [(0, 1), (.nan, 1), (1, -1)]
    let estimate = try #require(PeopleEstimate.pairedRatio(of: pairs))
    let mean = logs.mean
    let half = gsl_cdf_tdist_Pinv(0.975, 5) * logs.sd / 5.0.squareRoot()
    let interval = try ends(of: estimate)
    #expect(estimate.people == 6)
    expectNear(estimate.value, exp(mean), 1e-12)
    expectNear(interval.lower, exp(mean - half), 1e-8)
    expectNear(interval.upper, exp(mean + half), 1e-8)
  }

  @Test("Four people cannot bound a ratio; five can")
  func fewForRatio() {
    let pairs = (1...4).map { (first: Double($0), second: 1.0) }
    #expect(PeopleEstimate.pairedRatio(of: pairs)?.interval == .needsPeople(5))
    #expect(PeopleEstimate.pairedRatio(of: []) == nil)
  }

  @Test("The difference's interval covers .92 to .98 of 400 studies of 20; people's differences cancel")
  func difference() throws {
    var (rng, covered, width) = (SeededGenerator(seed: 30), 0, 0.0)
    for _ in 0..<400 {
      let pairs = (0..<20).map { _ in
        let person = 100 * rng.logNormal(sigma: 1)
        return (first: person + 2 + rng.normal(), second: person)
      }
      let interval = try ends(of: PeopleEstimate.pairedDifference(of: pairs, level: 0.95, using: &rng))
      covered += interval.contains(2) ? 1 : 0
      width += (interval.upper - interval.lower) / 400
    }
    #expect((368...392).contains(covered))
    #expect(width < 1.5)
  }
}

struct PeopleEstimateChangeTests {
  private typealias Part = PeopleEstimate.Part

  @Test("if everybody is worse by a tenth, the interval is that tenth alone")
  func exact() throws {
    let pairs = (1...10).map { (before: Part(Double($0), 1), after: Part(1.1 * Double($0), 1)) }
    let change = try #require(PeopleEstimate.change(of: pairs, least: 0.01))
    let interval = try ends(of: change)
    expectNear(change.value, 0.1, 1e-12)
    expectNear(interval.lower, 0.1, 1e-9)
    expectNear(interval.upper, 0.1, 1e-9)
  }

  @Test("a hand-worked case: ten people, means 2 and 3")
  func hand() throws {
    // Before 1, 3, 1, 3, …; after 3 for everybody. R = 1.5, residuals before ∓1/10, after 0, u = ±0.15/2 = 0.075.
    let pairs = (0..<10).map { (before: Part($0 % 2 == 0 ? 1 : 3, 1), after: Part(3, 1)) }
    let change = try #require(PeopleEstimate.change(of: pairs, least: 0.01))
    expectNear(change.value, 0.5, 1e-12)
    let interval = try ends(of: change)
    // √(10/9 · 10 · 0.075²) = 0.25, t₉ = 2.262157.
    expectNear(interval.upper - 0.5, 0.25 * 2.262157, 1e-5)
    #expect(abs(interval.lower - 0.5 + 0.25 * 2.262157) < 1e-5)
  }

  @Test("a figure that was 0 changes relative to `least`, and the change is finite")
  func small() throws {
    let pairs = (0..<12).map { _ in (before: Part(0, 1), after: Part(0.05, 1)) }
    expectNear(PeopleEstimate.change(of: pairs, least: 0.2)?.value, 0.25, 1e-12)
    let none = (0..<12).map { _ in (before: Part(0, 1), after: Part(0, 1)) }
    let change = try #require(PeopleEstimate.change(of: none, least: 0.2))
    #expect(change.value == 0 && change.interval.interval == ConfidenceInterval(0, 0))
  }

  @Test("nobody, or invalid numbers, give no change; few people give no interval")
  func few() {
    #expect(PeopleEstimate.change(of: [], least: 1) == nil)
    #expect(PeopleEstimate.change(of: [(Part(.nan, 1), Part(1, 1)), (Part(1, -1), Part(1, 1))], least: 1) == nil)
    #expect(PeopleEstimate.change(of: [(Part(1, 0), Part(1, 1))], least: 1) == nil)
    let three = (0..<3).map { _ in (before: Part(1, 1), after: Part(2, 1)) }
    #expect(PeopleEstimate.change(of: three, least: 0.1)?.interval == .needsPeople(8))
  }

  @Test("the interval covers a ratio's change in 2,000 studies of 20 people")
  func coverage() throws {
    var rng = SeededGenerator(seed: 8)
    var covered = 0
    for _ in 0..<2000 {
      // Each person has their own rate and exposures; afterwards the rate is 20 % higher, with a scatter between
      // people.
      let pairs = (0..<20).map { _ in
        let (rate, time) = (1 + rng.uniform(), 1 + rng.uniform())
        let after = rate * 1.2 * (0.8 + 0.4 * rng.uniform())
        return (before: Part(rate * time, time), after: Part(after * time, time))
      }
      let interval = try ends(of: PeopleEstimate.change(of: pairs, least: 0.01))
      if interval.contains(0.2) { covered += 1 }
    }
    // The expected share is 0.95 ± 0.0049; the bounds are six standard errors away.
    #expect((1840...1960).contains(covered), "\(covered)")
  }
}

struct PairedTestTests {
  @Test("p is that of Student's t with both tails", arguments: [-0.2, 0, 0.7, 30])
  func student(shift: Double) throws {
    let differences = [0.1, -0.3, 0.25, 0.4, -0.05, 0.2].map { $0 + shift }
    let p = try #require(PairedTest.p(of: differences.map { ($0 + 3, 3) } + [(.nan, 1), (1, .infinity)]))
    let expected = 2 * gsl_cdf_tdist_Q(abs(differences.mean) / (differences.sd / 5.0.squareRoot()), 5)
    expectNear(p, expected, 1e-9 * max(expected, 1e-3))
  }

  @Test("p is 1 without difference, 0 for all the same, nil for one person")
  func edges() {
    #expect(PairedTest.p(of: [(1, 1), (2, 2)]) == 1)
    #expect(PairedTest.p(of: [(1.5, 1), (2.5, 2)]) == 0)
    #expect(PairedTest.p(of: [(1, 2)]) == nil && PairedTest.p(of: []) == nil)
  }

  @Test("The adjustment agrees with Holm's example, in the order given")
  func holm() {
    let adjusted = PairedTest.holm([0.01, 0.04, nil, 0.03, 0.005]).map { $0.map { ($0 * 1e6).rounded() / 1e6 } }
    // Holm's adjusted values are 4 × 0.005, 3 × 0.01 and 2 × 0.03; no adjusted value is below the one before it.
    #expect(adjusted == [0.03, 0.06, nil, 0.06, 0.02])
    #expect(PairedTest.holm([0.9, 0.8]) == [1, 1])
    #expect(PairedTest.holm([]).isEmpty)
  }

  @Test("Among 20 true null hypotheses Holm rejects one in at most 8 % of 500 studies")
  func familyWise() throws {
    var rng = SeededGenerator(seed: 31)
    let alarms = try (0..<500).count { _ in
      let p = try (0..<20).map { _ in try #require(PairedTest.p(of: (0..<15).map { _ in (rng.normal(), 0) })) }
      return PairedTest.holm(p).contains { $0.map { $0 < 0.05 } ?? false }
    }
    // If 5 % of studies have a false rejection, the share in 500 studies has a standard deviation of 1 %; without the
    // adjustment 64 % of studies would have one.
    #expect((10...40).contains(alarms), "\(alarms)")
  }
}
