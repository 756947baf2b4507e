import CGSL

/// Cholesky factor of a symmetric positive definite matrix: L·Lᵀ of its equilibrated form.
struct CholeskyFactor {
  private var factor: Matrix
  private let scale: [Double]

  /// Factors a matrix; nil if it is not positive definite to working precision.
  init?(_ matrix: Matrix) { self.init(matrix, load: 0) }

  /// Factors a matrix that may be singular: each diagonal element is increased by 1e-12 of its value, and repeatedly by
  /// ten times as much until the matrix is positive definite, so that steps go along the determined directions.
  init(loading matrix: Matrix) {
    var load = 0.0
    while true {
      if let factored = CholeskyFactor(matrix, load: load) {
        self = factored
        return
      }
      load = load == 0 ? 1e-12 : load * 10
      if load > 1 {
        // If the matrix is not finite, `solve` returns zero steps.
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

  /// R⁻ᵀ·b, for the upper triangular R of A = RᵀR.
  func forward(_ b: [Double]) -> [Double] {
    var x = zip(b, scale).map { $0 * $1 }
    for i in 0..<factor.rows {
      for k in 0..<i { x[i] -= factor[i, k] * x[k] }
      x[i] /= factor[i, i]
    }
    return factor.rows > 0 ? x : x.map { _ in 0 }
  }

  /// Element (i, j ≥ i) of R.
  func root(_ i: Int, _ j: Int) -> Double { factor.rows > 0 ? factor[j, i] / scale[j] : 0 }

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
