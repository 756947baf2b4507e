import GazePipeline

/// Weights of fixations: a fixation that is not on its target gives no information about the device.
///
/// Iteratively reweighted least squares with one weight per *fixation* (Holland & Welsch 1977) and Tukey's bisquare w =
/// (1 − (r/c)²)² at c = 4.685 robust standard deviations, whose redescending tail ignores outliers. Then fixations
/// beyond `cutoff` are dropped and all others count in full, so that clean data are fitted as by least squares. If no
/// fixation is beyond `cutoff` at the start, no weights are computed.
package struct FixationWeights {
  /// Tukey's constant.
  private static let bisquare = 4.685
  /// Probability that any fixation of a clean fit is dropped.
  private static let falseAlarms = 0.02
  /// Smallest number of a person's fixations at which some of them may be dropped.
  package static let fewestLooks = 10
  /// Smallest scale, degrees: noise below it hides no outlier that matters.
  private static let floor = 0.01
  /// Largest number of rounds.
  static let rounds = 15

  private let looksOfPerson: [[Int]]
  /// Distances √(Δyaw² + Δpitch²) in robust standard deviations of the person.
  private let distances: [Double]
  /// Distance that, with two independent normal errors, some fixation exceeds in 2 % of clean fits.
  private let cutoff: Double

  package init(_ problem: some FixationProblem, at x: [Double]) {
    looksOfPerson = problem.looksOfPerson
    let count = problem.weights.count
    cutoff = (-2 * Elementary.log(Self.falseAlarms / Double(max(count, 1)))).squareRoot()
    var distances = [Double](repeating: 0, count: count)
    for looks in problem.looksOfPerson where looks.count >= Self.fewestLooks {
      let own = looks.map { problem.residual(of: $0, at: x).map { ($0 * $0).sum().squareRoot() } ?? .infinity }
      // The median length of two unit normals is √(2 ln 2).
      let scale = max((Quantiles.median(own) ?? 0) / (2 * Elementary.log(2)).squareRoot(), Self.floor)
      for (index, distance) in zip(looks, own) { distances[index] = distance / scale }
    }
    self.distances = distances
  }

  /// True if at least one fixation is too far from its target to be explained by noise.
  package var hasOutliers: Bool { distances.contains { $0 > cutoff } }

  /// Tukey's weights.
  package var soft: [Double] {
    distances.map {
      let share = $0 / Self.bisquare
      return share < 1 ? (1 - share * share) * (1 - share * share) : 0
    }
  }

  /// Weights that are 0 beyond the cutoff and 1 within it. If more than a quarter of a person's fixations are beyond
  /// the cutoff, they are the person's usual error, and none of them is dropped.
  package var hard: [Double] {
    var weights = distances.map { $0 > cutoff ? 0.0 : 1 }
    for looks in looksOfPerson where 4 * looks.count(where: { weights[$0] == 0 }) > looks.count {
      for index in looks { weights[index] = 1 }
    }
    return weights
  }
}
