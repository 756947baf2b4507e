/// The size of an error over any number of samples, in bounded memory: mean, RMS, median, 90th and 95th percentile.
///
///     mean = Σe/n, rms = √(Σe²/n); quantiles to 0.1 % (`QuantileSketch`)
///
/// The unit is the caller's. The samples of one person are not a sample of people, so confidence intervals are computed
/// from one summary per person (`PeopleEstimate`).
public struct ErrorSummary: Sendable, Equatable, Codable {
  private var sketch = QuantileSketch()
  /// The quantiles of `keptShares` of a summary that is condensed; otherwise empty.
  private var kept: [Double] = []
  private static let keptShares = [0.5, 0.75, 0.9, 0.95]
  private var average = 0.0
  private var averageSquare = 0.0

  /// An empty summary.
  public init() {}

  /// Number of errors added.
  public var count: Int { sketch.count }
  /// The mean; nil without an error.
  public var mean: Double? { count > 0 ? average : nil }
  /// The root mean square; nil without an error.
  public var rms: Double? { count > 0 ? averageSquare.squareRoot() : nil }
  /// The median.
  public var median: Double? { quantile(0.5) }
  /// The 90th percentile.
  public var p90: Double? { quantile(0.9) }
  /// The 95th percentile.
  public var p95: Double? { quantile(0.95) }
  /// The largest error.
  public var maximum: Double? { sketch.maximum }

  /// The `p` quantile; nil without an error or if `p` is not in 0…1.
  public func quantile(_ p: Double) -> Double? {
    if kept.isEmpty { return sketch.quantile(p) }
    let index = Self.keptShares.firstIndex(of: p)
    assert(index != nil, "a condensed summary has no quantile \(p)")
    return index.map { kept[$0] }
  }

  /// An error that several summaries take in: the work that they share is done once.
  package struct Sample {
    fileprivate let sample: QuantileSketch.Sample

    /// A sample; an error above 1e9 counts as 1e9. nil for a negative, infinite or NaN error.
    package init?(_ error: Double) {
      guard let sample = QuantileSketch.Sample(error) else { return nil }
      self.sample = sample
    }
  }

  /// Adds an error; an error above 1e9 counts as 1e9. Returns false for a negative, infinite or NaN error, which
  /// changes nothing.
  @discardableResult
  public mutating func add(_ error: Double) -> Bool {
    guard let sample = Sample(error) else { return false }
    add(sample)
    return true
  }

  /// Adds a sample; nil changes nothing.
  package mutating func add(_ sample: Sample?) {
    guard let sample = sample?.sample else { return }
    sketch.add(sample)
    let (error, n) = (sample.value, Double(sketch.count))
    // A running mean, so that in a long recording no digits are lost to a large sum.
    average += (error - average) / n
    averageSquare += (error * error - averageSquare) / n
  }

  /// Adds all errors of another summary.
  public mutating func merge(_ other: ErrorSummary) {
    guard other.count > 0 else { return }
    let share = Double(other.count) / (Double(count) + Double(other.count))
    average += (other.average - average) * share
    averageSquare += (other.averageSquare - averageSquare) * share
    sketch.merge(other.sketch)
  }

  /// Gives up the sketch, whose size is up to 80 kB, and keeps mean, RMS, median, 75th, 90th and 95th percentile.
  /// Neither errors nor other summaries can be added afterwards, and there are no other quantiles.
  package mutating func condense() {
    guard kept.isEmpty else { return }
    kept = Self.keptShares.compactMap { sketch.quantile($0) }
    sketch.removeBins()
  }
}

extension ErrorSummary: CheckedContent {
  package var contentFault: ContentFault? {
    let largest = QuantileSketch.range.upperBound
    guard (0...largest).contains(average), count > 0 || average == 0 else {
      return ContentFault("average", "is \(average); expected the mean of \(count) errors")
    }
    // The mean of squares is at least the square of the mean, but for rounding.
    let squares = 0.999 * average * average...largest * largest
    guard squares.contains(averageSquare), count > 0 || averageSquare == 0 else {
      return ContentFault("averageSquare", "is \(averageSquare); expected the mean of \(count) squares")
    }
    if kept.isEmpty {
      return count > 0 && sketch.isCondensed ? ContentFault("kept", count: 0, expected: Self.keptShares.count) : nil
    }
    guard kept.allSatisfy((0...largest).contains), kept == kept.sorted() else {
      return ContentFault("kept", "holds no ascending quantiles of errors")
    }
    return ContentFault("kept", count: kept.count, expected: Self.keptShares.count)
  }
}
