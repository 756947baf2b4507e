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
    let mean = logs.reduce(0, +) / 6
    let sd = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 5).squareRoot()
    let half = gsl_cdf_tdist_Pinv(0.975, 5) * sd / 6.0.squareRoot()
    let interval = try #require(estimate.interval.interval)
    #expect(estimate.people == 6 && abs(estimate.value - exp(mean)) < 1e-12)
    #expect(abs(interval.lower - exp(mean - half)) < 1e-8 && abs(interval.upper - exp(mean + half)) < 1e-8)
  }

  @Test(
    "The median's interval is between the sign test's order statistics",
    arguments: [(6, 1), (8, 1), (9, 2), (20, 6), (60, 22), (100, 40)])
  func median(people: Int, rank: Int) throws {
    let pairs = (1...people).map { (first: Double($0), second: 1.0) }
    let interval = try #require(PeopleEstimate.pairedMedianRatio(of: pairs)?.interval.interval)
    // 2 P(Binomial(n, ½) < rank) ≤ 0.05 < 2 P(Binomial(n, ½) < rank + 1), by GSL.
    #expect(2 * gsl_cdf_binomial_P(UInt32(rank - 1), 0.5, UInt32(people)) <= 0.05)
    #expect(2 * gsl_cdf_binomial_P(UInt32(rank), 0.5, UInt32(people)) > 0.05)
    #expect(abs(interval.lower - Double(rank)) < 1e-9 && abs(interval.upper - Double(people + 1 - rank)) < 1e-9)
  }

  @Test("Five people cannot bound a median at 95 %; six can")
  func fewForMedian() throws {
    let pairs = (1...5).map { (first: Double($0), second: 1.0) }
    let estimate = try #require(PeopleEstimate.pairedMedianRatio(of: pairs))
    #expect(abs(estimate.value - 3) < 1e-12 && estimate.interval == .needsPeople(6))
    #expect(PeopleEstimate.pairedRatio(of: Array(pairs.prefix(4)))?.interval == .needsPeople(5))
    #expect(PeopleEstimate.pairedRatio(of: []) == nil && PeopleEstimate.pairedMedianRatio(of: [(-1, 2)]) == nil)
  }

  @Test("The difference's interval covers .92 to .98 of 400 studies of 20 people; differences between people cancel")
  func difference() throws {
    var (rng, covered, width) = (SeededGenerator(seed: 30), 0, 0.0)
    for _ in 0..<400 {
      let pairs = (0..<20).map { _ in
        let person = 100 * rng.logNormal(sigma: 1)
        return (first: person + 2 + rng.normal(), second: person)
      }
      let interval = try #require(
        PeopleEstimate.pairedDifference(of: pairs, level: 0.95, using: &rng)?.interval.interval)
      covered += interval.contains(2) ? 1 : 0
      width += (interval.upper - interval.lower) / 400
    }
    #expect((368...392).contains(covered))
    #expect(width < 1.5)
  }
}
