/// Solves one problem after another and keeps what GSL has allocated: with problems of one shape nothing is allocated
/// again but what a solution holds. For one thread; make one a thread.
///
/// From a start it tries `options.method`, and goes on only where that fails:
///
///     lm → lmaccel → dogleg
///
/// A method has failed where GSL stops with an error, where the steps run out, or where it ends at a point that does not
/// see all parameters (a Jacobian of less than full rank: the far side of a saturated model looks like a minimum). The
/// lowest cost of all tried is the solution; where none is trusted, the caller sees so by `stop` and `rank`.
package struct LeastSquaresSolver: ~Copyable {
  /// What steers it.
  package var options: LeastSquares.Options
  private var workspace: TrustRegionWorkspace?

  /// A solver that has no memory yet.
  package init(options: LeastSquares.Options = .init()) {
    self.options = options
    workspace = nil
  }

  /// Solves from one start.
  ///
  /// - Throws: `LeastSquaresError` where the shapes disagree, the start is outside the model's domain, or GSL fails;
  ///   the first failure, where no attempt succeeded.
  package mutating func solve(
    _ problem: LeastSquaresProblem, from start: [Double]
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    try problem.check(start)
    var search = Search()
    for method in options.chain {
      search.note { () throws(LeastSquaresError) in try attempt(problem, from: start, method) }
      if let best = search.trusted { return best }
      // Where the model has no value no other method has one.
      if search.failure == .undefinedAtStart { break }
    }
    guard let best = search.best else { throw search.failure ?? .undefinedAtStart }
    return best
  }

  /// One method. Cholesky stops at a singular JᵀJ, where QR steps along what is determined.
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
      // The old one's memory goes first.
      workspace = nil
      workspace = try TrustRegionWorkspace(shape)
    }
    guard let solution = try workspace?.solve(problem, from: start, options: options) else { throw .outOfMemory }
    return solution
  }
}

extension LeastSquaresSolution {
  /// Can it be believed to be a minimum, and one that sees all parameters?
  var isTrusted: Bool { stop.isConverged && rank == x.count }
}

/// What has been found so far.
private struct Search {
  private(set) var best: LeastSquaresSolution?
  private(set) var failure: LeastSquaresError?

  /// The best, where it can be believed.
  var trusted: LeastSquaresSolution? { best.flatMap { $0.isTrusted ? $0 : nil } }

  mutating func note(_ attempt: () throws(LeastSquaresError) -> LeastSquaresSolution) {
    do throws(LeastSquaresError) {
      let found = try attempt()
      guard found.cost.isFinite else { return }
      if let best, best.cost <= found.cost { return }
      best = found
    } catch {
      failure = failure ?? error
    }
  }
}

extension LeastSquaresProblem {
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
