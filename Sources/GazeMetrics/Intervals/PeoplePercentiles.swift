/// How a figure is spread over people: what half of them, nine of ten, and the worst one have.
///
/// With n values in order x₀ … xₙ₋₁, the p-quantile lies at p·(n − 1), linear between neighbours (NumPy's default,
/// Hyndman & Fan's type 7).
public struct PeoplePercentiles: Sendable, Equatable, Codable {
  /// How many people have the figure.
  public var people: Int
  /// The 50th percentile.
  public var median: Double
  /// The 90th.
  public var p90: Double
  /// The largest.
  public var max: Double

  /// The percentiles of these people's values; nil where nobody has one. Values that are not finite do not count.
  public init?(_ values: [Double]) {
    let sorted = values.filter(\.isFinite).sorted()
    guard let last = sorted.last else { return nil }
    func quantile(_ p: Double) -> Double {
      let place = p * Double(sorted.count - 1)
      let index = Int(place)
      let next = sorted[Swift.min(index + 1, sorted.count - 1)]
      return sorted[index] + (next - sorted[index]) * (place - Double(index))
    }
    people = sorted.count
    median = quantile(0.5)
    p90 = quantile(0.9)
    max = last
  }
}
