import CGSL
import Foundation
import GazeMetrics
import TestSupport
import Testing

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
