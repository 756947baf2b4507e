import GazePipeline

/// Which looks are believed: a person who looked away at a target's time is no measurement of the device.
///
/// Iteratively reweighted least squares with a weight a *look* (Holland & Welsch 1977): Tukey's bisquare
/// w = (1 − (r/c)²)² at c = 4.685 robust standard deviations, whose redescending tail forgets what is far off; then looks
/// beyond `cutoff` go and all others count in full, so that clean data are fitted as by least squares. Where no
/// look is beyond it to begin with, nothing is reweighted.
struct FixationWeights {
  /// Tukey's constant.
  private static let bisquare = 4.685
  /// Chance that any look of a clean fit is dropped.
  private static let falseAlarms = 0.02
  /// Fewest looks of a person of which some may be dropped.
  static let fewestLooks = 10
  /// Noise below this hides no outlier that matters, degrees.
  private static let floor = 0.01
  /// Rounds at most.
  static let rounds = 15

  private let problem: GeometryProblem
  /// Distances √(Δyaw² + Δpitch²) in robust standard deviations of the person's.
  private let distances: [Double]
  /// Of two normal errors that are independent, the distance that one of all looks exceeds in 2 % of clean fits.
  private let cutoff: Double

  init(_ problem: GeometryProblem, at x: [Double]) {
    self.problem = problem
    let count = problem.model.looks.count
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

  /// True where some look is too far off to be an accident.
  var hasOutliers: Bool { distances.contains { $0 > cutoff } }

  /// Tukey's weights.
  var soft: [Double] {
    distances.map {
      let share = $0 / Self.bisquare
      return share < 1 ? (1 - share * share) * (1 - share * share) : 0
    }
  }

  /// 0 beyond the cutoff, 1 within. Of whose looks more than a quarter are beyond it, none is dropped: that is no
  /// accident but how the person's error is.
  var hard: [Double] {
    var weights = distances.map { $0 > cutoff ? 0.0 : 1 }
    for looks in problem.looksOfPerson where 4 * looks.count(where: { weights[$0] == 0 }) > looks.count {
      for index in looks { weights[index] = 1 }
    }
    return weights
  }
}
