/// The size of an error over any number of samples, in bounded memory: mean, RMS, median, 90th and 95th percentile.
///
///     mean = Σe/n, rms = √(Σe²/n); quantiles to 0.1 % (`QuantileSketch`)
///
/// The unit is the caller's. Samples of one person are no sample of people: intervals come from one summary a
/// person (`PeopleEstimate`).
public struct ErrorSummary: Sendable, Equatable {
  private var sketch = QuantileSketch()
  private var average = 0.0
  private var averageSquare = 0.0

  /// A summary of nothing.
  public init() {}

  /// How many errors were taken in.
  public var count: Int { sketch.count }
  /// Their mean; nil where there is none.
  public var mean: Double? { count > 0 ? average : nil }
  /// The root of the mean square; nil where there is none.
  public var rms: Double? { count > 0 ? averageSquare.squareRoot() : nil }
  /// Half of the errors are below.
  public var median: Double? { sketch.quantile(0.5) }
  /// Nine in ten are below.
  public var p90: Double? { sketch.quantile(0.9) }
  /// 19 in 20 are below.
  public var p95: Double? { sketch.quantile(0.95) }
  /// The largest.
  public var maximum: Double? { sketch.maximum }

  /// Any other quantile; nil where there is no error or `p` is not in 0…1.
  public func quantile(_ p: Double) -> Double? { sketch.quantile(p) }

  /// Takes an error in; one above 1e9 counts as 1e9. False for a negative, infinite or NaN one, which changes nothing.
  @discardableResult
  public mutating func add(_ error: Double) -> Bool {
    guard sketch.add(error) else { return false }
    let (error, n) = (min(error, QuantileSketch.range.upperBound), Double(sketch.count))
    // A running mean, so that a long recording loses no digits to a large sum.
    average += (error - average) / n
    averageSquare += (error * error - averageSquare) / n
    return true
  }

  /// Takes in all that another summary holds.
  public mutating func merge(_ other: ErrorSummary) {
    guard other.count > 0 else { return }
    let share = Double(other.count) / (Double(count) + Double(other.count))
    average += (other.average - average) * share
    averageSquare += (other.averageSquare - averageSquare) * share
    sketch.merge(other.sketch)
  }
}
