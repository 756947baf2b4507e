import CGSL
import GazeRecording

/// Memory of GSL's trust region (`multifit_nlinear`) for problems of one shape: its workspace, the table of callbacks
/// that GSL keeps a pointer to, and the arrays between GSL and a problem. The next problem of the same shape takes no
/// new memory. `LeastSquaresSolver` decides on the start, the number of steps and the stop. A workspace must be used by
/// only one thread.
struct TrustRegionWorkspace: ~Copyable {
  /// Everything that the memory depends on.
  struct Shape: Equatable {
    var residuals: Int
    var parameters: Int
    var method: LeastSquares.Method
    var solver: LeastSquares.Solver
    var hasJacobian: Bool
  }

  let shape: Shape
  private let workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>
  private let system: UnsafeMutablePointer<gsl_multifit_nlinear_fdf>
  private let callbacks: TrustRegionCallbacks

  init(_ shape: Shape) throws(LeastSquaresError) {
    GSL.turnErrorHandlerOff()
    var parameters = Self.parameters(shape)
    guard
      let workspace = gsl_multifit_nlinear_alloc(
        cgsl_multifit_nlinear_trust(), &parameters, shape.residuals, shape.parameters)
    else { throw .outOfMemory }
    self.shape = shape
    self.workspace = workspace
    callbacks = TrustRegionCallbacks(shape)
    system = Self.system(shape, callbacks)
  }

  private static func parameters(_ shape: Shape) -> gsl_multifit_nlinear_parameters {
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
    // The step is ∛ε, the best one for central differences; GSL's default √ε is for forward differences.
    parameters.h_df = 6e-6
    return parameters
  }

  private static func system(
    _ shape: Shape, _ callbacks: TrustRegionCallbacks
  ) -> UnsafeMutablePointer<gsl_multifit_nlinear_fdf> {
    let system = UnsafeMutablePointer<gsl_multifit_nlinear_fdf>.allocate(capacity: 1)
    system.initialize(to: gsl_multifit_nlinear_fdf())
    (system.pointee.n, system.pointee.p) = (shape.residuals, shape.parameters)
    system.pointee.f = { x, context, f in TrustRegionCallbacks.from(context)?.residuals(x, f) ?? GSL_EFAULT.code }
    if shape.hasJacobian {
      system.pointee.df = { x, context, j in TrustRegionCallbacks.from(context)?.jacobian(x, j) ?? GSL_EFAULT.code }
    }
    // The pointer need not be retained: the workspace owns `callbacks` and frees GSL's table before it releases them.
    system.pointee.params = Unmanaged.passUnretained(callbacks).toOpaque()
    return system
  }

  deinit {
    gsl_multifit_nlinear_free(workspace)
    system.deinitialize(count: 1)
    system.deallocate()
  }

  /// Begins a problem of this shape at a start; `end` releases it.
  func begin(_ problem: LeastSquaresProblem, at start: [Double]) throws(LeastSquaresError) {
    callbacks.begin(problem)
    try move(to: start)
    guard callbacks.sawDefinedResidual else { throw .undefinedAtStart }
  }

  /// Begins again at another point of the same problem.
  func move(to x: [Double]) throws(LeastSquaresError) {
    var x = x
    let status = x.withUnsafeMutableBufferPointer { x in
      var view = gsl_vector_view_array(x.baseAddress, x.count)
      // The callbacks weigh the rows themselves.
      return gsl_multifit_nlinear_winit(&view.vector, nil, system, workspace)
    }
    guard status == 0 else { throw GSL.failure("init", status) }
  }

  func end() { callbacks.end() }

  /// Takes one step; false if no step within the trust region lowers the cost.
  func step() throws(LeastSquaresError) -> Bool {
    let status = gsl_multifit_nlinear_iterate(workspace)
    guard status == 0 || status == GSL_ENOPROG.code else { throw GSL.failure("iterate", status) }
    return status == 0
  }

  /// The test that the last step passes; nil for none.
  func converged(xTolerance: Double, gTolerance: Double) -> LeastSquares.Stop? {
    var info: Int32 = 0
    guard gsl_multifit_nlinear_test(xTolerance, gTolerance, 0, &info, workspace) == 0 else { return nil }
    return info == 1 ? .smallStep : .smallGradient
  }

  /// x, √w·r and √w·J at the current point.
  var position: [Double] { array(gsl_multifit_nlinear_position(workspace)) }
  var residuals: [Double] { array(gsl_multifit_nlinear_residual(workspace)) }
  var jacobian: Matrix { shape.hasJacobian ? callbacks.j : Matrix(gsl_multifit_nlinear_jac(workspace)) }

  /// Solution with everything known at the current point.
  func solution(
    stop: LeastSquares.Stop, iterations: Int, wantsCovariance: Bool
  ) -> LeastSquaresSolution {
    let (residuals, jacobian) = (residuals, jacobian)
    var rcond = 0.0
    let status = gsl_multifit_nlinear_rcond(&rcond, workspace)
    // The tolerance of the rank is the Jacobian's own error: rounding, or the error of central differences.
    let known =
      shape.solver == .qr && wantsCovariance
      ? jacobian.rankAndCovariance(tolerance: shape.hasJacobian ? 1e-13 : 1e-9)
      : jacobian.squares.rankAndCovarianceOfSquares
    return LeastSquaresSolution(
      x: position, residuals: residuals, jacobian: jacobian, covariance: wantsCovariance ? known.covariance : nil,
      cost: residuals.reduce(0) { $0 + $1 * $1 }, iterations: iterations, evaluations: callbacks.evaluations,
      reciprocalCondition: status == 0 && rcond.isFinite ? rcond : 0, rank: known.rank, stop: stop,
      method: shape.method,
      undefinedResiduals: callbacks.undefinedResiduals)
  }

  private func array(_ vector: UnsafeMutablePointer<gsl_vector>?) -> [Double] {
    guard let vector = vector?.pointee, let data = vector.data else { return [] }
    return (0..<vector.size).map { data[$0 * vector.stride] }
  }
}
