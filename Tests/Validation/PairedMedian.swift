import Foundation
import GazePipeline

@testable import GazeMetrics

extension PeopleEstimate {
  /// Median over people of first/second, for any distribution.
  ///
  /// The interval is that of the sign test between two order statistics: [x₍ᵣ₎, x₍ₙ₊₁₋ᵣ₎] with the largest r for which
  /// 2 P(Binomial(n, ½) < r) ≤ α. Its coverage is never below the level; at 95 % it needs at least 6 people.
  ///
  /// - Parameter pairs: one per person; a pair without two finite positive numbers is left out.
  /// - Returns: nil if no person is left.
  static func pairedMedianRatio(
    of pairs: [(first: Double, second: Double)]
  ) -> PeopleEstimate? {
    let logs = logRatios(pairs).sorted()
    guard let median = Quantiles.median(sorted: logs) else { return nil }
    let (n, alpha) = (logs.count, alpha(level: 0.95))
    // P(Binomial(n, ½) < r) = I_½(n − r + 1, r).
    func leaves(_ r: Int) -> Double { 2 * IncompleteBeta.lower(0.5, Double(n - r + 1), Double(r)) }
    var rank = 0
    while rank < n / 2, leaves(rank + 1) <= alpha { rank += 1 }
    let interval: ConfidenceInterval? =
      rank > 0 ? ConfidenceInterval(exp(logs[rank - 1]), exp(logs[n - rank])) : nil
    // For r = 1 the condition is 2 · 2⁻ⁿ ≤ α.
    let needed = Int((1 - log(alpha) / log(2)).rounded(.up))
    return PeopleEstimate(
      value: exp(median), interval: interval.map { .interval($0) } ?? .needsPeople(needed), people: n)
  }
}
