package import GazeRecording

/// Nonlinear least squares by a trust region (Moré 1978; GSL's `multifit_nlinear`).
package enum LeastSquares {
  /// Method that finds the step within the trust region.
  package enum Method: String, Sendable, CaseIterable {
    /// Levenberg–Marquardt.
    case lm
    /// Levenberg–Marquardt with geodesic acceleration (Transtrum & Sethna 2012).
    case lmaccel
    /// Powell's dogleg.
    case dogleg
  }

  /// Method that solves the linear problem of a step.
  package enum Solver: Sendable {
    /// QR of the Jacobian: accurate.
    case qr
    /// Cholesky of JᵀJ: several times faster if residuals far outnumber parameters, but it loses twice as many digits.
    case cholesky
  }

  /// Options of the solver.
  package struct Options: Sendable {
    /// Method of the step.
    package var method = Method.lm
    /// True if the other methods are tried when this one fails.
    package var fallsBack = true
    /// Method of the linear problem.
    package var solver = Solver.qr
    /// Relative step below which the fit has converged.
    package var xTolerance = 1e-12
    /// Scaled gradient below which the fit has converged; absolute if the cost is below 1, so whiten the residuals.
    package var gTolerance = 1e-12
    /// Largest number of steps.
    package var maximumIterations = 200
    /// False skips the covariance's QR, for a caller that has its own.
    package var wantsCovariance = true
    /// For rows in units of their standard deviation: decrease of the cost by a Gauss–Newton step below which such
    /// steps end, in place of `xTolerance`; they may then be the first steps, from a start near the minimum. nil for
    /// neither.
    package var smallestDecrease: Double?

    /// The defaults.
    package init(method: Method = .lm, solver: Solver = .qr) {
      self.method = method
      self.solver = solver
    }

    /// The methods in the order in which they are tried.
    var chain: [Method] { [method] + (fallsBack ? Method.allCases.filter { $0 != method } : []) }
  }

  /// Reason why the solver stopped.
  package typealias Stop = SolverStop

  /// Solves from one start. For many problems of one shape, use `LeastSquaresSolver`.
  ///
  /// - Throws: `LeastSquaresError` if the shapes disagree, the start is outside the model's domain, or GSL fails.
  package static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], options: Options = Options()
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    var solver = LeastSquaresSolver(options: options)
    return try solver.solve(problem, from: start)
  }
}

/// The end of a fit, with everything known there.
package struct LeastSquaresSolution: Sendable {
  /// The minimiser.
  package let x: [Double]
  /// √wᵢ·rᵢ at x.
  package let residuals: [Double]
  /// √wᵢ·∂rᵢ/∂xⱼ at x.
  package let jacobian: Matrix
  /// (JᵀJ)⁻¹ with the weights in J; for weights of 1/σ² this is the covariance of x. nil if J does not have full rank,
  /// or if it was not requested.
  package let covariance: Matrix?
  /// Σ wᵢ rᵢ².
  package let cost: Double
  /// Number of steps.
  package let iterations: Int
  /// Number of evaluations of the residuals, including those for finite differences.
  package let evaluations: Int
  /// Smallest singular value of the Jacobian over its largest, as GSL estimates it; 0 means rank-deficient.
  package let reciprocalCondition: Double
  /// Numerical rank of the Jacobian at x, its columns scaled to unit length: singular values (diagonal elements of the
  /// pivoted R) above 1e-13 of the largest; above 1e-9 if it comes from finite differences; above 1e-7 if it
  /// comes from JᵀJ (Cholesky, or no covariance wanted).
  package let rank: Int
  /// Reason why the solver stopped.
  package let stop: LeastSquares.Stop
  /// Method that found the solution.
  package let method: LeastSquares.Method
  /// Number of residuals that were undefined and replaced, over all evaluations.
  package let undefinedResiduals: Int
}
