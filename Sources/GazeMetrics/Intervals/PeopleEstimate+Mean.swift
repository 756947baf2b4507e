private import PortableFoundation

internal import GazePipeline

/// Estimates of a mean over people, and the bootstrap that `PeopleEstimate+Spread.swift` uses, too.
extension PeopleEstimate {
  /// Fewest people for the interval of a mean.
  public static let fewestPeopleForMean = 8
  /// Values below this number, in any unit, are taken for zeros with rounding errors.
  static let rounding = 1e-9

  /// Mean over people of one non-negative number per person: a mean error, a median, a 90th percentile, a latency.
  ///
  /// The interval is a bootstrap-t on the log scale (Efron & Tibshirani 1993, ch. 12.5). People are drawn with
  /// replacement, and
  ///
  ///     s = sd/(√n x̄),  t* = (ln x̄* − ln x̄)/s*,
  ///     interval = x̄ · exp(−s · [q(1 − α/2), q(α/2)]), q the quantiles of t*
  ///
  /// If a few people determine the whole mean, resamples without them leave the interval unbounded. In two cases such
  /// an interval is replaced by a bounded one. Values that are all below 1e-9 differ only by rounding, so the interval
  /// reaches from the smallest to the largest. Values that cannot exceed `most` scatter no more than the values of as
  /// many people who each have either `most` or 0, so the interval of that proportion is used
  /// (`proportion(of:level:)`).
  ///
  /// - Parameters:
  ///   - values: one per person; a value that is negative, not finite or above 1e150 is left out.
  ///   - most: largest possible value, above 0, such as 1 for a share; nil if there is no maximum.
  ///   - level: confidence level of the interval, 0.5…0.9999.
  ///   - rng: generator that draws the people; the same generator gives the same interval.
  /// - Returns: nil without any value.
  public static func mean(
    of values: [Double], most: Double? = nil, level: Double = 0.95, using rng: inout some RandomNumberGenerator
  ) -> PeopleEstimate? {
    let values = values.filter { $0 >= 0 && $0 <= 1e150 }
    guard var estimate = bootstrapT(values, scale: .logarithmic, level: level, using: &rng) else { return nil }
    if estimate.interval.interval == nil, values.count >= fewestPeopleForMean,
      let bound = bound(values, most: most, level: level)
    {
      estimate.interval = .interval(bound)
    }
    return estimate
  }

  /// A bounded interval to replace one that the bootstrap leaves unbounded; nil if neither of the two cases applies.
  private static func bound(_ values: [Double], most: Double?, level: Double) -> ConfidenceInterval? {
    if let low = values.min(), let high = values.max(), high <= rounding { return ConfidenceInterval(low, high) }
    guard let most, most > 0, most <= 1e150 else { return nil }
    let shares = values.map { (numerator: min($0 / most, 1), denominator: 1.0) }
    return proportion(of: shares, level: level)?.interval.interval.flatMap {
      ConfidenceInterval($0.lower * most, $0.upper * most)
    }
  }

  /// Scale of the studentised mean.
  enum Scale {
    case linear
    case logarithmic
  }

  /// The interval of a mean by bootstrap-t. `replicates` + 1 should be a multiple of 2/α; nil means 100/α − 1.
  static func bootstrapT(
    _ values: [Double], scale: Scale, level: Double, replicates: Int? = nil,
    using rng: inout some RandomNumberGenerator
  ) -> PeopleEstimate? {
    guard !values.isEmpty else { return nil }
    let sample = Moments(values)
    return PeopleEstimate(value: sample.mean, people: values.count, fewest: fewestPeopleForMean) {
      // If all people have the same value, every resample has the same mean.
      if let low = values.min(), low == values.max() { return ConfidenceInterval(low, low) }
      let ends = bootstrapEnds(level: level, replicates: replicates) {
        var (sum, squares) = (0.0, 0.0)
        for _ in values.indices {
          let d = drawn(from: values, using: &rng) - sample.mean
          sum += d
          squares += d * d
        }
        return sample.studentised(Moments(sum, squares, about: sample.mean, count: values.count), scale)
      }
      let (low, high) = (ends.low * sample.standardError(scale), ends.high * sample.standardError(scale))
      // If a few people determine the whole mean, resamples without them leave the interval unbounded.
      return switch scale {
      case .linear: ConfidenceInterval(sample.mean + low, sample.mean + high)
      case .logarithmic: ConfidenceInterval(sample.mean * exp(low), sample.mean * exp(high))
      }
    }
  }

  /// Ends of an interval by bootstrap-t about the sample's value, in standard errors of the sample: the negative
  /// quantiles of the distances that `studentised` returns for each resample.
  static func bootstrapEnds(
    level: Double, replicates: Int?, _ studentised: () -> Double
  ) -> (low: Double, high: Double) {
    let alpha = alpha(level: level)
    let count = replicates ?? Int((100 / alpha).rounded()) - 1
    let draws = (0..<count).map { _ in studentised() }.sorted()
    // The quantile has the rank (B + 1) α/2 from either end, for B resamples.
    let rank = min(max(Int((Double(count + 1) * alpha / 2).rounded()), 1), (count + 1) / 2)
    return (-draws[count - rank], -draws[rank - 1])
  }

  /// A person drawn with replacement. Taking the high word of the product draws the same people from the same generator
  /// on every platform.
  @inline(__always)
  static func drawn(from values: [Double], using rng: inout some RandomNumberGenerator) -> Double {
    values[Int(rng.next().multipliedFullWidth(by: UInt64(values.count)).high)]
  }

  /// Mean over people and its standard error.
  struct Moments {
    var mean: Double
    /// Standard error sd/√n, the variance with divisor n − 1.
    var error: Double

    init(_ values: [Double]) {
      // Sums are formed of differences from the first value, so that equal large values get no spread from rounding.
      let origin = values.first ?? 0
      var (sum, squares) = (0.0, 0.0)
      for value in values {
        sum += value - origin
        squares += (value - origin) * (value - origin)
      }
      self.init(sum, squares, about: origin, count: values.count)
    }

    /// Moments from Σd and Σd² of the differences d from `origin`.
    init(_ sum: Double, _ squares: Double, about origin: Double, count: Int) {
      let n = Double(count)
      mean = origin + sum / n
      let scatter = max(squares - sum * sum / n, 0)
      // A smaller scatter is a rounding error, as when one person is drawn n times.
      error = scatter > 1e-13 * squares && n > 1 ? (scatter / (n * (n - 1))).squareRoot() : 0
    }

    func standardError(_ scale: Scale) -> Double { scale == .linear ? error : error / mean }

    /// Distance of a resample from this sample in standard errors of the resample; ±∞ if its standard error is 0.
    func studentised(_ other: Moments, _ scale: Scale) -> Double {
      let distance =
        switch scale {
        case .linear: other.mean - mean
        case .logarithmic: other.mean > 0 ? log(other.mean / mean) : -.infinity
        }
      let spread = other.standardError(scale)
      return spread > 0 && distance.isFinite
        ? distance / spread : distance == 0 ? 0 : distance < 0 ? -.infinity : .infinity
    }
  }
}
