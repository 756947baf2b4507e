import GazePipeline

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
