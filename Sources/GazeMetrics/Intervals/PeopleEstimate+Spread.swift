import GazePipeline
private import PortableFoundation

/// Estimates of how much people differ.
extension PeopleEstimate {
  /// Fewest people for the interval of a spread.
  public static let fewestPeopleForSpread = 200

  /// Standard deviation over people of one number per person: a measure of how much people differ.
  ///
  /// The interval is a bootstrap-t on the log scale. With m₂ and m₄ the second and fourth moments about the mean,
  ///
  ///     e = √((m₄/m₂² − 1)/4n),  t* = (ln s* − ln s)/e*,
  ///     interval = s · exp(−e · [q(1 − α/2), q(α/2)]), q the quantiles of t*
  ///
  /// A spread needs many more people than a mean. In 2,000 studies the interval's coverage for normally and for
  /// log-normally (σ 0.5) distributed people was 0.94 and 0.93 with 200 people, and 0.96 and 0.945 with 2,000 people;
  /// with 50 people it would be 0.95 and 0.91.
  ///
  /// - Parameters:
  ///   - values: one per person; a value that is not finite or beyond 1e70 is left out.
  ///   - level: confidence level of the interval, 0.5…0.9999.
  ///   - rng: generator that draws the people; the same generator gives the same interval.
  /// - Returns: nil with fewer than two values.
  public static func spread(
    of values: [Double], level: Double = 0.95, using rng: inout some RandomNumberGenerator
  ) -> PeopleEstimate? {
    spread(of: values, level: level, replicates: nil, using: &rng)
  }

  /// `replicates` + 1 should be a multiple of 2/α; nil means 100/α − 1.
  static func spread(
    of values: [Double], level: Double = 0.95, replicates: Int?, using rng: inout some RandomNumberGenerator
  ) -> PeopleEstimate? {
    let values = values.filter { abs($0) <= 1e70 }
    guard values.count > 1 else { return nil }
    let sample = Spread(count: values.count) { values[$0] }
    return PeopleEstimate(value: sample.deviation, people: values.count, fewest: fewestPeopleForSpread) {
      guard sample.deviation > 0, sample.error > 0 else { return nil }
      let ends = bootstrapEnds(level: level, replicates: replicates) {
        let other = Spread(count: values.count) { _ in drawn(from: values, using: &rng) }
        let distance = log(other.deviation / sample.deviation)
        return other.error > 0 && distance.isFinite ? distance / other.error : distance < 0 ? -.infinity : 0
      }
      return ConfidenceInterval(
        sample.deviation * exp(ends.low * sample.error),
        sample.deviation * exp(ends.high * sample.error))
    }
  }

  /// Standard deviation over people (with divisor n − 1) and the standard error of its logarithm.
  private struct Spread {
    var deviation = 0.0
    var error = 0.0

    /// Computes the standard deviation and its error from `count` values, each requested once, in order.
    init(count: Int, _ value: (Int) -> Double) {
      // Sums are formed of differences from the first value, so that equal large values get no spread from rounding.
      var origin = 0.0
      var sums = SIMD4<Double>.zero
      for index in 0..<count {
        let x = value(index)
        if index == 0 { origin = x }
        let d = x - origin
        sums += SIMD4(d, d * d, d * d * d, d * d * d * d)
      }
      let n = Double(count)
      let (a, b, c, d) = (sums.x / n, sums.y / n, sums.z / n, sums.w / n)
      let second = b - a * a
      guard second > 1e-13 * b else { return }
      let fourth = d - 4 * a * c + 6 * a * a * b - 3 * a * a * a * a
      deviation = (second * n / (n - 1)).squareRoot()
      error = (max(fourth / (second * second) - 1, 0) / (4 * n)).squareRoot()
    }
  }
}

/// Distribution over people of one number per person: median, 90th percentile and largest value.
///
/// For n sorted values x₀ … xₙ₋₁ the p-quantile lies at index p·(n − 1), interpolated linearly between neighbours
/// (NumPy's default, Hyndman & Fan's type 7).
public struct PeoplePercentiles: Sendable, Equatable, Codable {
  /// Number of people who have a finite value.
  public var people: Int
  /// The 50th percentile.
  public var median: Double
  /// The 90th percentile.
  public var p90: Double
  /// The largest value.
  public var max: Double

  /// The percentiles of these people's values, without non-finite ones; nil if none is left.
  public init?(_ values: [Double]) {
    let values = values.filter(\.isFinite)
    guard let largest = values.max(), let median = Self.quantile(0.5, of: values),
      let p90 = Self.quantile(0.9, of: values)
    else { return nil }
    people = values.count
    (self.median, self.p90, max) = (median, p90, largest)
  }

  /// The `p` quantile (0…1) over these people; nil if nobody has a finite value.
  package static func quantile(_ p: Double, of values: [Double]) -> Double? {
    Quantiles.linear(p, sorted: values.filter(\.isFinite).sorted())
  }
}
