import GazeRecording

/// Nonlinear least squares by a trust region (Moré 1978; GSL's `multifit_nlinear`).
enum LeastSquares {
  enum Method: CaseIterable {
    case lm
    /// Levenberg–Marquardt with geodesic acceleration (Transtrum & Sethna 2012).
    case lmaccel
    /// Powell's dogleg.
    case dogleg
  }

  enum Solver {
    /// QR of the Jacobian: accurate.
    case qr
    /// Cholesky of JᵀJ: several times faster if residuals far outnumber parameters, but it loses twice as many digits.
    case cholesky
  }

  struct Options {
    var method = Method.lm
    /// True if the other methods are tried when this one fails.
    var fallsBack = true
    var solver = Solver.qr
    /// Relative step below which the fit has converged.
    var xTolerance = 1e-12
    /// Scaled gradient below which the fit has converged; absolute if the cost is below 1, so whiten the residuals.
    var gTolerance = 1e-12
    var maximumIterations = 200
    /// False skips the covariance's QR, for a caller that has its own.
    var wantsCovariance = true
    /// For rows in units of their standard deviation: decrease of the cost by a Gauss–Newton step below which such
    /// steps end, in place of `xTolerance`; they may then be the first steps, from a start near the minimum. nil for
    /// neither.
    var smallestDecrease: Double?

    var chain: [Method] { [method] + (fallsBack ? Method.allCases.filter { $0 != method } : []) }
  }

  /// Solves from one start. For many problems of one shape, use `LeastSquaresSolver`.
  ///
  /// - Throws: `LeastSquaresError` if the shapes disagree, the start is outside the model's domain, or GSL fails.
  static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], options: Options = Options()
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    var solver = LeastSquaresSolver(options: options)
    return try solver.solve(problem, from: start)
  }
}

/// A sum of squares to minimise: `½ Σ wᵢ rᵢ(x)²`.
///
/// The closures use plain contiguous arrays; GSL's strided vectors end at the bridge. A residual that is undefined at a
/// point may be written as NaN or infinity: the bridge hands GSL a large finite number instead, so that the solver
/// steps back instead of stopping.
struct LeastSquaresProblem {
  /// Length of x.
  var parameterCount: Int
  /// Length of r; at least `parameterCount`.
  var residualCount: Int
  /// wᵢ, or nil for 1.
  var weights: [Double]?
  /// Writes r(x).
  var residuals: (_ x: [Double], _ r: inout [Double]) -> Void
  /// Writes ∂rᵢ/∂xⱼ at (i, j), unweighted; nil for central differences. An element that it never writes is 0.
  var jacobian: ((_ x: [Double], _ j: inout Matrix) -> Void)?

  func check(_ start: [Double]) throws(LeastSquaresError) {
    guard start.count == parameterCount, !start.isEmpty else {
      throw .shape("the start has \(start.count) numbers, expected \(parameterCount), at least one")
    }
    guard residualCount >= start.count else {
      throw .underdetermined(residuals: residualCount, parameters: start.count)
    }
    if let weights {
      guard weights.count == residualCount, weights.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw .shape("weights must be \(residualCount) finite numbers, none negative")
      }
    }
  }
}

/// The point at which a solver stopped, with its Jacobian, covariance and cost.
struct LeastSquaresSolution {
  /// `residuals`: √wᵢ·rᵢ at x.
  let x, residuals: [Double]
  /// √wᵢ·∂rᵢ/∂xⱼ at x.
  let jacobian: Matrix
  /// (JᵀJ)⁻¹ with the weights in J; for weights of 1/σ² this is the covariance of x. nil if J does not have full rank,
  /// or if it was not requested.
  let covariance: Matrix?
  /// Σ wᵢ rᵢ².
  let cost: Double
  let iterations: Int
  /// Number of evaluations of the residuals, including those for finite differences.
  let evaluations: Int
  /// Smallest singular value of the Jacobian over its largest, as GSL estimates it; 0 means rank-deficient.
  let reciprocalCondition: Double
  /// Condition number of the Jacobian; nil if it is singular.
  var condition: Double? { reciprocalCondition > 0 ? 1 / reciprocalCondition : nil }
  /// Numerical rank of the Jacobian at x, its columns scaled to unit length: singular values (diagonal elements of the
  /// pivoted R) above 1e-13 of the largest; above 1e-9 if it comes from finite differences; above 1e-7 if it
  /// comes from JᵀJ (Cholesky, or no covariance wanted).
  let rank: Int
  let stop: SolverStop
  let method: LeastSquares.Method

  /// True if the solution is a minimum at which all parameters have an effect.
  var isTrusted: Bool { stop.isConverged && rank == x.count }
}

/// Reason why a problem was not solved.
package enum LeastSquaresError: Error, Equatable, CustomStringConvertible {
  case underdetermined(residuals: Int, parameters: Int)
  /// The start, the weights or the problem have wrong lengths.
  case shape(String)
  /// The residuals are undefined at the start, so the solver has no direction to take.
  case undefinedAtStart
  case outOfMemory
  case solver(operation: String, code: Int32, reason: String)

  package var description: String {
    switch self {
    case .underdetermined(let residuals, let parameters):
      "\(residuals) residuals cannot determine \(parameters) parameters; give more data or free fewer parameters"
    case .shape(let what): what
    case .undefinedAtStart:
      "the residuals are not finite at the start; start from values for which the model is defined"
    case .outOfMemory: "not enough memory for the solver; fit fewer fixations at once"
    case .solver(let operation, let code, let reason):
      "GSL stopped in \(operation) with error \(code) (\(reason)); start closer or free fewer parameters"
    }
  }
}
