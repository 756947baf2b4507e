import CGSL
import Foundation
import TestSupport
import Testing

@testable import GazeMetrics

struct ConfidenceIntervalTests {
  private static let counts = [(0, 1), (0, 10), (1, 10), (5, 10), (10, 10), (3, 1000), (543, 1000), (999, 1000)]

  @Test(
    "Beyond Clopper and Pearson's ends lies α/2, by GSL's beta (1e-10)",
    arguments: counts, [0.9, 0.95, 0.99])
  func clopperPearson(count: (Int, Int), level: Double) throws {
    let (x, n, half) = (Double(count.0), Double(count.1), (1 - level) / 2)
    let interval = try #require(ConfidenceInterval.clopperPearson(successes: count.0, of: count.1, level: level))
    #expect((interval.lower == 0) == (x == 0) && (interval.upper == 1) == (x == n))
    if x > 0 { expectNear(gsl_cdf_beta_P(interval.lower, x, n - x + 1), half, 1e-10) }
    if x < n { expectNear(gsl_cdf_beta_Q(interval.upper, x + 1, n - x), half, 1e-10) }
  }

  @Test(
    "Beyond the Poisson interval's ends lies α/2, by GSL's χ² (1e-9)",
    arguments: [0, 1, 2, 10, 100, 54_321], [0.9, 0.95])
  func poisson(count: Int, level: Double) throws {
    let (x, half) = (Double(count), (1 - level) / 2)
    let interval = try #require(ConfidenceInterval.poisson(count: count, level: level))
    #expect((interval.lower == 0) == (x == 0))
    if x > 0 { expectNear(gsl_cdf_chisq_P(2 * interval.lower, 2 * x), half, 1e-9) }
    expectNear(gsl_cdf_chisq_Q(2 * interval.upper, 2 * x + 2), half, 1e-9)
  }

  @Test("Invalid counts have no interval, and the largest ones terminate")
  func hostile() {
    for (x, n) in [(-1, 10), (11, 10), (0, 0), (0, -5), (Int.min, Int.max), (.max, .min)] {
      #expect(ConfidenceInterval.clopperPearson(successes: x, of: n) == nil)
    }
    #expect(
      ConfidenceInterval.clopperPearson(successes: 1, of: .max) == nil && ConfidenceInterval.poisson(count: .max) == nil
    )
    #expect(ConfidenceInterval.poisson(count: -1) == nil)
    #expect(
      ConfidenceInterval.clopperPearson(successes: 3, of: 10, level: .nan)
        == ConfidenceInterval.clopperPearson(successes: 3, of: 10))
    #expect(ConfidenceInterval.clopperPearson(successes: 3, of: 10, level: .infinity) != nil)
  }

  @Test("Ten million of a hundred million agree with the normal interval to 2e-8")
  func large() throws {
    let interval = try #require(ConfidenceInterval.clopperPearson(successes: 10_000_000, of: 100_000_000))
    let half = 1.959964 * (0.09 / 1e8).squareRoot()
    expectNear(interval.lower, 0.1 - half, 2e-8)
    expectNear(interval.upper, 0.1 + half, 2e-8)
  }

  @Test("An interval is two finite numbers in ascending order, in memory and in JSON")
  func coding() throws {
    #expect(
      ConfidenceInterval(2, 1) == nil && ConfidenceInterval(.nan, 1) == nil && ConfidenceInterval(0, .infinity) == nil)
    let interval = try #require(ConfidenceInterval(-1, 2.5))
    #expect(interval.contains(-1) && interval.contains(2.5) && !interval.contains(2.6))
    let data = try JSONEncoder().encode(interval)
    #expect(String(decoding: data, as: UTF8.self) == "[-1,2.5]")
    #expect(try JSONDecoder().decode(ConfidenceInterval.self, from: data) == interval)
    for text in ["[2,1]", "[1]", "[1,2,3]", "[]", "{}", "[1e999,2]"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(ConfidenceInterval.self, from: Data(text.utf8)) }
    }
  }
}

struct IncompleteIntegralsTests {
  @Test(
    "The gamma distribution agrees with GSL's to 1e-10", arguments: [0.05, 0.5, 1, 3.7, 50, 2000],
    [0.001, 0.1, 0.5, 0.9, 1, 1.1, 2, 5])
  func gamma(a: Double, ratio: Double) {
    expectNear(IncompleteGamma.lower(a, a * ratio), gsl_cdf_gamma_P(a * ratio, a, 1), 1e-10)
  }

  @Test(
    "The beta distribution agrees with GSL's to 1e-10",
    arguments: [(0.5, 0.5), (2.5, 0.5), (1, 1), (0.1, 30), (12.5, 7.25), (900, 1100)],
    [1e-9, 0.01, 0.3, 0.45, 0.6, 0.99, 1 - 1e-9])
  func beta(shape: (Double, Double), x: Double) {
    expectNear(IncompleteBeta.lower(x, shape.0, shape.1), gsl_cdf_beta_P(x, shape.0, shape.1), 1e-10)
  }

  @Test(
    "Student's quantiles agree with GSL's distribution to 1e-10", arguments: [1, 2, 4, 7, 19, 59, 1000],
    [0.75, 0.95, 0.975, 0.999, 0.99995])
  func student(degrees: Double, p: Double) {
    expectNear(gsl_cdf_tdist_P(StudentT.quantile(p, degrees: degrees), degrees), p, 1e-10)
  }

  @Test("Normal quantiles agree with GSL's to 1e-10", arguments: [0.75, 0.975, 0.995, 0.99995])
  func normal(p: Double) { expectNear(StandardNormal.quantile(p), gsl_cdf_ugaussian_Pinv(p), 1e-10) }

  @Test("Outside the support distributions and their quantiles are 0 and 1")
  func ends() {
    #expect(IncompleteGamma.lower(2, -1) == 0 && IncompleteGamma.lower(2, .infinity) == 1)
    #expect(IncompleteBeta.lower(-1, 2, 3) == 0 && IncompleteBeta.lower(2, 2, 3) == 1)
    #expect(IncompleteGamma.quantile(0, 2) == 0 && IncompleteBeta.quantile(0, 2, 3) == 0)
    #expect(IncompleteBeta.quantile(1, 2, 3) == 1)
  }
}

struct PopulationTests {
  private func estimate(_ people: Int) -> PeopleEstimate {
    PeopleEstimate(value: 1, interval: .interval(ConfidenceInterval(0, 2)!), people: people)
  }

  @Test("recorded people need a sample of 44, as one in ten lacks in 43")
  func fewest() {
    #expect(Population.simulated.fewestPeople == 1 && Population.recorded.fewestPeople == 44)
    #expect(estimate(43).about(.recorded).interval == .needsPeople(44))
    #expect(estimate(44).about(.recorded) == estimate(44) && estimate(2).about(.simulated) == estimate(2))
    // A figure that needs even more people keeps its number.
    let open = PeopleEstimate(value: 1, interval: .needsPeople(100), people: 20)
    #expect(open.about(.recorded).interval == .needsPeople(100))
  }

  @Test("recorded people's verdict uses a wider interval, for people not recorded")
  func level() {
    expectNear(GateAnalyses.once(50, of: .recorded).level, 0.975, 1e-12)
    expectNear(GateAnalyses.once(50).level, 0.95, 1e-12)
  }
}
