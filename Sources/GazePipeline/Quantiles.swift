/// Medians and quantiles of numbers that are all kept, each convention once.
///
/// For numbers that are not kept, see GazeMetrics' sketches and histograms.
package enum Quantiles {
  /// The middle one of sorted numbers, of an even count the upper of the two in the middle, so that it is always one of
  /// them; nil for none.
  package static func upperMedian(sorted: [Double]) -> Double? { sorted.isEmpty ? nil : sorted[sorted.count / 2] }

  /// The middle one, of an even count the upper of the two in the middle; nil for none.
  package static func upperMedian(_ values: [Double]) -> Double? { upperMedian(sorted: values.sorted()) }

  /// The middle one of sorted elements of any kind, of an even count the upper of the two in the middle; nil for none.
  package static func upperMiddle<Element>(sorted: [Element]) -> Element? {
    sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  /// The middle one of sorted numbers, of an even count the mean of the two in the middle; nil for none.
  package static func median<Number: BinaryFloatingPoint>(sorted: [Number]) -> Number? {
    guard !sorted.isEmpty else { return nil }
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }

  /// The middle one, of an even count the mean of the two in the middle; nil for none.
  package static func median(_ values: [Double]) -> Double? { median(sorted: values.sorted()) }

  /// What the share `p`, 0…1, of sorted numbers do not exceed; nil for none.
  ///
  /// With n numbers in order x₀ … xₙ₋₁ it lies at p·(n − 1), linear between neighbours (NumPy's default, Hyndman & Fan's
  /// type 7), so that one half gives the `median`, but for its last bit.
  package static func linear(_ p: Double, sorted: [Double]) -> Double? {
    guard !sorted.isEmpty, p >= 0, p <= 1 else { return nil }
    let place = p * Double(sorted.count - 1)
    let below = min(Int(place), sorted.count - 1)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
