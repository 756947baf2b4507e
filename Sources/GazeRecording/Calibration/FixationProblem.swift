/// Least squares of fixations' angles: the parts that every solver of such a problem has in common.
///
/// The rows are yaw and pitch of each fixation in degrees, divided by `sigma` and weighted, and one row per prior.
/// `solved` estimates sigma and the weights from the residuals, in rounds.
package protocol FixationProblem {
  /// Standard deviation of a fixation's mean, one axis, degrees.
  var sigma: Double { get set }
  /// Weight of each fixation, 0…1.
  var weights: [Double] { get set }
  /// Fixations of each person.
  var looksOfPerson: [[Int]] { get }
  /// Parameters at which the fit starts.
  var start: [Double] { get }
  /// True for a person alone, whose rounds are cheap: sigma is then found exactly, so that the result does not depend
  /// on the solver's last digits.
  var wantsExactSigma: Bool { get }

  /// Measured − predicted, degrees; nil if the model is undefined.
  func residual(of look: Int, at x: [Double]) -> SIMD2<Double>?
  /// Σ w·|r|², degrees².
  func squaredResiduals(at x: [Double]) -> Double
  /// Number of parameters that the data, not the priors, determine.
  func effectiveParameters(at x: [Double]) -> Double
  /// Minimum for the current sigma and weights.
  func solution(from x: [Double]) throws(GazeFitError) -> FixationSolution
}

/// Minimum that a solver found.
package struct FixationSolution: Sendable {
  /// Parameters at the minimum.
  package var x: [Double]
  /// Reason why the solver stopped.
  package var stop: SolverStop
  /// Number of the solver's steps.
  package var iterations: Int

  /// A solution from its parts.
  package init(x: [Double], stop: SolverStop, iterations: Int) {
    (self.x, self.stop, self.iterations) = (x, stop, iterations)
  }
}

/// Smallest sigma, degrees: data without noise would otherwise have infinite weight.
private let smallestSigma = 1e-9
/// Largest number of rounds of fit and new sigma. Three rounds are enough for sigma to 1 %, unless priors disagree with
/// data that have almost no noise.
private let mostRounds = (rough: 6, exact: 60)
/// Relative change of sigma at which the rounds end.
private let sigmaTolerance = (rough: 0.01, exact: 1e-7)

extension FixationProblem {
  /// Solves with weights and sigma from the residuals.
  package mutating func solved(rejectingOutliers: Bool) throws(GazeFitError) -> FixationSolution {
    sigma = 1
    var solved = try settled(from: start)
    guard rejectingOutliers, FixationWeights(self, at: solved.x).hasOutliers else { return solved }
    for _ in 0..<FixationWeights.rounds {
      let before = solved.x
      weights = FixationWeights(self, at: solved.x).soft
      solved = try settled(from: solved.x, rounds: 1)
      let moved = zip(solved.x, before).reduce(0) { max($0, abs($1.0 - $1.1) / max(abs($1.1), 1)) }
      if moved < 1e-4 { break }
    }
    weights = FixationWeights(self, at: solved.x).hard
    return try settled(from: solved.x)
  }

  /// Solves until sigma agrees with the residuals.
  package mutating func settled(from start: [Double]) throws(GazeFitError) -> FixationSolution {
    try settled(from: start, rounds: wantsExactSigma ? mostRounds.exact : mostRounds.rough)
  }

  private mutating func settled(from start: [Double], rounds: Int) throws(GazeFitError) -> FixationSolution {
    var solved = FixationSolution(x: start, stop: .iterationLimit, iterations: 0)
    let tolerance = wantsExactSigma ? sigmaTolerance.exact : sigmaTolerance.rough
    for _ in 0..<rounds {
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

  /// Number of fixations that count.
  package var kept: Int { weights.count { $0 > 0 } }
}
