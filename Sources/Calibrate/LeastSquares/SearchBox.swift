/// Where other starts are looked for when every method has failed from the first: points of a Sobol sequence in a box.
package struct SearchBox: Sendable, Equatable {
  /// Smallest value of each parameter.
  package let lower: [Double]
  /// Largest.
  package let upper: [Double]
  /// How many starts are tried; the first is the box's middle.
  package var starts: Int = 32

  /// A box; nil where the corners are not finite, not of one length or the wrong way round.
  package init?(lower: [Double], upper: [Double]) {
    guard lower.count == upper.count, !lower.isEmpty, zip(lower, upper).allSatisfy({ $0 <= $1 && ($1 - $0).isFinite })
    else { return nil }
    self.lower = lower
    self.upper = upper
  }

  /// `share` of each number either side of it: a box where the start is of the right sign and order, and 0 stays 0.
  package init(around start: [Double], share: Double) {
    lower = start.map { $0 - abs($0 * share) }
    upper = start.map { $0 + abs($0 * share) }
  }

  /// The starts. Beyond 40 parameters, for which there is no Sobol sequence, none.
  var points: [[Double]] {
    guard var sobol = SobolPoints(dimensions: lower.count) else { return [] }
    return (0..<max(starts, 0)).map { _ in
      let share = sobol.next()
      return lower.indices.map { lower[$0] + (upper[$0] - lower[$0]) * share[$0] }
    }
  }
}
