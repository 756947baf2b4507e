import GazePipeline
import GazeRecording

/// Solves one problem after another and keeps GSL's memory for the next one of the same shape. A solver must be used by
/// only one thread.
///
/// From a start the solver tries `options.method`; only if this method fails, it tries the next methods:
///
///     lm → lmaccel → dogleg
///
/// A method has failed if GSL stops with an error, if the steps run out, or if it ends at a point at which some
/// parameters have no effect (a Jacobian of less than full rank: the far side of a saturated model looks like a
/// minimum). The solution is the one with the lowest cost. If no attempt is trusted, `stop` and `rank` tell the caller.
///
/// Each method is GSL's trust region, step by step, until a test holds. With Cholesky and the problem's own Jacobian,
/// the last steps near the minimum are Gauss–Newton steps.
struct LeastSquaresSolver: ~Copyable {
  var options: LeastSquares.Options
  private var workspace: TrustRegionWorkspace?

  init(options: LeastSquares.Options = .init()) {
    self.options = options
    workspace = nil
  }

  /// Solves from one start.
  ///
  /// - Throws: `LeastSquaresError` if the shapes disagree, the start is outside the model's domain, or GSL fails; the
  ///   first failure, if no attempt succeeded.
  mutating func solve(
    _ problem: LeastSquaresProblem, from start: [Double]
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    try problem.check(start)
    var (best, failure): (LeastSquaresSolution?, LeastSquaresError?)
    for method in options.chain {
      do throws(LeastSquaresError) {
        let found = try attempt(problem, from: start, method)
        if found.cost.isFinite, found.cost < best?.cost ?? .infinity { best = found }
      } catch {
        failure = failure ?? error
      }
      if let best, best.isTrusted { return best }
      // No other method is tried, since the residuals at the start would still be undefined.
      if failure == .undefinedAtStart { break }
    }
    guard let best else { throw failure ?? .undefinedAtStart }
    return best
  }

  /// Tries one method. Cholesky stops at a singular JᵀJ; QR steps along the determined directions.
  private mutating func attempt(
    _ problem: LeastSquaresProblem, from start: [Double], _ method: LeastSquares.Method
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    do throws(LeastSquaresError) {
      return try attempt(problem, from: start, method, options.solver)
    } catch {
      guard options.solver == .cholesky, case .solver = error else { throw error }
      return try attempt(problem, from: start, method, .qr)
    }
  }

  private mutating func attempt(
    _ problem: LeastSquaresProblem, from start: [Double], _ method: LeastSquares.Method, _ solver: LeastSquares.Solver
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    let shape = TrustRegionWorkspace.Shape(
      residuals: problem.residualCount, parameters: problem.parameterCount, method: method, solver: solver,
      hasJacobian: problem.jacobian != nil)
    if workspace?.shape != shape {
      // The old workspace's memory is freed first.
      workspace = nil
      workspace = try TrustRegionWorkspace(shape)
    }
    guard let solution = try workspace?.descend(problem, from: start, options) else { throw .outOfMemory }
    return solution
  }
}

extension TrustRegionWorkspace {
  /// Descends from a start until a test holds, nothing lowers the cost or the steps run out.
  fileprivate func descend(
    _ problem: LeastSquaresProblem, from start: [Double], _ options: LeastSquares.Options
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    defer { end() }
    try begin(problem, at: start)
    var (iterations, stalls) = (0, 0)
    var stop = options.smallestDecrease == nil ? nil : try finished(&iterations, options)
    while stop == nil, iterations < max(options.maximumIterations, 1) {
      stalls = try step() ? 0 : stalls + 1
      iterations += 1
      stop =
        try finished(&iterations, options)
        ?? converged(xTolerance: options.xTolerance, gTolerance: options.gTolerance)
        // Three stalls are enough, since each has already shrunk the trust region fifteen times.
        ?? (stalls >= 3 ? .noDescent : nil)
    }
    return solution(
      stop: stop ?? .iterationLimit, iterations: iterations, wantsCovariance: options.wantsCovariance)
  }

  /// Takes Gauss–Newton steps to the minimum by Cholesky. Near the minimum the changes of the cost are smaller than its
  /// rounding error, so the cost does not distinguish good steps from bad ones. The steps then continue without
  /// comparing costs, as long as each is at most half of the last. The result is nil while the minimum is far or if the
  /// steps do not shrink; then the trust region continues.
  private func finished(
    _ iterations: inout Int, _ options: LeastSquares.Options
  ) throws(LeastSquaresError) -> SolverStop? {
    guard shape.solver == .cholesky, shape.hasJacobian, var newton = GaussNewtonStep(self), newton.isNear else {
      return nil
    }
    while !newton.isWithin(options) {
      try move(to: newton.target)
      guard let next = GaussNewtonStep(self), next.gain <= newton.gain / 4 else {
        try move(to: newton.x)
        return nil
      }
      iterations += 1
      newton = next
    }
    return .smallStep
  }
}

/// The step −(JᵀJ)⁻¹·Jᵀr.
private struct GaussNewtonStep {
  let x, step: [Double]
  /// J·step|²: the decrease of the cost Σr² if the problem were linear.
  let gain: Double
  private let cost: Double
  /// Squared lengths of J's columns.
  private let scale: [Double]

  /// nil if JᵀJ is not positive definite.
  init?(_ workspace: borrowing TrustRegionWorkspace) {
    let (r, j) = (workspace.residuals, workspace.jacobian)
    let squares = j.squares
    guard let factor = CholeskyFactor(squares) else { return nil }
    let gradient = j.transposed(times: r)
    (x, scale) = (workspace.position, squares.diagonal)
    step = factor.solve(gradient).map { -$0 }
    gain = -dot(step, gradient)
    cost = r.sum { $0 * $0 }
    guard gain.isFinite, gain >= 0 else { return nil }
  }

  var target: [Double] { zip(x, step).map { $0 + $1 } }

  /// True if the minimum is so near that the step needs no trust region (Bates & Watts' relative offset of 3 %).
  var isNear: Bool { gain <= 1e-3 * cost }

  /// MINPACK's test, |D·step| ≤ xtol·|D·x| with D the lengths of J's columns, so that a parameter counts according to
  /// its effect on the residuals, whatever its unit.
  func isWithin(_ options: LeastSquares.Options) -> Bool {
    if let smallest = options.smallestDecrease { return gain <= smallest }
    return length(step) <= options.xTolerance * (length(x) + options.xTolerance)
  }

  private func length(_ x: [Double]) -> Double { zip(scale, x).sum { $0.0 * $0.1 * $0.1 }.squareRoot() }
}
