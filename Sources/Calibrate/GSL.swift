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

/// One solver at work: owns GSL's workspace, the table of callbacks that GSL keeps a pointer to, and the problem.
struct TrustRegionWorkspace: ~Copyable {
  enum Step {
    case moved, stalled
  }

  private let workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>
  private let system: UnsafeMutablePointer<gsl_multifit_nlinear_fdf>
  private let callbacks: Callbacks
  private let wantsCovariance: Bool

  init(_ problem: LeastSquaresProblem, options: LeastSquares.Options) throws(LeastSquaresFailure) {
    GSL.turnErrorHandlerOff()
    var parameters = gsl_multifit_nlinear_default_parameters()
    parameters.trs =
      switch options.method {
      case .lm: cgsl_multifit_nlinear_trs_lm()
      case .lmaccel: cgsl_multifit_nlinear_trs_lmaccel()
      case .dogleg: cgsl_multifit_nlinear_trs_dogleg()
      }
    parameters.solver =
      switch options.solver {
      case .qr: cgsl_multifit_nlinear_solver_qr()
      case .cholesky: cgsl_multifit_nlinear_solver_cholesky()
      }
    parameters.scale = cgsl_multifit_nlinear_scale_more()
    parameters.fdtype = GSL_MULTIFIT_NLINEAR_CTRDIFF
    // GSL's √ε suits forward differences; central ones are best at ∛ε.
    parameters.h_df = 6e-6
    let (n, p) = (problem.residualCount, problem.parameterCount)
    guard let workspace = gsl_multifit_nlinear_alloc(cgsl_multifit_nlinear_trust(), &parameters, n, p) else {
      throw .outOfMemory
    }
    self.workspace = workspace
    callbacks = Callbacks(problem)
    wantsCovariance = options.wantsCovariance
    system = .allocate(capacity: 1)
    system.initialize(to: gsl_multifit_nlinear_fdf())
    system.pointee.n = n
    system.pointee.p = p
    system.pointee.f = { x, context, f in Callbacks.from(context)?.residuals(x, f) ?? GSL_EFAULT.code }
    if problem.jacobian != nil {
      system.pointee.df = { x, context, j in Callbacks.from(context)?.jacobian(x, j) ?? GSL_EFAULT.code }
    }
    // Unretained is enough: this value owns `callbacks` and frees the table before it lets go of them.
    system.pointee.params = Unmanaged.passUnretained(callbacks).toOpaque()
  }

  deinit {
    gsl_multifit_nlinear_free(workspace)
    system.deinitialize(count: 1)
    system.deallocate()
  }

  mutating func begin(at start: [Double]) throws(LeastSquaresFailure) {
    var start = start
    var weights = callbacks.problem.weights ?? []
    let hasWeights = callbacks.problem.weights != nil
    let status = start.withUnsafeMutableBufferPointer { x in
      weights.withUnsafeMutableBufferPointer { w in
        var xView = gsl_vector_view_array(x.baseAddress, x.count)
        guard hasWeights else { return gsl_multifit_nlinear_init(&xView.vector, system, workspace) }
        var wView = gsl_vector_view_array(w.baseAddress, w.count)
        return gsl_multifit_nlinear_winit(&xView.vector, &wView.vector, system, workspace)
      }
    }
    guard status == 0 else { throw GSL.failure("init", status) }
    guard callbacks.sawDefinedResidual else { throw .undefinedAtStart }
  }

  mutating func iterate() throws(LeastSquaresFailure) -> Step {
    let status = gsl_multifit_nlinear_iterate(workspace)
    if status == 0 { return .moved }
    if status == GSL_ENOPROG.code { return .stalled }
    throw GSL.failure("iterate", status)
  }

  func converged(xTolerance: Double, gTolerance: Double) -> LeastSquares.Stop? {
    var info: Int32 = 0
    guard gsl_multifit_nlinear_test(xTolerance, gTolerance, 0, &info, workspace) == 0 else { return nil }
    return info == 1 ? .smallStep : .smallGradient
  }

  func solution(stop: LeastSquares.Stop) -> LeastSquaresSolution {
    let x = array(gsl_multifit_nlinear_position(workspace))
    let residuals = array(gsl_multifit_nlinear_residual(workspace))
    var jacobian = Matrix(rows: residuals.count, columns: x.count)
    let j = gsl_multifit_nlinear_jac(workspace)
    for row in 0..<jacobian.rows {
      for column in 0..<x.count { jacobian[row, column] = gsl_matrix_get(j, row, column) }
    }
    var rcond = 0.0
    if gsl_multifit_nlinear_rcond(&rcond, workspace) != 0 || !rcond.isFinite { rcond = 0 }
    return LeastSquaresSolution(
      x: x, residuals: residuals, jacobian: jacobian,
      covariance: wantsCovariance ? covariance(of: j, count: x.count, columnNorms: jacobian.columnNorms) : nil,
      cost: residuals.reduce(0) { $0 + $1 * $1 }, iterations: Int(gsl_multifit_nlinear_niter(workspace)),
      reciprocalCondition: rcond, stop: stop, undefinedResiduals: callbacks.undefinedResiduals)
  }

