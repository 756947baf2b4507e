/// Nonlinear least squares by a trust region (Moré 1978; GSL's `multifit_nlinear`).
package enum LeastSquares {
  /// How the step within the trust region is found.
  package enum Method: String, Sendable, CaseIterable {
    /// Levenberg–Marquardt.
    case lm
    /// The same with geodesic acceleration (Transtrum & Sethna 2012).
    case lmaccel
    /// Powell's dogleg.
    case dogleg
  }

  /// How the linear problem of a step is solved.
  package enum Solver: Sendable {
    /// QR of the Jacobian: accurate.
    case qr
    /// Cholesky of JᵀJ: several times faster where residuals far outnumber parameters, at twice the digits lost.
    case cholesky
  }

  /// Everything that steers the solver.
  package struct Options: Sendable {
    /// Step.
    package var method = Method.lm
    /// Are the other methods tried where this one fails?
    package var fallsBack = true
    /// Linear algebra.
    package var solver = Solver.qr
    /// Relative step below which the fit has converged.
    package var xTolerance = 1e-12
    /// Scaled gradient below which it has; absolute where the cost is below 1, so whiten the residuals.
    package var gTolerance = 1e-12
    /// Steps at most.
    package var maximumIterations = 200
    /// False saves the covariance's QR where the caller has its own.
    package var wantsCovariance = true

    /// The defaults.
    package init(method: Method = .lm, solver: Solver = .qr) {
      self.method = method
      self.solver = solver
    }

    /// The methods in the order in which they are tried.
    var chain: [Method] { [method] + (fallsBack ? Method.allCases.filter { $0 != method } : []) }
  }

  /// Why the solver stopped; the raw values read as inequalities.
  package enum Stop: String, Sendable {
    /// Every step component is small.
    case smallStep = "|dx| <= xtol·|x|"
    /// The gradient vanishes.
    case smallGradient = "|g|·max(|x|, 1) <= gtol·max(cost, 1)"
    /// No step lowers the cost any more: it is at its rounding error, or the model is not smooth here.
    case noDescent = "cost(x + dx) >= cost(x) for every dx tried"
    /// It had to be cut short.
    case iterationLimit = "iterations >= limit"

    /// False where the point may be no minimum.
    package var isConverged: Bool { self != .iterationLimit }
  }

  /// Solves from one start; see `LeastSquaresSolver`, which is the way for many problems of one shape.
  ///
  /// - Throws: `LeastSquaresError` where the shapes disagree, the start is outside the model's domain, or GSL fails.
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
  /// (JᵀJ)⁻¹ with the weights in J; for weights of 1/σ² the covariance of x. nil where J has not full rank, or it
  /// was not wanted.
  package let covariance: Matrix?
  /// Σ wᵢ rᵢ².
  package let cost: Double
  /// Steps taken.
  package let iterations: Int
  /// Times that the residuals were computed, those for finite differences among them.
  package let evaluations: Int
  /// Smallest singular value of the Jacobian over its largest, as GSL estimates it; 0 is rank-deficient.
  package let reciprocalCondition: Double
  /// Numerical rank of the Jacobian at x, its columns scaled to unit length: singular values (diagonal elements of the
  /// pivoted R) above 1e-13 of the largest; above 1e-9 where it comes from finite differences; above 1e-7 where it
  /// comes from JᵀJ (Cholesky, or no covariance wanted).
  package let rank: Int
  /// Why it stopped.
  package let stop: LeastSquares.Stop
  /// The method that found it.
  package let method: LeastSquares.Method
  /// Residuals that were undefined and replaced, over all evaluations.
  package let undefinedResiduals: Int
}
