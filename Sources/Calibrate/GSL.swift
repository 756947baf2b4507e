import CGSL

/// The only Swift file that reaches the GNU Scientific Library.
enum GSL {
  private static let handlerOff: Void = { _ = gsl_set_error_handler_off() }()

  /// GSL's default error handler aborts the process; this turns it off, once, whichever thread comes first.
  /// Everything below calls it before anything else.
  static func turnErrorHandlerOff() { handlerOff }

  static func failure(_ operation: String, _ code: Int32) -> LeastSquaresFailure {
    if code == GSL_ENOMEM.code { return .outOfMemory }
    return .solver(operation: operation, code: code, reason: String(cString: gsl_strerror(code)))
  }

  /// Quantile of Student's t with `freedom` degrees of freedom; 1.96 at p = 0.975 for many.
  static func studentQuantile(_ p: Double, freedom: Double) -> Double {
    turnErrorHandlerOff()
    return gsl_cdf_tdist_Pinv(p, freedom)
  }

  /// Quantile of χ² with `freedom` degrees of freedom.
  static func chiSquareQuantile(_ p: Double, freedom: Double) -> Double {
    turnErrorHandlerOff()
    return gsl_cdf_chisq_Pinv(p, freedom)
  }
}

// GSL's error codes are an anonymous enum, which Swift imports as Int; its functions return C's int.
extension Int {
  fileprivate var code: Int32 { Int32(truncatingIfNeeded: self) }
}

