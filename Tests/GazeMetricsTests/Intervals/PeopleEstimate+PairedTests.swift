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