  /// (JᵀJ)⁻¹ by GSL's pivoted QR. It zeroes what a rank-deficient J does not determine, which would read as
  /// "known exactly"; so a zero on the diagonal gives nil.
  private func covariance(
    of j: UnsafeMutablePointer<gsl_matrix>?, count: Int, columnNorms: [Double]
  ) -> Matrix? {
    guard let result = gsl_matrix_alloc(count, count) else { return nil }
    defer { gsl_matrix_free(result) }
    // Scaled to unit columns first, so that the rank does not depend on the parameters' units.
    guard let j, let scaled = gsl_matrix_alloc(j.pointee.size1, count) else { return nil }
    defer { gsl_matrix_free(scaled) }
    guard columnNorms.allSatisfy({ $0 > 0 && $0.isFinite }), gsl_matrix_memcpy(scaled, j) == 0 else { return nil }
    for row in 0..<j.pointee.size1 {
      for column in 0..<count {
        gsl_matrix_set(scaled, row, column, gsl_matrix_get(j, row, column) / columnNorms[column])
      }
    }
    // A rank below the Jacobian's own error is none: rounding, or that of central differences.
    let tolerance = callbacks.problem.jacobian == nil ? 1e-9 : 1e-13
    guard gsl_multifit_nlinear_covar(scaled, tolerance, result) == 0 else { return nil }
    var covariance = Matrix(rows: count, columns: count)
    for row in 0..<count {
      for column in 0..<count {
        covariance[row, column] = gsl_matrix_get(result, row, column) / (columnNorms[row] * columnNorms[column])
      }
    }
    return covariance.diagonal.allSatisfy { $0 > 0 && $0.isFinite } ? covariance : nil
  }

  private func array(_ vector: UnsafeMutablePointer<gsl_vector>?) -> [Double] {
    guard let vector else { return [] }
    return (0..<vector.pointee.size).map { gsl_vector_get(vector, $0) }
  }
}

extension Matrix {
  /// Euclidean length of each column.
  fileprivate var columnNorms: [Double] {
    var squares = [Double](repeating: 0, count: columns)
    for i in 0..<rows { for j in 0..<columns { squares[j] += self[i, j] * self[i, j] } }
    return squares.map { $0.squareRoot() }
  }
}

/// From GSL's strided vectors to the problem's arrays and back.
private final class Callbacks {
  /// What an undefined residual becomes: large, and its square still finite.
  static let large = 1e100

  let problem: LeastSquaresProblem
  private(set) var undefinedResiduals = 0
  private(set) var sawDefinedResidual = false
  private var x: [Double]
  private var r: [Double]
  private var j: Matrix

  init(_ problem: LeastSquaresProblem) {
    self.problem = problem
    x = [Double](repeating: 0, count: problem.parameterCount)
    r = [Double](repeating: 0, count: problem.residualCount)
    j = Matrix(rows: problem.jacobian == nil ? 0 : problem.residualCount, columns: problem.parameterCount)
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> Callbacks? {
    context.map { Unmanaged<Callbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// GSL's finite differences pass a column of the Jacobian as `f`, so its stride is not 1.
  func residuals(_ xs: UnsafePointer<gsl_vector>?, _ f: UnsafeMutablePointer<gsl_vector>?) -> Int32 {
    guard read(xs), let f = f?.pointee, let data = f.data, f.size == r.count else { return GSL_EBADLEN.code }
    problem.residuals(x, &r)
    guard r.count == f.size else { return GSL_EBADLEN.code }
    for i in r.indices {
      if abs(r[i]) <= Self.large {
        data[i * f.stride] = r[i]
        sawDefinedResidual = true
      } else {
        data[i * f.stride] = r[i] < 0 ? -Self.large : Self.large
        undefinedResiduals += 1
      }
    }
    return 0
  }

  func jacobian(_ xs: UnsafePointer<gsl_vector>?, _ matrix: UnsafeMutablePointer<gsl_matrix>?) -> Int32 {
    guard read(xs), let matrix = matrix?.pointee, let data = matrix.data, let jacobian = problem.jacobian else {
      return GSL_EBADLEN.code
    }
    jacobian(x, &j)
    guard matrix.size1 == j.rows, matrix.size2 == j.columns, j.values.count == j.rows * j.columns else {
      return GSL_EBADLEN.code
    }
    for row in 0..<j.rows {
      for column in 0..<j.columns {
        let value = j[row, column]
        data[row * matrix.tda + column] = abs(value) <= Self.large ? value : 0
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
