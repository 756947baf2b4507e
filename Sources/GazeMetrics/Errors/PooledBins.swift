/// Errors of several people in bins of a covariate. A number is kept of each person and bin, for the means' intervals.
package struct PooledBins: Sendable {
  /// One bin.
  package struct Bin: Sendable {
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
