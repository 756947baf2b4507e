import CGSL

/// GSL's trust region for problems of one shape: owns its workspace, the table of callbacks that GSL keeps a pointer to,
/// and the arrays between GSL and a problem, so that the next problem of the shape takes no memory. For one thread.
struct TrustRegionWorkspace: ~Copyable {
  /// What a workspace is made for.
  struct Shape: Equatable {
    var residuals: Int
    var parameters: Int
    var method: LeastSquares.Method
    var solver: LeastSquares.Solver
    var hasJacobian: Bool

    /// GSL's `multilarge_nlinear`, which asks for JᵀJ and Jᵀr and never holds the rows: an n-th of the memory, and no
    /// pass over n × p numbers by GSL's plain loops. It knows no finite differences and, in 2.7, no acceleration.
    var sumsNormalEquations: Bool { solver == .cholesky && hasJacobian && method != .lmaccel }
  }

  enum Step {
    case moved, stalled
  }

  private enum Engine {
    case rows(UnsafeMutablePointer<gsl_multifit_nlinear_workspace>, UnsafeMutablePointer<gsl_multifit_nlinear_fdf>)
    case sums(UnsafeMutablePointer<gsl_multilarge_nlinear_workspace>, UnsafeMutablePointer<gsl_multilarge_nlinear_fdf>)
  }

  let shape: Shape
  /// Steps in the present solution.
  private var iterations = 0
  private let engine: Engine
  private let callbacks: TrustRegionCallbacks

  init(_ shape: Shape) throws(LeastSquaresError) {
    GSL.turnErrorHandlerOff()
    self.shape = shape
    callbacks = TrustRegionCallbacks(shape)
    guard let engine = shape.sumsNormalEquations ? Self.sums(shape, callbacks) : Self.rows(shape, callbacks) else {
      throw .outOfMemory
    }
    self.engine = engine
  }

  private static func rows(_ shape: Shape, _ callbacks: TrustRegionCallbacks) -> Engine? {
    var parameters = gsl_multifit_nlinear_default_parameters()
    parameters.trs =
      switch shape.method {
      case .lm: cgsl_multifit_nlinear_trs_lm()
      case .lmaccel: cgsl_multifit_nlinear_trs_lmaccel()
      case .dogleg: cgsl_multifit_nlinear_trs_dogleg()
      }
    parameters.solver =
      switch shape.solver {
      case .qr: cgsl_multifit_nlinear_solver_qr()
      case .cholesky: cgsl_multifit_nlinear_solver_cholesky()
      }
    parameters.scale = cgsl_multifit_nlinear_scale_more()
    parameters.fdtype = GSL_MULTIFIT_NLINEAR_CTRDIFF
    // GSL's √ε suits forward differences; central ones are best at ∛ε.
    parameters.h_df = 6e-6
    let (n, p) = (shape.residuals, shape.parameters)
    guard let workspace = gsl_multifit_nlinear_alloc(cgsl_multifit_nlinear_trust(), &parameters, n, p) else {
      return nil
    }
    let system = UnsafeMutablePointer<gsl_multifit_nlinear_fdf>.allocate(capacity: 1)
    system.initialize(to: gsl_multifit_nlinear_fdf())
    system.pointee.n = n
    system.pointee.p = p
    system.pointee.f = { x, context, f in TrustRegionCallbacks.from(context)?.residuals(x, f) ?? GSL_EFAULT.code }
    if shape.hasJacobian {
      system.pointee.df = { x, context, j in TrustRegionCallbacks.from(context)?.jacobian(x, j) ?? GSL_EFAULT.code }
    }
    // Unretained is enough: the workspace owns `callbacks` and frees the table before it lets go of them.
    system.pointee.params = Unmanaged.passUnretained(callbacks).toOpaque()
    return .rows(workspace, system)
  }

