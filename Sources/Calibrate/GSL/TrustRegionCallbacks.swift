import CGSL

/// From GSL's strided vectors to the problem's arrays and back; weighs the rows on the way.
final class TrustRegionCallbacks {
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

  static func from(_ context: UnsafeMutableRawPointer?) -> TrustRegionCallbacks? {
    context.map { Unmanaged<TrustRegionCallbacks>.fromOpaque($0).takeUnretainedValue() }
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
