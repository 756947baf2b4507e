/// Mean pointer errors as a function of a number measured with each sample (the covariate), such as the eyes' distance,
/// in bins of equal width.
package struct BinnedErrors: Equatable, Codable {
  /// `start`: start of the first bin; `width`: width of each bin.
  package let start, width: Double
  /// Number of bins; samples outside all bins belong to the first or the last bin.
  package let size: Int

  /// The samples of one bin.
  package struct Bin: Equatable, Codable {
    /// Number of samples.
    package fileprivate(set) var count = 0
    fileprivate var points = 0.0
    fileprivate var degrees = 0.0

    /// Mean error, points; nil without a sample.
    package var errorPoints: Double? { count > 0 ? points / Double(count) : nil }
    /// Mean error, degrees; nil without a sample.
    package var errorDegrees: Double? { count > 0 ? degrees / Double(count) : nil }
  }

  /// Bins; empty before the first sample.
  private var bins: [Bin] = []
  private var sum = 0.0
  /// Number of samples.
  package private(set) var count = 0

  /// A value without samples; a width that is not positive counts as 1, a size below 1 as 1.
  package init(from start: Double, width: Double, size: Int) {
    self.start = start
    self.width = width > 0 ? width : 1
    self.size = max(size, 1)
  }

  /// Start and end of a bin.
  package func range(_ bin: Int) -> (from: Double, to: Double) {
    // Rounded to millionths, so that 0.3 is written as 0.3.
    func edge(_ index: Int) -> Double { ((start + width * Double(index)) * 1e6).rounded() / 1e6 }
    return (edge(bin), edge(bin + 1))
  }

  /// The samples of a bin.
  package subscript(bin: Int) -> Bin { bins.indices.contains(bin) ? bins[bin] : Bin() }

  /// Mean of the covariate; nil without a sample.
  package var mean: Double? { count > 0 ? sum / Double(count) : nil }

  /// Adds a sample; a sample with a number that is not finite or beyond 1e9 changes nothing.
  package mutating func add(points: Double, degrees: Double, at value: Double) {
    guard abs(points) < 1e9, abs(degrees) < 1e9, abs(value) < 1e9 else { return }
    if bins.isEmpty { bins = Array(repeating: Bin(), count: size) }
    let bin = Int(min(max((value - start) / width, 0), Double(size - 1)))
    bins[bin].count += 1
    bins[bin].points += points
    bins[bin].degrees += degrees
    count += 1
    sum += value
  }

  /// Adds all samples of another value with the same bins; a value with other bins changes nothing.
  package mutating func merge(_ other: BinnedErrors) {
    guard start == other.start, width == other.width, size == other.size, other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    count.addSaturating(other.count)
    sum += other.sum
    for index in bins.indices {
      bins[index].count.addSaturating(other.bins[index].count)
      bins[index].points += other.bins[index].points
      bins[index].degrees += other.bins[index].degrees
    }
  }
}

extension BinnedErrors: CheckedContent {
  package var contentFault: ContentFault? {
    if let fault = ContentFault(binsFrom: start, width: width, size: size, most: Self.mostBins) { return fault }
    return count == 0 && bins.isEmpty ? nil : ContentFault("bins", count: bins.count, expected: size)
  }

  /// Largest number of bins in a file; no figure has as many.
  private static let mostBins = 1000
}

/// Errors of several people in bins of a covariate. A number is kept of each person and bin, for the means' intervals.
package struct PooledBins {
  /// One bin.
  package struct Bin {
    /// Each person's mean error, degrees, of the people who have samples in the bin.
    package fileprivate(set) var errorDegrees: NumberList = []
    /// Number of samples.
    package fileprivate(set) var samples = 0
    fileprivate var points = 0.0

    /// Number of people with samples.
    package var people: Int { errorDegrees.count }
    /// Mean over people of the mean error, points; nil without people.
    package var errorPoints: Double? { people > 0 ? points / Double(people) : nil }
  }

  /// The bins, in order; empty without people.
  package private(set) var bins: [Bin] = []
  private var layout: BinnedErrors?

  /// Bins without people.
  package init() {}

  /// Adds a person, whose bins are those of all people.
  package mutating func add(_ person: BinnedErrors) {
    if bins.isEmpty {
      bins = Array(repeating: Bin(), count: person.size)
      layout = BinnedErrors(from: person.start, width: person.width, size: person.size)
    }
    guard person.size == bins.count else { return }
    for index in bins.indices {
      guard let degrees = person[index].errorDegrees, let points = person[index].errorPoints else { continue }
      bins[index].errorDegrees.append(degrees)
      bins[index].points += points
      bins[index].samples += person[index].count
    }
  }

  /// Start and end of a bin.
  package func range(_ bin: Int) -> (from: Double, to: Double) { layout?.range(bin) ?? (0, 0) }
}
