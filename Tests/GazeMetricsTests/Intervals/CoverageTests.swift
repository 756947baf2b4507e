@testable import GazeMetrics
import TestSupport
import Testing

/// Coverage of the intervals in studies that each draw new people.
///
/// There are 500 studies per case: with a true coverage of 0.95 the observed one has a standard deviation of 0.01, so
/// the bounds 0.92…0.98 are three standard deviations away. The doc comments of `PeopleEstimate` state the results of
/// 4,000 studies per case.
struct CoverageTests {
  private static func coverage(of truth: Double, _ study: () throws -> PeopleEstimate?) throws -> Double {
    let covered = try (0..<500).count { _ in
      let estimate = try #require(try study())
      return try ends(of: estimate).contains(truth)
    }
    return Double(covered) / 500
  }

  private static let bounds = 0.92...0.98

  enum Figure: Int { case mean, median, p90 }

  /// A figure of one person: log-normally distributed people (σ 0.5) with log-normal errors (σ 0.7) in 15 samples.
  private static func person(_ figure: Figure, _ rng: inout SeededGenerator) throws -> Double {
    var (errors, size) = (ErrorSummary(), rng.logNormal(sigma: 0.5))
    for _ in 0..<15 { errors.add(size * rng.logNormal(sigma: 0.7)) }
    switch figure {
    case .mean: return try #require(errors.mean)
    case .median: return try #require(errors.median)
    case .p90: return try #require(errors.p90)
    }
  }

  @Test(
    "Intervals of people's means, medians, 90th percentiles cover .92 to .98 of 500 studies",
    arguments: [(Figure.mean, 20), (.median, 20), (.p90, 20), (.p90, 60)])
  func means(figure: Figure, people: Int) throws {
    var rng = SeededGenerator(seed: UInt64(figure.rawValue + people))
    // The true figure, to 1 % where an interval's half-width is 12 % or more: from 4,000 other people.
    let truth = try (0..<4000).reduce(0) { sum, _ in sum + (try Self.person(figure, &rng)) } / 4000
    let coverage = try Self.coverage(of: truth) {
      let values = try (0..<people).map { _ in try Self.person(figure, &rng) }
      // Few draws scatter the interval's ends but do not change its coverage.
      return PeopleEstimate.bootstrapT(values, scale: .logarithmic, level: 0.95, replicates: 79, using: &rng)
    }
    #expect(Self.bounds.contains(coverage))
  }

  @Test("The interval of F1 covers .92 to .98 of 500 studies of beta-binomial people", arguments: [20, 60])
  func f1(people: Int) throws {
    var rng = SeededGenerator(seed: 42)
    // 20 intents each; recall Beta(9, 1); false scrolls with mean 20 · 0.9 · (1/0.85 − 1) and shape 2.
    let falseMean = 18 * (1 / 0.85 - 1)
    let coverage = try Self.coverage(of: 36 / (36 + falseMean + 2)) {
      PeopleEstimate.f1(
        (0..<people).map { _ in
          var tally = ScrollTally()
          let intents = rng.poisson(20)
          tally.truePositives = rng.binomial(intents, rng.beta(9, 1))
          tally.falseNegatives = intents - tally.truePositives
          tally.falsePositives = rng.poisson(rng.gamma(2) * falseMean / 2)
          return tally
        })
    }
    #expect(Self.bounds.contains(coverage))
  }

  @Test(
    "False scrolls' interval covers .92 to .98 of 500 gamma-Poisson studies",
    arguments: [20, 60], [0.2, 1])
  func falsePerMinute(people: Int, rate: Double) throws {
    var rng = SeededGenerator(seed: 43)
    let coverage = try Self.coverage(of: rate) {
      PeopleEstimate.falsePerMinute(
        (0..<people).map { _ in
          var tally = ScrollTally()
          let minutes = 4 + 2 * rng.uniform()
          tally.secondsWithoutIntent = 60 * minutes
          tally.falseWithoutIntent = rng.poisson(rng.gamma(1) * rate * minutes)
          return tally
        })
    }
    #expect(Self.bounds.contains(coverage))
  }
}
