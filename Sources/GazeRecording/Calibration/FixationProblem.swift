package import GazePipeline

/// Least squares of fixations' angles: the parts that every solver of such a problem has in common.
///
/// The rows are yaw and pitch of each fixation in degrees, divided by `sigma` and weighted, and one row per prior.
/// `solved` estimates sigma and the weights from the residuals, in rounds.
package protocol FixationProblem {
  /// Standard deviation of a fixation's mean, one axis, degrees.
  var sigma: Double { get set }
  /// Weight of each fixation, 0…1.
  var weights: [Double] { get set }
  var fixationsOfPerson: [[Int]] { get }
  var start: [Double] { get }
  /// True for a person alone, whose rounds are cheap: sigma is then found exactly, so that the result does not depend
  /// on the solver's last digits.
  var wantsExactSigma: Bool { get }

  /// Measured − predicted, degrees; nil if the model is undefined.
  func residual(of look: Int, at x: [Double]) -> Vector2?
  /// Σ w·|r|², degrees².
  func squaredResiduals(at x: [Double]) -> Double
  /// Number of parameters that the data, not the priors, determine.
  func effectiveParameters(at x: [Double]) -> Double
  /// Minimum for the current sigma and weights.
  func solution(from x: [Double]) throws(GazeFitError) -> FixationSolution
}

/// Minimum that a solver found: the parameters, the reason why it stopped, and its number of steps.
package struct FixationSolution: Sendable {
  package var x: [Double]
  package var stop: SolverStop
  package var iterations: Int

  package init(x: [Double], stop: SolverStop, iterations: Int) {
    (self.x, self.stop, self.iterations) = (x, stop, iterations)
  }
}

/// Smallest sigma, degrees: data without noise would otherwise have infinite weight.
private let smallestSigma = 1e-9

extension FixationProblem {
  /// Solves with weights and sigma from the residuals.
  package mutating func solved(rejectingOutliers: Bool) throws(GazeFitError) -> FixationSolution {
    sigma = 1
    var solved = try settled(from: start)
    guard rejectingOutliers, FixationWeights(self, at: solved.x).hasOutliers else { return solved }
    for _ in 0..<15 {
      let before = solved.x
      weights = FixationWeights(self, at: solved.x).soft
      solved = try settled(from: solved.x, rounds: 1)
      let moved = zip(solved.x, before).reduce(0) { max($0, abs($1.0 - $1.1) / max(abs($1.1), 1)) }
      if moved < 1e-4 { break }
    }
    weights = FixationWeights(self, at: solved.x).hard
    return try settled(from: solved.x)
  }

  /// Solves until sigma agrees with the residuals, or for this number of rounds.
  package mutating func settled(from start: [Double], rounds: Int? = nil) throws(GazeFitError) -> FixationSolution {
    var solved = FixationSolution(x: start, stop: .iterationLimit, iterations: 0)
    // Most rounds, and the relative change of sigma at which they end. Three rounds are enough for sigma to 1 %, unless
    // priors disagree with data that have almost no noise.
    let (most, tolerance) = wantsExactSigma ? (60, 1e-7) : (6, 0.01)
    for _ in 0..<(rounds ?? most) {
      let next = try solution(from: solved.x)
      solved = FixationSolution(x: next.x, stop: next.stop, iterations: solved.iterations + next.iterations)
      let freedom = max(2 * weights.reduce(0, +) - effectiveParameters(at: solved.x), 1)
      let found = max((squaredResiduals(at: solved.x) / freedom).squareRoot(), smallestSigma)
      let isSettled = abs(found / sigma - 1) < tolerance
      sigma = found
      if isSettled { break }
    }
    return solved
  }

  /// Checks that the model is defined for every fixation, since the residual of another fixation is only a large number
  /// without meaning. `fixations` are those of the problem, in its order.
  package func checkIsDefined(at x: [Double], _ fixations: [Fixation]) throws(GazeFitError) {
    if let i = weights.indices.first(where: { residual(of: $0, at: x) == nil }) {
      throw .behindFace(participant: fixations[i].participant, start: fixations[i].start)
    }
  }

  package var kept: Int { weights.count { $0 > 0 } }
}

/// Weights of fixations: a fixation that is not on its target gives no information about the device.
///
/// Iteratively reweighted least squares with one weight per *fixation* (Holland & Welsch 1977) and Tukey's bisquare w =
/// (1 − (r/c)²)² at c = 4.685 robust standard deviations, whose redescending tail ignores outliers. Then fixations
/// beyond `cutoff` are dropped and all others count in full, so that clean data are fitted as by least squares. If no
/// fixation is beyond `cutoff` at the start, no weights are computed.
struct FixationWeights {
  private let fixationsOfPerson: [[Int]]
  /// Distances √(Δyaw² + Δpitch²) in robust standard deviations of the person.
  private let distances: [Double]
  /// Distance that, with two independent normal errors, some fixation exceeds in 2 % of clean fits.
  private let cutoff: Double

  init(_ problem: some FixationProblem, at x: [Double]) {
    fixationsOfPerson = problem.fixationsOfPerson
    let count = problem.weights.count
    cutoff = (-2 * Elementary.log(0.02 / Double(max(count, 1)))).squareRoot()
    var distances = [Double](repeating: 0, count: count)
    // None of fewer fixations of a person is dropped.
    for fixations in problem.fixationsOfPerson where fixations.count >= 10 {
      let own = fixations.map { problem.residual(of: $0, at: x).map { ($0 * $0).sum().squareRoot() } ?? .infinity }
      // The median length of two unit normals is √(2 ln 2). Noise below 0.01° hides no outlier that matters.
      let scale = max((Quantiles.median(own) ?? 0) / (2 * Elementary.log(2)).squareRoot(), 0.01)
      for (index, distance) in zip(fixations, own) { distances[index] = distance / scale }
    }
    self.distances = distances
  }

  /// True if at least one fixation is too far from its target to be explained by noise.
  var hasOutliers: Bool { distances.contains { $0 > cutoff } }

  /// Tukey's weights.
  var soft: [Double] {
    distances.map {
      let share = $0 / 4.685
      return share < 1 ? (1 - share * share) * (1 - share * share) : 0
    }
  }

  /// Weights that are 0 beyond the cutoff and 1 within it. If more than a quarter of a person's fixations are beyond
  /// the cutoff, they are the person's usual error, and none of them is dropped.
  var hard: [Double] {
    var weights = distances.map { $0 > cutoff ? 0.0 : 1 }
    for fixations in fixationsOfPerson where 4 * fixations.count(where: { weights[$0] == 0 }) > fixations.count {
      for index in fixations { weights[index] = 1 }
    }
    return weights
  }
}

/// Reason why a solver stopped; the raw values read as inequalities.
package enum SolverStop: String, Sendable {
  /// Every step component is small.
  case smallStep = "|dx| <= xtol·|x|"
  /// The gradient vanishes.
  case smallGradient = "|g|·max(|x|, 1) <= gtol·max(cost, 1)"
  /// No step lowers the cost any more: the cost is at its rounding error, or the model is not smooth here.
  case noDescent = "cost(x + dx) >= cost(x) for every dx tried"
  /// The steps ran out.
  case iterationLimit = "iterations >= limit"

  /// False if the point may not be a minimum.
  package var isConverged: Bool { self != .iterationLimit }
}