  private static func sums(_ shape: Shape, _ callbacks: TrustRegionCallbacks) -> Engine? {
    var parameters = gsl_multilarge_nlinear_default_parameters()
    parameters.trs =
      shape.method == .dogleg ? cgsl_multilarge_nlinear_trs_dogleg() : cgsl_multilarge_nlinear_trs_lm()
    let (n, p) = (shape.residuals, shape.parameters)
    guard let workspace = gsl_multilarge_nlinear_alloc(cgsl_multilarge_nlinear_trust(), &parameters, n, p) else {
      return nil
    }
    let system = UnsafeMutablePointer<gsl_multilarge_nlinear_fdf>.allocate(capacity: 1)
    system.initialize(to: gsl_multilarge_nlinear_fdf())
    system.pointee.n = n
    system.pointee.p = p
    system.pointee.f = { x, context, f in TrustRegionCallbacks.from(context)?.residuals(x, f) ?? GSL_EFAULT.code }
    system.pointee.df = { transpose, x, u, context, v, normal in
      TrustRegionCallbacks.from(context)?.normalEquations(transpose == CblasTrans, x, u, v, normal) ?? GSL_EFAULT.code
    }
    system.pointee.params = Unmanaged.passUnretained(callbacks).toOpaque()
    return .sums(workspace, system)
  }

  deinit {
    switch engine {
    case .rows(let workspace, let system):
      gsl_multifit_nlinear_free(workspace)
      system.deinitialize(count: 1)
      system.deallocate()
    case .sums(let workspace, let system):
      gsl_multilarge_nlinear_free(workspace)
      system.deinitialize(count: 1)
      system.deallocate()
    }
  }

  /// Solves one problem of the shape.
  mutating func solve(
    _ problem: LeastSquaresProblem, from start: [Double], options: LeastSquares.Options
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    callbacks.begin(problem)
    defer { callbacks.end() }
    iterations = 0
    try begin(at: start)
    let stop = try run(options)
    return solution(
      stop: stop, wantsCovariance: options.wantsCovariance, wantsJacobian: options.wantsJacobian)
  }

  private mutating func begin(at start: [Double]) throws(LeastSquaresError) {
    var start = start
    let status = start.withUnsafeMutableBufferPointer { x in
      var view = gsl_vector_view_array(x.baseAddress, x.count)
      // The callbacks weigh the rows themselves, alike for both families.
      return switch engine {
      case .rows(let workspace, let system): gsl_multifit_nlinear_winit(&view.vector, nil, system, workspace)
      case .sums(let workspace, let system): gsl_multilarge_nlinear_winit(&view.vector, nil, system, workspace)
      }
    }
    guard status == 0 else { throw GSL.failure("init", status) }
    guard callbacks.sawDefinedResidual else { throw .undefinedAtStart }
  }

  private mutating func run(_ options: LeastSquares.Options) throws(LeastSquaresError) -> LeastSquares.Stop {
    var stalls = 0
    for _ in 0..<max(options.maximumIterations, 1) {
      switch try iterate() {
      case .moved: stalls = 0
      case .stalled: stalls += 1
      }
      iterations += 1
      if let stop = try finished(options) { return stop }
      if let stop = converged(xTolerance: options.xTolerance, gTolerance: options.gTolerance) { return stop }
      // Each stall has shrunk the trust region fifteen times already.
      if stalls >= 3 { return .noDescent }
    }
    return .iterationLimit
  }

  /// Part of the cost below which a Gauss–Newton step is taken unasked (Bates & Watts' relative offset of 3 %).
  private static let nearby = 1e-3
  /// Part of the cost below which JᵀJ is as good as the minimum's: then the last few steps need Jᵀr alone, a sixth of the
  /// work.
  private static let there = 1e-8

