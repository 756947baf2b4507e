internal import GazePipeline

/// Comparison of two pipelines on the same people, in which differences between people cancel.
extension PeopleEstimate {
  /// Fewest people for the interval of a ratio's geometric mean.
  public static let fewestPeopleForPairedRatio = 5

  /// Geometric mean over people of first/second; a ratio below 1 means that the first pipeline's number is smaller.
  ///
  /// The interval is Student's for the mean log ratio: exp(mean ± t(n − 1) sd/√n). It is exact for log-normal ratios.
  ///
  /// - Parameters:
  ///   - pairs: one per person; a pair without two finite positive numbers is left out.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if no person is left.
  public static func pairedRatio(
    of pairs: [(first: Double, second: Double)], level: Double = 0.95
  ) -> PeopleEstimate? {
    let logs = logRatios(pairs)
    guard !logs.isEmpty else { return nil }
    let moments = Moments(logs)
    func estimate(_ interval: IntervalEstimate) -> PeopleEstimate {
      PeopleEstimate(value: Elementary.exp(moments.mean), interval: interval, people: logs.count)
    }
    guard logs.count >= fewestPeopleForPairedRatio else { return estimate(.needsPeople(fewestPeopleForPairedRatio)) }
    let half = moments.error * StudentT.quantile(1 - alpha(level: level) / 2, degrees: Double(logs.count - 1))
    let interval = ConfidenceInterval(Elementary.exp(moments.mean - half), Elementary.exp(moments.mean + half))
    return estimate(interval.map { .interval($0) } ?? .needsPeople(2 * logs.count))
  }

  /// Median over people of first/second, for any distribution.
  ///
  /// The interval is that of the sign test between two order statistics: [x₍ᵣ₎, x₍ₙ₊₁₋ᵣ₎] with the largest r for which
  /// 2 P(Binomial(n, ½) < r) ≤ α. Its coverage is never below the level; at 95 % it needs at least 6 people.
  ///
  /// - Parameters:
  ///   - pairs: one per person; a pair without two finite positive numbers is left out.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if no person is left.
  public static func pairedMedianRatio(
    of pairs: [(first: Double, second: Double)], level: Double = 0.95
  ) -> PeopleEstimate? {
    let logs = logRatios(pairs).sorted()
    guard let median = Quantiles.median(sorted: logs) else { return nil }
    let (n, alpha) = (logs.count, alpha(level: level))
    // P(Binomial(n, ½) < r) = I_½(n − r + 1, r).
    func leaves(_ r: Int) -> Double { 2 * IncompleteBeta.lower(0.5, Double(n - r + 1), Double(r)) }
    var rank = 0
    while rank < n / 2, leaves(rank + 1) <= alpha { rank += 1 }
    let interval: ConfidenceInterval? =
      rank > 0 ? ConfidenceInterval(Elementary.exp(logs[rank - 1]), Elementary.exp(logs[n - rank])) : nil
    // For r = 1 the condition is 2 · 2⁻ⁿ ≤ α.
    let needed = Int((1 - Elementary.log(alpha) / Elementary.log(2)).rounded(.up))
    return PeopleEstimate(
      value: Elementary.exp(median), interval: interval.map { .interval($0) } ?? .needsPeople(needed), people: n)
  }

  /// Mean over people of first − second, in the unit of the two numbers, with an interval by bootstrap-t. It is meant
  /// for margins and for numbers that may be 0.
  ///
  /// - Parameters:
  ///   - pairs: one per person; a pair with a number that is not finite or beyond 1e150 is left out.
  ///   - level: confidence level of the interval, 0.5…0.9999.
  ///   - rng: generator that draws the people; the same generator gives the same interval.
  /// - Returns: nil if no person is left.
  public static func pairedDifference(
    of pairs: [(first: Double, second: Double)], level: Double = 0.95, using rng: inout some RandomNumberGenerator
  ) -> PeopleEstimate? {
    let differences = pairs.filter { abs($0.first) <= 1e150 && abs($0.second) <= 1e150 }.map { $0.first - $0.second }
    return bootstrapT(differences, scale: .linear, level: level, using: &rng)
  }

  private static func logRatios(_ pairs: [(first: Double, second: Double)]) -> [Double] {
    pairs.filter { $0.first > 0 && $0.second > 0 && $0.first.isFinite && $0.second.isFinite }
      .map { Elementary.log($0.first) - Elementary.log($0.second) }
  }
}
