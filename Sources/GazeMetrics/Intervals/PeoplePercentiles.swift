import GazePipeline

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
    let values = values.filter(\.isFinite)
    guard let largest = values.max(), let median = Self.quantile(0.5, of: values),
      let p90 = Self.quantile(0.9, of: values)
    else { return nil }
    people = values.count
    (self.median, self.p90, max) = (median, p90, largest)
  }

  /// What the share `p` (0…1) of these people do not exceed; nil where nobody has a finite value.
  package static func quantile(_ p: Double, of values: [Double]) -> Double? {
    Quantiles.linear(p, sorted: values.filter(\.isFinite).sorted())
  }
}
