/// Intervals for counts of independent things. Things of one person are not independent of each other: for figures
/// over people see `PeopleEstimate`.
extension ConfidenceInterval {
  /// The incomplete integrals take about √count terms; beyond this the exact intervals are not given.
  static let largestCount = 1e8

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
