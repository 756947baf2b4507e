/// Intervals for counts of independent things. Things of one person are not independent of each other: for figures
/// over people see `PeopleEstimate`.
extension ConfidenceInterval {
  /// The incomplete integrals take about √count terms; beyond this the exact intervals are not given.
  static let largestCount = 1e8

  /// Wilson's score interval of a proportion: ends where |p̂ − p| = z √(p(1 − p)/n) (JASA 22, 1927).
  ///
  /// Covers on average what it says. nil unless 0 ≤ successes ≤ n, n > 0.
  package static func wilson(successes: Int, of n: Int, level: Double = 0.95) -> ConfidenceInterval? {
    guard n > 0, (0...n).contains(successes) else { return nil }
    let (p, n) = (Double(successes) / Double(n), Double(n))
    let z = StandardNormal.quantile(1 - alpha(level: level) / 2)
    let (centre, divisor) = (p + z * z / (2 * n), 1 + z * z / n)
    let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    // At 0 and n the far end is exact; rounding must not move it.
    return ConfidenceInterval(
      p == 0 ? 0 : max((centre - half) / divisor, 0), p == 1 ? 1 : min((centre + half) / divisor, 1))
  }

  /// Clopper and Pearson's exact interval of a proportion (Biometrika 26, 1934): never covers less than it says.
  ///
  /// nil unless 0 ≤ successes ≤ n, 0 < n ≤ 10⁸.
  package static func clopperPearson(successes: Int, of n: Int, level: Double = 0.95) -> ConfidenceInterval? {
    guard n > 0, Double(n) <= largestCount, (0...n).contains(successes) else { return nil }
    return clopperPearson(successes: Double(successes), of: Double(n), level: level)
  }

  /// Garwood's exact interval of a Poisson mean (Biometrika 28, 1936): never covers less than it says.
  ///
  /// 0 gives [0, −ln(α/2)], 3.69 at 95 %: no false scroll in 10 minutes shows no more than < 0.37 a minute. nil for a
  /// count below 0 or above 10⁸.
  package static func poisson(count: Int, level: Double = 0.95) -> ConfidenceInterval? {
    count >= 0 && Double(count) <= largestCount ? poisson(count: Double(count), level: level) : nil
  }

  /// The same with an effective, not whole number of trials.
  static func clopperPearson(successes x: Double, of n: Double, level: Double) -> ConfidenceInterval? {
    let half = alpha(level: level) / 2
    return ConfidenceInterval(
      x <= 0 ? 0 : IncompleteBeta.quantile(half, x, n - x + 1),
      x >= n ? 1 : IncompleteBeta.quantile(1 - half, x + 1, n - x))
  }

  /// The same with an effective, not whole count.
  static func poisson(count x: Double, level: Double) -> ConfidenceInterval? {
    let half = alpha(level: level) / 2
    return ConfidenceInterval(
      x <= 0 ? 0 : IncompleteGamma.quantile(half, x), IncompleteGamma.quantile(1 - half, x + 1))
  }
}