  /// Near the minimum the cost does not tell good steps from bad, since it is flat to its rounding: where JᵀJ is at hand
  /// the fit ends there by Gauss–Newton steps, as long as each is at most half of the last. nil while the minimum is
  /// far, or where steps do not shrink: then the trust region goes on.
  ///
  /// Steps count as MINPACK's do, whose `xtol` this is: by |D·step| ≤ xtol·|D·x| with D the lengths of J's columns, so that
  /// a parameter counts as much as it matters to the residuals, whatever its unit.
  private mutating func finished(_ options: LeastSquares.Options) throws(LeastSquaresError) -> LeastSquares.Stop? {
    guard case .sums(let workspace, _) = engine else { return nil }
    var x = array(gsl_multilarge_nlinear_position(workspace))
    var cost = 0.0
    gsl_blas_ddot(workspace.pointee.f, workspace.pointee.f, &cost)
    guard var newton = callbacks.sums.step(array(workspace.pointee.g)), newton.gain <= Self.nearby * cost else {
      return nil
    }
    while true {
      if callbacks.sums.length(newton.step) <= options.xTolerance * (callbacks.sums.length(x) + options.xTolerance) {
        callbacks.keepsMatrix = false
        return .smallStep
      }
      callbacks.keepsMatrix = newton.gain <= Self.there * cost
      try begin(at: zip(x, newton.step).map { $0 + $1 })
      guard let next = callbacks.sums.step(array(workspace.pointee.g)), next.gain <= newton.gain / 4 else {
        callbacks.keepsMatrix = false
        try begin(at: x)
        return nil
      }
      iterations += 1
      x = array(gsl_multilarge_nlinear_position(workspace))
      newton = next
    }
  }

  private mutating func iterate() throws(LeastSquaresError) -> Step {
    let status =
      switch engine {
      case .rows(let workspace, _): gsl_multifit_nlinear_iterate(workspace)
      case .sums(let workspace, _): gsl_multilarge_nlinear_iterate(workspace)
      }
    if status == 0 { return .moved }
    if status == GSL_ENOPROG.code { return .stalled }
    throw GSL.failure("iterate", status)
  }

  private func converged(xTolerance: Double, gTolerance: Double) -> LeastSquares.Stop? {
    var info: Int32 = 0
    let status =
      switch engine {
      case .rows(let workspace, _): gsl_multifit_nlinear_test(xTolerance, gTolerance, 0, &info, workspace)
      case .sums(let workspace, _): gsl_multilarge_nlinear_test(xTolerance, gTolerance, 0, &info, workspace)
      }
    guard status == 0 else { return nil }
    return info == 1 ? .smallStep : .smallGradient
  }

  private func solution(
    stop: LeastSquares.Stop, wantsCovariance: Bool, wantsJacobian: Bool
  ) -> LeastSquaresSolution {
    var rcond = 0.0
    let (x, residuals, jacobian, status): ([Double], [Double], Matrix, Int32)
    switch engine {
    case .rows(let workspace, _):
      x = array(gsl_multifit_nlinear_position(workspace))
      residuals = array(gsl_multifit_nlinear_residual(workspace))
      jacobian = Matrix(gsl_multifit_nlinear_jac(workspace))
      status = gsl_multifit_nlinear_rcond(&rcond, workspace)
    case .sums(let workspace, _):
      x = array(gsl_multilarge_nlinear_position(workspace))
      residuals = array(gsl_multilarge_nlinear_residual(workspace))
      jacobian = wantsJacobian ? callbacks.jacobian(at: x) : Matrix(rows: 0, columns: x.count)
      status = gsl_multilarge_nlinear_rcond(&rcond, workspace)
    }
    let known: (rank: Int, covariance: Matrix?)
    if shape.sumsNormalEquations {
      known = callbacks.sums.rankAndCovariance
    } else if !wantsCovariance {
      known = NormalEquations(jacobian).rankAndCovariance
    } else {
      // A rank below the Jacobian's own error is none: rounding, or that of central differences.
      known = jacobian.rankAndCovariance(tolerance: shape.hasJacobian ? 1e-13 : 1e-9)
    }
    return LeastSquaresSolution(
      x: x, residuals: residuals,
      jacobian: wantsJacobian ? jacobian : Matrix(rows: 0, columns: x.count),
      covariance: wantsCovariance ? known.covariance : nil,
      cost: residuals.reduce(0) { $0 + $1 * $1 }, iterations: iterations, evaluations: callbacks.evaluations,
      reciprocalCondition: status == 0 && rcond.isFinite ? rcond : 0, rank: known.rank, stop: stop,
      method: shape.method, undefinedResiduals: callbacks.undefinedResiduals)
  }

  private func array(_ vector: UnsafeMutablePointer<gsl_vector>?) -> [Double] {
    guard let vector = vector?.pointee, let data = vector.data else { return [] }
    return (0..<vector.size).map { data[$0 * vector.stride] }
  }
}
