/// A closed interval; in JSON the array `[lower, upper]`.
public struct ConfidenceInterval: Sendable, Equatable, Codable {
  /// Lower end.
  public let lower: Double
  /// Upper end, not below the lower one.
  public let upper: Double

  /// An interval, or nil if an end is not finite or the lower end exceeds the upper one.
  public init?(_ lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self.lower = lower
    self.upper = upper
  }

  /// True if the interval contains the value, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// Reads `[lower, upper]`; throws if they are not two finite numbers in ascending order.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let (lower, upper) = (try list.decode(Double.self), try list.decode(Double.self))
    guard let interval = ConfidenceInterval(lower, upper), list.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: list, debugDescription: "expected an interval [lower, upper] of two finite numbers, the lower one first")
    }
    self = interval
  }

  /// Writes `[lower, upper]`.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(lower)
    try list.encode(upper)
  }
}

/// Allowed error of an interval: α = 1 − level.
///
/// Levels are clamped to 0.5…0.9999 (NaN counts as 0.95), the range in which this module's intervals were checked.
func alpha(level: Double) -> Double {
  level.isNaN ? 0.05 : 1 - min(max(level, 0.5), ConfidenceInterval.highestLevel)
}

/// Intervals for counts of independent events. Events of one person are not independent of each other; for estimates
/// over people see `PeopleEstimate`.
extension ConfidenceInterval {
  /// The highest level at which the intervals of this module were checked.
  static let highestLevel = 0.9999
  /// Largest count for the exact intervals: the incomplete integrals take about √count terms.
  static let largestCount = 1e8

  /// Clopper and Pearson's exact interval of a proportion (Biometrika 26, 1934): its coverage is never below the level.
  ///
  /// nil unless 0 ≤ successes ≤ n, 0 < n ≤ 10⁸.
  package static func clopperPearson(successes: Int, of n: Int, level: Double = 0.95) -> ConfidenceInterval? {
    guard n > 0, Double(n) <= largestCount, (0...n).contains(successes) else { return nil }
    return clopperPearson(successes: Double(successes), of: Double(n), level: level)
  }

  /// Garwood's exact interval of a Poisson mean (Biometrika 28, 1936): its coverage is never below the level.
  ///
  /// A count of 0 gives [0, −ln(α/2)], whose upper end is 3.69 at 95 %: no false scroll in 10 minutes shows only that
  /// the rate is below 0.37 per minute. nil for a count below 0 or above 10⁸.
  package static func poisson(count: Int, level: Double = 0.95) -> ConfidenceInterval? {
    count >= 0 && Double(count) <= largestCount ? poisson(count: Double(count), level: level) : nil
  }

  /// Clopper and Pearson's interval for an effective number of trials, which may be a fraction.
  static func clopperPearson(successes x: Double, of n: Double, level: Double) -> ConfidenceInterval? {
    let half = alpha(level: level) / 2
    return ConfidenceInterval(
      x <= 0 ? 0 : IncompleteBeta.quantile(half, x, n - x + 1),
      x >= n ? 1 : IncompleteBeta.quantile(1 - half, x + 1, n - x))
  }

  /// Garwood's interval for an effective count, which may be a fraction.
  static func poisson(count x: Double, level: Double) -> ConfidenceInterval? {
    let half = alpha(level: level) / 2
    return ConfidenceInterval(
      x <= 0 ? 0 : IncompleteGamma.quantile(half, x), IncompleteGamma.quantile(1 - half, x + 1))
  }
}
