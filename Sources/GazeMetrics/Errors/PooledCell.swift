/// Errors of several people in one cell of the screen. A number is kept of each person, for the interval of the mean.
package struct PooledCell: Sendable {
  /// Each person's mean error, points, of the people who looked at the cell.
  package private(set) var errorPoints: NumberList = []
  /// Number of samples.
  package private(set) var samples = 0
  private var degrees = (sum: 0.0, people: 0)
  private var bias = SIMD2<Double>.zero
  /// Sums of the hit rates on targets with sides of 20, 40 … `TargetSizes.largest` points.
  private var hits = [Double](repeating: 0, count: Int(TargetSizes.largest) / step)
  private static let step = 20

  /// A cell at which nobody looked.
  package init() {}

  /// Number of people who looked at the cell.
  package var people: Int { errorPoints.count }
  /// Mean over people of the mean error, degrees; nil without a sample that has an angle.
  package var errorDegrees: Double? { degrees.people > 0 ? degrees.sum / Double(degrees.people) : nil }
  /// Mean over people of the mean of pointer − gaze, points; nil without people.
  package var biasPoints: SIMD2<Double>? { people > 0 ? bias / Double(people) : nil }

  /// Adds a person; one who did not look at the cell changes nothing.
  package mutating func add(_ cell: ScreenCells.Cell) {
    guard let error = cell.errorPoints, let own = cell.biasPoints else { return }
    errorPoints.append(error)
    samples += cell.count
    bias += own
    if let angle = cell.errorDegrees { degrees = (degrees.sum + angle, degrees.people + 1) }
    for index in hits.indices { hits[index] += cell.hitRate(side: Double((index + 1) * Self.step)) ?? 0 }
  }

  /// The side of a square target at which the hit rate, as a mean over people, reaches `rate`, points; nil without
  /// people, or if 1,000 points are not enough.
  package func side(for rate: Double) -> Double? {
    guard people > 0 else { return nil }
    var before = 0.0
    for (index, sum) in hits.enumerated() {
      let mean = sum / Double(people)
      if mean >= rate { return Double(index * Self.step) + Double(Self.step) * (rate - before) / (mean - before) }
      before = mean
    }
    return nil
  }
}