/// Eigenvalues, the smallest first, and unit eigenvectors of a symmetric matrix.
package struct SymmetricEigen {
  /// Ascending.
  package let values: [Double]
  /// `vectors[k]` belongs to `values[k]`.
  package let vectors: [[Double]]

  /// Decomposes the lower triangle of a square matrix; nil where it is empty, not finite, or GSL fails.
  package init?(_ matrix: Matrix) {
    GSL.turnErrorHandlerOff()
    let n = matrix.rows
    guard n > 0, matrix.columns == n, matrix.values.allSatisfy(\.isFinite) else { return nil }
    guard let a = gsl_matrix_alloc(n, n) else { return nil }
    defer { gsl_matrix_free(a) }
    guard let q = gsl_matrix_alloc(n, n) else { return nil }
    defer { gsl_matrix_free(q) }
    guard let lambda = gsl_vector_alloc(n) else { return nil }
    defer { gsl_vector_free(lambda) }
    guard let workspace = gsl_eigen_symmv_alloc(n) else { return nil }
    defer { gsl_eigen_symmv_free(workspace) }
    for i in 0..<n { for j in 0..<n { gsl_matrix_set(a, i, j, matrix[i, j]) } }
    guard gsl_eigen_symmv(a, lambda, q, workspace) == 0,
      gsl_eigen_symmv_sort(lambda, q, GSL_EIGEN_SORT_VAL_ASC) == 0
    else { return nil }
    values = (0..<n).map { gsl_vector_get(lambda, $0) }
    vectors = (0..<n).map { k in (0..<n).map { gsl_matrix_get(q, $0, k) } }
  }
}

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
  private let callbacks: Callbacks

  init(_ shape: Shape) throws(LeastSquaresFailure) {
    GSL.turnErrorHandlerOff()
    self.shape = shape
    callbacks = Callbacks(shape)
    guard let engine = shape.sumsNormalEquations ? Self.sums(shape, callbacks) : Self.rows(shape, callbacks) else {
      throw .outOfMemory
    }
    self.engine = engine
  }

  private static func rows(_ shape: Shape, _ callbacks: Callbacks) -> Engine? {
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
    system.pointee.f = { x, context, f in Callbacks.from(context)?.residuals(x, f) ?? GSL_EFAULT.code }
    if shape.hasJacobian {
      system.pointee.df = { x, context, j in Callbacks.from(context)?.jacobian(x, j) ?? GSL_EFAULT.code }
    }
    // Unretained is enough: the workspace owns `callbacks` and frees the table before it lets go of them.
    system.pointee.params = Unmanaged.passUnretained(callbacks).toOpaque()
    return .rows(workspace, system)
  }

  private static func sums(_ shape: Shape, _ callbacks: Callbacks) -> Engine? {
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
    system.pointee.f = { x, context, f in Callbacks.from(context)?.residuals(x, f) ?? GSL_EFAULT.code }
    system.pointee.df = { transpose, x, u, context, v, normal in
      Callbacks.from(context)?.normalEquations(transpose == CblasTrans, x, u, v, normal) ?? GSL_EFAULT.code
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
  ) throws(LeastSquaresFailure) -> LeastSquaresSolution {
    callbacks.begin(problem)
    defer { callbacks.end() }
    iterations = 0
    try begin(at: start)
    let stop = try run(options)
    return solution(
      stop: stop, wantsCovariance: options.wantsCovariance, wantsJacobian: options.wantsJacobian)
  }

  private mutating func begin(at start: [Double]) throws(LeastSquaresFailure) {
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

  private mutating func run(_ options: LeastSquares.Options) throws(LeastSquaresFailure) -> LeastSquares.Stop {
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
  private mutating func finished(_ options: LeastSquares.Options) throws(LeastSquaresFailure) -> LeastSquares.Stop? {
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

  private mutating func iterate() throws(LeastSquaresFailure) -> Step {
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

extension Matrix {
  /// A copy of GSL's.
  fileprivate init(_ matrix: UnsafeMutablePointer<gsl_matrix>?) {
    guard let matrix = matrix?.pointee, let data = matrix.data else {
      self.init(rows: 0, columns: 0)
      return
    }
    self.init(rows: matrix.size1, columns: matrix.size2)
    for row in 0..<rows {
      for column in 0..<columns { values[row * columns + column] = data[row * matrix.tda + column] }
    }
  }

  /// Numerical rank of a Jacobian with its columns scaled to unit length, so that it does not depend on the parameters'
  /// units, and (JᵀJ)⁻¹ where it is full: by pivoted QR,
  ///
  ///     J = Q·R·Pᵀ,  rank = #{|Rᵢᵢ| > tolerance·|R₀₀|},  (JᵀJ)⁻¹ = P·R⁻¹·R⁻ᵀ·Pᵀ
  ///
  /// (GSL's own `covar` zeroes what is not determined, which would read as "known exactly".)
  fileprivate func rankAndCovariance(tolerance: Double) -> (rank: Int, covariance: Matrix?) {
    var norms = [Double](repeating: 0, count: columns)
    for i in 0..<rows { for k in 0..<columns { norms[k] += self[i, k] * self[i, k] } }
    for k in norms.indices { norms[k] = norms[k] > 0 && norms[k].isFinite ? norms[k].squareRoot() : 0 }
    guard columns > 0, rows >= columns, let a = gsl_matrix_alloc(rows, columns) else { return (0, nil) }
    defer { gsl_matrix_free(a) }
    guard let tau = gsl_vector_alloc(columns) else { return (0, nil) }
    defer { gsl_vector_free(tau) }
    guard let work = gsl_vector_alloc(columns) else { return (0, nil) }
    defer { gsl_vector_free(work) }
    guard let order = gsl_permutation_alloc(columns) else { return (0, nil) }
    defer { gsl_permutation_free(order) }
    for i in 0..<rows {
      for k in 0..<columns { gsl_matrix_set(a, i, k, norms[k] > 0 ? self[i, k] / norms[k] : 0) }
    }
    var sign: Int32 = 0
    guard gsl_linalg_QRPT_decomp(a, tau, order, &sign, work) == 0 else { return (0, nil) }
    let first = abs(gsl_matrix_get(a, 0, 0))
    let rank = (0..<columns).prefix { abs(gsl_matrix_get(a, $0, $0)) > tolerance * first }.count
    guard rank == columns, first.isFinite else { return (first > 0 ? rank : 0, nil) }

    var upper = gsl_matrix_submatrix(a, 0, 0, columns, columns)
    guard gsl_linalg_tri_invert(CblasUpper, CblasNonUnit, &upper.matrix) == 0 else { return (rank, nil) }
    var covariance = Matrix(rows: columns, columns: columns)
    for i in 0..<columns {
      let row = gsl_permutation_get(order, i)
      for k in 0...i {
        let column = gsl_permutation_get(order, k)
        var sum = 0.0
        for m in i..<columns { sum += gsl_matrix_get(&upper.matrix, i, m) * gsl_matrix_get(&upper.matrix, k, m) }
        let value = sum / (norms[row] * norms[column])
        covariance[row, column] = value
        covariance[column, row] = value
      }
    }
    return (rank, covariance.values.allSatisfy(\.isFinite) ? covariance : nil)
  }
}

extension NormalEquations {
  /// The same from JᵀJ alone, where singular values below 1e-7 of the largest drown in the rounding.
  fileprivate var rankAndCovariance: (rank: Int, covariance: Matrix?) {
    let p = matrix.columns
    let scale = matrix.diagonal.map { $0 > 0 && $0.isFinite ? 1 / $0.squareRoot() : 0 }
    var scaled = matrix
    for i in 0..<p { for k in 0..<p { scaled[i, k] *= scale[i] * scale[k] } }
    guard let eigen = SymmetricEigen(scaled), let largest = eigen.values.last, largest > 0 else { return (0, nil) }
    let rank = eigen.values.count { $0 > 1e-14 * largest }
    guard rank == p, let factor = CholeskyFactor(matrix) else { return (rank, nil) }
    var unit = Matrix(rows: p, columns: p)
    for i in 0..<p { unit[i, i] = 1 }
    let covariance = factor.solve(unit)
    return (rank, covariance.values.allSatisfy(\.isFinite) ? covariance : nil)
  }
}

/// From GSL's strided vectors to the problem's arrays and back; weighs the rows on the way.
private final class Callbacks {
  /// What an undefined residual becomes: large, and its square still finite.
  static let large = 1e100

  private(set) var undefinedResiduals = 0
  private(set) var sawDefinedResidual = false
  /// Times that the residuals were asked for.
  private(set) var evaluations = 0
  /// √wᵢ·∂rᵢ/∂xⱼ where it was last asked for.
  private(set) var j: Matrix
  private var problem: LeastSquaresProblem?
  private var x: [Double]
  private var r: [Double]
  /// √wᵢ; empty for 1.
  private var roots: [Double] = []
  /// Does a solution hold `j`?
  private var isLent = false
  /// Where `j` is; empty for nowhere yet.
  private var place: [Double] = []
  /// `j`ᵀ`j`, where GSL asks for that.
  private(set) var sums: NormalEquations
  /// Is `j`ᵀ`j` left as it is where GSL asks for it? Brought up to date when it no longer is.
  var keepsMatrix = false {
    didSet { if oldValue, !keepsMatrix { sums.update(j) } }
  }

  init(_ shape: TrustRegionWorkspace.Shape) {
    x = [Double](repeating: 0, count: shape.parameters)
    r = [Double](repeating: 0, count: shape.residuals)
    j = Matrix(rows: shape.hasJacobian ? shape.residuals : 0, columns: shape.parameters)
    sums = NormalEquations(columns: shape.parameters)
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> Callbacks? {
    context.map { Unmanaged<Callbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin(_ problem: LeastSquaresProblem) {
    self.problem = problem
    (undefinedResiduals, sawDefinedResidual, evaluations) = (0, false, 0)
    place.removeAll(keepingCapacity: true)
    roots.removeAll(keepingCapacity: true)
    if let weights = problem.weights { for weight in weights { roots.append(weight.squareRoot()) } }
    // What a problem never writes must be zero, not the last problem's. A Jacobian that a solution holds would be copied
    // first, so it gets another.
    if isLent {
      j = Matrix(rows: j.rows, columns: j.columns)
      isLent = false
    } else {
      j.values.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
  }

  func end() { problem = nil }

  /// GSL's finite differences pass a column of the Jacobian as `f`, so its stride is not 1.
  func residuals(_ xs: UnsafePointer<gsl_vector>?, _ f: UnsafeMutablePointer<gsl_vector>?) -> Int32 {
    guard read(xs), let f = f?.pointee, let data = f.data, f.size == r.count, let problem else {
      return GSL_EBADLEN.code
    }
    if let both = problem.both {
      both(x, &r, &j)
      guard weigh() else { return GSL_EBADLEN.code }
    } else {
      problem.residuals(x, &r)
    }
    guard r.count == f.size else { return GSL_EBADLEN.code }
    evaluations += 1
    var undefined = 0
    r.withUnsafeBufferPointer { r in
      for i in r.indices {
        // False for NaN.
        if abs(r[i]) <= Self.large {
          data[i * f.stride] = r[i]
        } else {
          data[i * f.stride] = r[i] < 0 ? -Self.large : Self.large
          undefined += 1
        }
      }
    }
    for i in roots.indices { data[i * f.stride] *= roots[i] }
    undefinedResiduals += undefined
    if undefined < r.count { sawDefinedResidual = true }
    return 0
  }

  /// Writes J.
  func jacobian(_ xs: UnsafePointer<gsl_vector>?, _ matrix: UnsafeMutablePointer<gsl_matrix>?) -> Int32 {
    guard read(xs), let matrix = matrix?.pointee, let data = matrix.data, differentiate(),
      matrix.size1 == j.rows, matrix.size2 == j.columns
    else { return GSL_EBADLEN.code }
    clean()
    j.values.withUnsafeBufferPointer { values in
      for row in 0..<j.rows {
        for column in 0..<j.columns { data[row * matrix.tda + column] = values[row * j.columns + column] }
      }
    }
    return 0
  }

  /// J at x, which is where it is unless a step from there was rejected.
  func jacobian(at x: [Double]) -> Matrix {
    if place != x {
      self.x.replaceSubrange(self.x.indices, with: x)
      _ = differentiate()
    }
    clean()
    isLent = true
    return j
  }

  /// Writes v = Jᵀu, or J·u, and JᵀJ; each where it is asked for.
  func normalEquations(
    _ isTransposed: Bool, _ xs: UnsafePointer<gsl_vector>?, _ u: UnsafePointer<gsl_vector>?,
    _ v: UnsafeMutablePointer<gsl_vector>?, _ matrix: UnsafeMutablePointer<gsl_matrix>?
  ) -> Int32 {
    guard read(xs), differentiate() else { return GSL_EBADLEN.code }
    let (rows, columns) = (j.rows, j.columns)
    // GSL's vectors are contiguous here, but nothing says so.
    let from = u.flatMap {
      $0.pointee.stride == 1 ? UnsafeBufferPointer(start: $0.pointee.data, count: $0.pointee.size) : nil
    }
    if let matrix = matrix?.pointee, let data = matrix.data {
      guard matrix.size1 == columns, matrix.size2 == columns else { return GSL_EBADLEN.code }
      sums.update(j, times: isTransposed ? from : nil, keepsMatrix: keepsMatrix)
      if !sums.isDefined {
        clean()
        sums.update(j, times: isTransposed ? from : nil)
      }
      for i in 0..<columns { for k in 0..<columns { data[i * matrix.tda + k] = sums.matrix[i, k] } }
    }
    guard let v = v?.pointee, let to = v.data else { return 0 }
    guard let from, from.count == (isTransposed ? rows : columns), v.size == (isTransposed ? columns : rows) else {
      return GSL_EBADLEN.code
    }
    let product = !isTransposed ? j.times(Array(from)) : matrix == nil ? j.transposed(times: from) : sums.product
    for i in 0..<v.size { to[i * v.stride] = product[i] }
    return 0
  }

  /// Brings `j` to x. False where it has not the problem's shape.
  private func differentiate() -> Bool {
    if place == x { return true }
    guard let jacobian = problem?.jacobian else { return false }
    jacobian(x, &j)
    return weigh()
  }

  /// Weighs what the problem has written at x.
  private func weigh() -> Bool {
    guard j.rows == r.count, j.columns == x.count, j.values.count == j.rows * j.columns else { return false }
    let columns = j.columns
    if !roots.isEmpty {
      j.values.withUnsafeMutableBufferPointer { values in
        for (row, root) in roots.enumerated() {
          for k in row * columns..<(row + 1) * columns { values[k] *= root }
        }
      }
    }
    place.replaceSubrange(place.indices, with: x)
    return true
  }

  /// Makes 0 of what is not finite in `j`.
  private func clean() {
    j.values.withUnsafeMutableBufferPointer { values in
      for i in values.indices where !(abs(values[i]) <= Self.large) { values[i] = 0 }
    }
  }

  private func read(_ xs: UnsafePointer<gsl_vector>?) -> Bool {
    guard let xs = xs?.pointee, let data = xs.data, xs.size == x.count else { return false }
    for i in x.indices { x[i] = data[i * xs.stride] }
    return true
  }
}

/// Points that fill the unit cube evenly, always the same (Sobol 1967; GSL's `gsl_qrng_sobol`).
struct SobolPoints: ~Copyable {
  /// Dimensions that GSL has direction numbers for.
  static let mostDimensions = 40

  private let generator: UnsafeMutablePointer<gsl_qrng>
  private let dimensions: Int

  /// nil for no dimension, or more than 40.
  init?(dimensions: Int) {
    GSL.turnErrorHandlerOff()
    guard (1...Self.mostDimensions).contains(dimensions),
      let generator = gsl_qrng_alloc(cgsl_qrng_sobol(), UInt32(dimensions))
    else { return nil }
    self.generator = generator
    self.dimensions = dimensions
  }

  deinit { gsl_qrng_free(generator) }

  /// The next point, each coordinate in [0, 1); the first is the cube's middle.
  mutating func next() -> [Double] {
    var point = [Double](repeating: 0, count: dimensions)
    _ = gsl_qrng_get(generator, &point)
    return point
  }
}

extension RobustLoss {
  /// Weights w(z) of residuals in standard deviations, as GSL's `multifit_robust` has them.
  func weights(_ deviates: [Double]) -> [Double] {
    GSL.turnErrorHandlerOff()
    guard !deviates.isEmpty else { return [] }
    let type =
      switch self {
      case .huber: cgsl_multifit_robust_huber()
      case .bisquare: cgsl_multifit_robust_bisquare()
      }
    guard let type, let function = type.pointee.wfun else { return deviates.map { _ in 1 } }
    var scaled = deviates.map { $0 / type.pointee.tuning_default }
    var weights = [Double](repeating: 1, count: scaled.count)
    scaled.withUnsafeMutableBufferPointer { scaled in
      weights.withUnsafeMutableBufferPointer { weights in
        var from = gsl_vector_view_array(scaled.baseAddress, scaled.count)
        var to = gsl_vector_view_array(weights.baseAddress, weights.count)
        _ = function(&from.vector, &to.vector)
      }
    }
    return weights
  }

  /// The |z| of a standard normal that is exceeded as often as a χ² of `freedom` exceeds `square`: lengths of residual
  /// vectors of different dimension on one scale.
  static func normalDeviate(square: Double, freedom: Int) -> Double {
    GSL.turnErrorHandlerOff()
    if freedom == 1 { return square.squareRoot() }
    let tail = gsl_cdf_chisq_Q(square, Double(freedom)) / 2
    // Beyond 38 standard deviations the tail underflows.
    return tail > 0 ? gsl_cdf_ugaussian_Qinv(tail) : .infinity
  }
}

/// A symmetric positive definite matrix, factored: L·Lᵀ of its equilibrated form.
struct CholeskyFactor {
  private var factor: Matrix
  private let scale: [Double]

  /// Factors a matrix; nil where it is not positive definite to working precision.
  init?(_ matrix: Matrix) { self.init(matrix, load: 0) }

  /// Factors a matrix that may be singular: its diagonal is raised, by 1e-12 of itself and tenfold more until that is
  /// enough, so that steps go along what is determined.
  init(loading matrix: Matrix) {
    var load = 0.0
    while true {
      if let factored = CholeskyFactor(matrix, load: load) {
        self = factored
        return
      }
      load = load == 0 ? 1e-12 : load * 10
      if load > 1 {
        // Not finite: no step.
        factor = Matrix(rows: 0, columns: 0)
        scale = [Double](repeating: 0, count: matrix.rows)
        return
      }
    }
  }

  private init?(_ matrix: Matrix, load: Double) {
    GSL.turnErrorHandlerOff()
    let n = matrix.rows
    var scale = [Double](repeating: 0, count: n)
    for i in 0..<n {
      let diagonal = matrix[i, i]
      guard diagonal.isFinite else { return nil }
      scale[i] = diagonal > 0 ? 1 / diagonal.squareRoot() : 1
    }
    var factor = matrix
    for i in 0..<n {
      for j in 0..<n { factor[i, j] *= scale[i] * scale[j] }
      factor[i, i] = (matrix[i, i] > 0 ? 1 : 0) + load
    }
    let status = factor.values.withUnsafeMutableBufferPointer { values in
      var view = gsl_matrix_view_array(values.baseAddress, n, n)
      return n == 0 ? 0 : gsl_linalg_cholesky_decomp1(&view.matrix)
    }
    guard status == 0, (0..<n).allSatisfy({ factor[$0, $0] > 1e-7 && factor[$0, $0].isFinite }) else { return nil }
    self.factor = factor
    self.scale = scale
  }

  /// A⁻¹·b.
  func solve(_ b: [Double]) -> [Double] {
    var x = zip(b, scale).map { $0 * $1 }
    guard factor.rows > 0 else { return x.map { _ in 0 } }
    var values = factor.values
    let n = factor.rows
    values.withUnsafeMutableBufferPointer { values in
      x.withUnsafeMutableBufferPointer { x in
        var matrix = gsl_matrix_view_array(values.baseAddress, n, n)
        var vector = gsl_vector_view_array(x.baseAddress, n)
        _ = gsl_linalg_cholesky_svx(&matrix.matrix, &vector.vector)
      }
    }
    for i in x.indices { x[i] *= scale[i] }
    return x
  }

  /// A⁻¹·B.
  func solve(_ b: Matrix) -> Matrix {
    var x = Matrix(rows: b.rows, columns: b.columns)
    for column in 0..<b.columns {
      let solved = solve((0..<b.rows).map { b[$0, column] })
      for row in 0..<b.rows { x[row, column] = solved[row] }
    }
    return x
  }
}

/// Minimisation without derivatives by a simplex (Nelder & Mead 1965; GSL's `nmsimplex2`), for costs that are not smooth.
enum Simplex {
  /// Where it ended.
  struct Minimum {
    var x: [Double]
    var value: Double
    var evaluations: Int
  }

  /// Minimises until the simplex's size is below `tolerance`, or about `evaluations` are used up.
  ///
  /// - Parameters:
  ///   - start: one corner; the others are `step` away along each axis.
  ///   - objective: not finite counts as very large.
  /// - Throws: where the start is empty or GSL fails.
  static func minimise(
    from start: [Double], step: Double, tolerance: Double = 1e-2, evaluations: Int,
    _ objective: ([Double]) -> Double
  ) throws(LeastSquaresFailure) -> Minimum {
    GSL.turnErrorHandlerOff()
    let n = start.count
    guard n > 0 else { throw .shape("the start is empty, expected at least one number") }
    let type = cgsl_multimin_fminimizer_nmsimplex2()
    guard let minimiser = gsl_multimin_fminimizer_alloc(type, n) else { throw .outOfMemory }
    defer { gsl_multimin_fminimizer_free(minimiser) }
    guard let x = gsl_vector_alloc(n) else { throw .outOfMemory }
    defer { gsl_vector_free(x) }
    guard let steps = gsl_vector_alloc(n) else { throw .outOfMemory }
    defer { gsl_vector_free(steps) }
    for i in 0..<n { gsl_vector_set(x, i, start[i]) }
    gsl_vector_set_all(steps, step)
    return try withoutActuallyEscaping(objective) { objective throws(LeastSquaresFailure) in
      let callback = SimplexCallback(n, objective)
      var function = gsl_multimin_function(
        f: { x, context in
          guard let context else { return SimplexCallback.large }
          return Unmanaged<SimplexCallback>.fromOpaque(context).takeUnretainedValue().value(x)
        }, n: n, params: Unmanaged.passUnretained(callback).toOpaque())
      let minimum = try withUnsafeMutablePointer(to: &function) { function throws(LeastSquaresFailure) in
        var status = gsl_multimin_fminimizer_set(minimiser, function, x, steps)
        guard status == 0 else { throw GSL.failure("set", status) }
        while callback.evaluations < evaluations {
          status = gsl_multimin_fminimizer_iterate(minimiser)
          // No better point from here: it has converged as far as it can.
          if status != 0 { break }
          if gsl_multimin_test_size(gsl_multimin_fminimizer_size(minimiser), tolerance) == 0 { break }
        }
        let best = gsl_multimin_fminimizer_x(minimiser)
        return Minimum(
          x: (0..<n).map { gsl_vector_get(best, $0) }, value: gsl_multimin_fminimizer_minimum(minimiser),
          evaluations: callback.evaluations)
      }
      // GSL holds it unretained until here.
      withExtendedLifetime(callback) {}
      return minimum
    }
  }
}

/// From GSL's strided vector to the objective's array.
private final class SimplexCallback {
  /// What an undefined cost becomes.
  static let large = 1e100

  private(set) var evaluations = 0
  private var x: [Double]
  private let objective: ([Double]) -> Double

  init(_ count: Int, _ objective: @escaping ([Double]) -> Double) {
    x = [Double](repeating: 0, count: count)
    self.objective = objective
  }

  func value(_ xs: UnsafePointer<gsl_vector>?) -> Double {
    guard let xs = xs?.pointee, let data = xs.data, xs.size == x.count else { return Self.large }
    for i in x.indices { x[i] = data[i * xs.stride] }
    evaluations += 1
    let value = objective(x)
    return abs(value) <= Self.large ? value : Self.large
  }
}
