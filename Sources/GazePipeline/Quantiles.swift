/// Medians and quantiles of numbers that are all kept in memory, each convention implemented once.
///
/// For numbers that are not kept, see GazeMetrics' sketches and histograms.
package enum Quantiles {
  /// The median of sorted numbers; for an even count, the upper of the two middle numbers, so that the result is always
  /// one of the numbers. nil for an empty array.
  package static func upperMedian(sorted: [Double]) -> Double? { sorted.isEmpty ? nil : sorted[sorted.count / 2] }

  /// The median; for an even count, the upper of the two middle numbers. nil for an empty array.
  package static func upperMedian(_ values: [Double]) -> Double? { upperMedian(sorted: values.sorted()) }

  /// The middle one of sorted elements of any type; for an even count, the upper of the two middle elements. nil for an
  /// empty array.
  package static func upperMiddle<Element>(sorted: [Element]) -> Element? {
    sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  /// The median of sorted numbers; for an even count, the mean of the two middle numbers. nil for an empty array.
  package static func median<Number: BinaryFloatingPoint>(sorted: [Number]) -> Number? {
    guard !sorted.isEmpty else { return nil }
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }

  /// The median; for an even count, the mean of the two middle numbers. nil for an empty array.
  package static func median(_ values: [Double]) -> Double? { median(sorted: values.sorted()) }

  /// The `p` quantile, 0…1, of sorted numbers; nil for an empty array.
  ///
  /// For n sorted numbers x₀ … xₙ₋₁ the quantile lies at index p·(n − 1), interpolated linearly between neighbours
  /// (NumPy's default, Hyndman & Fan's type 7). p = 0.5 gives the `median` up to its last bit.
  package static func linear(_ p: Double, sorted: [Double]) -> Double? {
    guard !sorted.isEmpty, p >= 0, p <= 1 else { return nil }
    let place = p * Double(sorted.count - 1)
    let below = min(Int(place), sorted.count - 1)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
