import CGSL
import GazePipeline
import GazeRecording

/// Memory of GSL's trust region (`multifit_nlinear`) for problems of one shape: its workspace, the table of callbacks
/// that GSL keeps a pointer to, and the arrays between GSL and a problem. The next problem of the same shape takes no
/// new memory. `LeastSquaresSolver` decides on the start, the number of steps and the stop. A workspace must be used by
/// only one thread.
struct TrustRegionWorkspace: ~Copyable {
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

  func begin(_ problem: LeastSquaresProblem, at start: [Double]) throws(LeastSquaresError) {
    callbacks.begin(problem)
    try move(to: start)
    guard callbacks.sawDefinedResidual else { throw .undefinedAtStart }
  }

  func move(to x: [Double]) throws(LeastSquaresError) {
    var x = x
    // The callbacks weigh the rows themselves.
    let status = x.withGSL { gsl_multifit_nlinear_winit($0, nil, system, workspace) }
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
  func converged(xTolerance: Double, gTolerance: Double) -> SolverStop? {
    var info: Int32 = 0
    guard gsl_multifit_nlinear_test(xTolerance, gTolerance, 0, &info, workspace) == 0 else { return nil }
    return info == 1 ? .smallStep : .smallGradient
  }

  /// x, √w·r and √w·J at the current point.
  var position: [Double] { [Double](gsl_multifit_nlinear_position(workspace)) }
  var residuals: [Double] { [Double](gsl_multifit_nlinear_residual(workspace)) }
  var jacobian: Matrix { shape.hasJacobian ? callbacks.j : Matrix(gsl_multifit_nlinear_jac(workspace)) }

  func solution(
    stop: SolverStop, iterations: Int, wantsCovariance: Bool
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
      cost: residuals.sum { $0 * $0 }, iterations: iterations, evaluations: callbacks.evaluations,
      reciprocalCondition: status == 0 && rcond.isFinite ? rcond : 0, rank: known.rank, stop: stop,
      method: shape.method)
  }
}

/// Converts GSL's strided vectors to the problem's arrays and back, and weighs the rows on the way.
private final class TrustRegionCallbacks {
  /// The value that replaces an undefined residual: large, but with a finite square.
  static let large = 1e100

  /// `evaluations`: number of times that GSL requested the residuals.
  private(set) var sawDefinedResidual = false, evaluations = 0
  private var problem: LeastSquaresProblem?
  private var x, r: [Double]
  /// √wᵢ·∂rᵢ/∂xⱼ, 0 where undefined. The Jacobian is that at GSL's current x, since GSL requests it only at points that
  /// it accepts.
  private(set) var j: Matrix
  /// √wᵢ; empty for 1.
  private var roots: [Double] = []

  init(_ shape: TrustRegionWorkspace.Shape) {
    (x, r) = (.zeros(shape.parameters), .zeros(shape.residuals))
    j = Matrix(rows: shape.hasJacobian ? shape.residuals : 0, columns: shape.parameters)
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> TrustRegionCallbacks? {
    context.map { Unmanaged<TrustRegionCallbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin(_ problem: LeastSquaresProblem) {
    self.problem = problem
    (sawDefinedResidual, evaluations) = (false, 0)
    roots.removeAll(keepingCapacity: true)
    if let weights = problem.weights { for weight in weights { roots.append(weight.squareRoot()) } }
    // An element that a problem never writes must be zero, not the last problem's.
    j.values.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  func end() { problem = nil }

  /// GSL's finite differences pass a column of the Jacobian as `f`, so its stride is not 1.
  func residuals(_ xs: UnsafePointer<gsl_vector>?, _ f: UnsafeMutablePointer<gsl_vector>?) -> Int32 {
    guard read(xs), let f = f?.pointee, let data = f.data, let problem else { return GSL_EBADLEN.code }
    problem.residuals(x, &r)
    guard r.count == f.size else { return GSL_EBADLEN.code }
    evaluations += 1
    var undefined = 0
    r.withUnsafeBufferPointer { r in
      for i in r.indices {
        // The comparison is false for NaN, too.
        if abs(r[i]) <= Self.large {
          data[i * f.stride] = r[i]
        } else {
          data[i * f.stride] = r[i] < 0 ? -Self.large : Self.large
          undefined += 1
        }
      }
    }
    for i in roots.indices { data[i * f.stride] *= roots[i] }
    if undefined < r.count { sawDefinedResidual = true }
    return 0
  }

  func jacobian(_ xs: UnsafePointer<gsl_vector>?, _ matrix: UnsafeMutablePointer<gsl_matrix>?) -> Int32 {
    guard read(xs), let matrix = matrix?.pointee, let data = matrix.data, let write = problem?.jacobian else {
      return GSL_EBADLEN.code
    }
    write(x, &j)
    guard matrix.size1 == j.rows, matrix.size2 == j.columns, j.values.count == j.rows * j.columns else {
      return GSL_EBADLEN.code
    }
    let columns = j.columns
    j.values.withUnsafeMutableBufferPointer { values in
      for row in 0..<matrix.size1 {
        let root = roots.isEmpty ? 1 : roots[row]
        for column in 0..<columns {
          let value = values[row * columns + column] * root
          values[row * columns + column] = abs(value) <= Self.large ? value : 0
          data[row * matrix.tda + column] = values[row * columns + column]
        }
      }
    }
    return 0
  }

  private func read(_ xs: UnsafePointer<gsl_vector>?) -> Bool {
    guard let xs = xs?.pointee, let data = xs.data, xs.size == x.count else { return false }
    for i in x.indices { x[i] = data[i * xs.stride] }
    return true
  }
}
