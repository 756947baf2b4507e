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
    /// Cholesky of JᵀJ: faster where residuals far outnumber parameters, at twice the digits lost.
    case cholesky
  }

  /// Everything that steers the solver.
  package struct Options: Sendable {
    /// Step.
    package var method = Method.lm
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

  /// Solves from one start.
  ///
  /// - Throws: `LeastSquaresFailure` where the shapes disagree, the start is outside the model's domain, or GSL fails.
  package static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], options: Options = Options()
  ) throws(LeastSquaresFailure) -> LeastSquaresSolution {
    guard start.count == problem.parameterCount, !start.isEmpty else {
      throw .shape("the start has \(start.count) numbers, expected \(problem.parameterCount), at least one")
    }
    guard problem.residualCount >= start.count else {
      throw .underdetermined(residuals: problem.residualCount, parameters: start.count)
    }
    if let weights = problem.weights {
      guard weights.count == problem.residualCount, weights.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw .shape("weights must be \(problem.residualCount) finite numbers, none negative")
      }
    }
    var workspace = try TrustRegionWorkspace(problem, options: options)
    try workspace.begin(at: start)
    let stop = try run(&workspace, options: options)
    return workspace.solution(stop: stop)
  }

  /// Solves by every method and from nearby starts, and keeps the lowest cost: for problems with valleys that one
  /// method alone does not get out of. On the 54 NIST problems the union of the three methods reaches all.
  ///
  /// - Throws: the first failure, where no attempt succeeded.
  package static func solvePersistently(
    _ problem: LeastSquaresProblem, from start: [Double], options: Options = Options()
  ) throws(LeastSquaresFailure) -> LeastSquaresSolution {
    var best: LeastSquaresSolution?
    var failure: LeastSquaresFailure?
    // Restarts: a valley's floor found by one method is a good start for the next, and a start moved by a tenth
    // of itself lies on the other side of many a ridge.
    let starts = [start, start.map { $0 * 0.9 }, start.map { $0 * 1.1 }]
    for (index, start) in starts.enumerated() {
      if index > 0, best?.stop.isConverged == true { break }
      for method in Method.allCases {
        var options = options
        options.method = method
        do throws(LeastSquaresFailure) {
          let found = try solve(problem, from: start, options: options)
          if found.cost < best?.cost ?? .infinity { best = found }
        } catch {
          failure = failure ?? error
        }
      }
    }
    guard let rough = best else { throw failure ?? .undefinedAtStart }
    // Once more from the best point found: a method that stalled there is finished by another.
    if let polished = try? solve(problem, from: rough.x, options: options), polished.cost <= rough.cost {
      return polished
    }
    return rough
  }

  private static func run(
    _ workspace: inout TrustRegionWorkspace, options: Options
  ) throws(LeastSquaresFailure) -> Stop {
    var stalls = 0
    for _ in 0..<max(options.maximumIterations, 1) {
      switch try workspace.iterate() {
      case .moved: stalls = 0
      case .stalled: stalls += 1
      }
      if let stop = workspace.converged(xTolerance: options.xTolerance, gTolerance: options.gTolerance) { return stop }
      // Each stall has shrunk the trust region fifteen times already.
      if stalls >= 3 { return .noDescent }
    }
    return .iterationLimit
  }
}

/// Where a fit ended and what it knows there.
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
  /// Smallest singular value of the Jacobian over its largest, as the solver estimates it; 0 is rank-deficient.
  package let reciprocalCondition: Double
  /// Why it stopped.
  package let stop: LeastSquares.Stop
  /// Residuals that were undefined and replaced, over all evaluations.
  package let undefinedResiduals: Int
}
