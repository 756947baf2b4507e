/// Counts of values in bins of equal width, in bounded memory. Shares and quantiles are interpolated within a bin.
///
///     bin(x) = ⌊(x − start)/width⌋; values are taken as uniformly distributed within a bin
///
/// No bins are stored before the first value. A bin's count saturates at 2³² − 1.
public struct LinearHistogram: Sendable, Equatable, Codable {
  /// Start of the first bin.
  public let start: Double
  /// Width of each bin.
  public let width: Double
  /// Number of bins.
  public let size: Int
  /// Number of values added, including those outside the bins.
  public private(set) var count = 0
  /// Number of values below the first bin.
  public private(set) var below = 0
  private var bins: [UInt32] = []

  /// An empty histogram; a width that is not positive counts as 1, a size below 1 as 1.
  public init(from start: Double, width: Double, size: Int) {
    self.start = start
    self.width = width > 0 ? width : 1
    self.size = max(size, 1)
  }

  /// End of the last bin.
  public var end: Double { start + width * Double(size) }

  /// Adds a value; returns false for NaN, which changes nothing.
  @discardableResult
  public mutating func add(_ value: Double) -> Bool {
    guard !value.isNaN else { return false }
    count.addSaturating(1)
    guard value >= start else {
      below.addSaturating(1)
      return true
    }
    guard value < end else { return true }
    if bins.isEmpty { bins = Array(repeating: 0, count: size) }
    let bin = min(Int((value - start) / width), size - 1)
    if bins[bin] < .max { bins[bin] += 1 }
    return true
  }

  /// Adds all values of another histogram with the same bins; a histogram with other bins changes nothing.
  public mutating func merge(_ other: LinearHistogram) {
    guard hasBins(of: other) else { return }
    count.addSaturating(other.count)
    below.addSaturating(other.below)
    guard !other.bins.isEmpty else { return }
    if bins.isEmpty {
      bins = other.bins
    } else {
      for index in bins.indices { bins[index].addSaturating(other.bins[index]) }
    }
  }

  /// The share of the values below `value`, 0…1; exact at the bins' ends. nil without any value, and for a `value`
  /// outside the bins.
  public func share(below value: Double) -> Double? {
    guard count > 0, value <= end else { return nil }
    guard value > start else { return value == start ? Double(below) / Double(count) : nil }
    let place = (value - start) / width
    let whole = min(Int(place), size)
    var sum = Double(below)
    if !bins.isEmpty {
      for index in 0..<whole { sum += Double(bins[index]) }
      if whole < size { sum += Double(bins[whole]) * (place - Double(whole)) }
    }
    return sum / Double(count)
  }

  /// The shares of the values below the ends of the bins, that of the first bin's start first: `share(below:)` at each.
  /// nil without any value.
  var shares: [Double]? {
    guard count > 0 else { return nil }
    var sum = Double(below)
    var shares = [sum / Double(count)]
    shares.reserveCapacity(size + 1)
    for bin in 0..<size {
      if !bins.isEmpty { sum += Double(bins[bin]) }
      shares.append(sum / Double(count))
    }
    return shares
  }

  /// The `p` quantile; nil without any value, if `p` is not in 0…1, or if the quantile lies outside the bins.
  public func quantile(_ p: Double) -> Double? {
    guard count > 0, p >= 0, p <= 1 else { return nil }
    var left = p * Double(count) - Double(below)
    guard left >= 0 else { return nil }
    for (index, n) in bins.enumerated() {
      if Double(n) >= left, n > 0 { return start + width * (Double(index) + left / Double(n)) }
      left -= Double(n)
    }
    return nil
  }
}

extension LinearHistogram: CheckedContent {
  package static var judgesItsValues: Bool { true }

  package var contentFault: ContentFault? {
    if let fault = ContentFault(binsFrom: start, width: width, size: size, most: Self.mostBins) { return fault }
    guard count >= 0 else { return ContentFault("count", "is \(count); expected 0 or more") }
    guard (0...count).contains(below) else { return ContentFault("below", "is \(below); expected 0 to \(count)") }
    return bins.isEmpty ? nil : ContentFault("bins", count: bins.count, expected: size)
  }

  /// Largest number of bins in a file; no histogram has as many.
  private static let mostBins = 10_000

  /// True if values are counted in the same bins.
  func hasBins(of other: LinearHistogram) -> Bool {
    start == other.start && width == other.width && size == other.size
  }
}
