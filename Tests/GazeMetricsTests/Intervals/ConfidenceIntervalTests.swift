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
