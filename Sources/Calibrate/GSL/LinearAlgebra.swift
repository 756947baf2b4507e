import CGSL
import GazePipeline

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
        factor = Matrix(square: 0)
        scale = .zeros(matrix.rows)
        return
      }
    }
  }

  private init?(_ matrix: Matrix, load: Double) {
    GSL.turnErrorHandlerOff()
    let n = matrix.rows
    var scale: [Double] = .zeros(n)
    for i in 0..<n {
      let diagonal = matrix[i, i]
      guard diagonal.isFinite else { return nil }
      scale[i] = diagonal > 0 ? 1 / diagonal.squareRoot() : 1
    }
    var factor = matrix.scaled(by: scale)
    for i in 0..<n { factor[i, i] = (matrix[i, i] > 0 ? 1 : 0) + load }
    let status = n == 0 ? 0 : factor.withGSL { gsl_linalg_cholesky_decomp1($0) }
    guard status == 0, (0..<n).allSatisfy({ factor[$0, $0] > 1e-7 && factor[$0, $0].isFinite }) else { return nil }
    self.factor = factor
    self.scale = scale
  }

  /// A⁻¹·b.
  func solve(_ b: [Double]) -> [Double] {
    var x = zip(b, scale).map { $0 * $1 }
    guard factor.rows > 0 else { return x.map { _ in 0 } }
    var factor = factor
    _ = factor.withGSL { factor in x.withGSL { gsl_linalg_cholesky_svx(factor, $0) } }
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

/// Eigenvalues, the smallest first, and unit eigenvectors of a symmetric matrix.
struct SymmetricEigen {
  let values: [Double]
  /// `vectors[k]` belongs to `values[k]`.
  let vectors: [[Double]]

  /// Decomposes the lower triangle of a square matrix; nil if it is empty, not finite, or GSL fails.
  init?(_ matrix: Matrix) {
    GSL.turnErrorHandlerOff()
    let n = matrix.rows
    guard n > 0, matrix.columns == n, matrix.values.allSatisfy(\.isFinite), let workspace = gsl_eigen_symmv_alloc(n)
    else { return nil }
    defer { gsl_eigen_symmv_free(workspace) }
    var (matrix, values, vectors) = (matrix, [Double].zeros(n), Matrix(square: n))
    let isSolved = matrix.withGSL { matrix in
      values.withGSL { values in
        vectors.withGSL { vectors in
          gsl_eigen_symmv(matrix, values, vectors, workspace) == 0
            && gsl_eigen_symmv_sort(values, vectors, GSL_EIGEN_SORT_VAL_ASC) == 0
        }
      }
    }
    guard isSolved else { return nil }
    self.values = values
    self.vectors = (0..<n).map { k in (0..<n).map { vectors[$0, k] } }
  }
}

// MARK: Inverse, rank and covariance

extension Matrix {
  var inverse: Matrix? {
    let scale = diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : .nan }
    guard scale.allSatisfy(\.isFinite), let eigen = SymmetricEigen(scaled(by: scale)), let least = eigen.values.first,
      least > 1e-12
    else { return nil }
    var inverse = Matrix(square: rows)
    for (value, vector) in zip(eigen.values, eigen.vectors) { inverse.add(vector, vector, over: value) }
    return inverse.scaled(by: scale)
  }

  /// Numerical rank of a Jacobian with its columns scaled to unit length, so that it does not depend on the parameters'
  /// units, and (JᵀJ)⁻¹ if the rank is full, by pivoted QR:
  ///
  ///     J = Q·R·Pᵀ,  rank = #{|Rᵢᵢ| > tolerance·|R₀₀|},  (JᵀJ)⁻¹ = P·R⁻¹·R⁻ᵀ·Pᵀ
  ///
  /// (GSL's own `covar` writes zero for undetermined parameters, which would read as "known exactly".)
  func rankAndCovariance(tolerance: Double) -> (rank: Int, covariance: Matrix?) {
    var norms: [Double] = .zeros(columns)
    for i in 0..<rows { for k in 0..<columns { norms[k] += self[i, k] * self[i, k] } }
    norms = norms.map { $0 > 0 && $0.isFinite ? $0.squareRoot() : 0 }
    guard columns > 0, rows >= columns, let order = gsl_permutation_alloc(columns) else { return (0, nil) }
    defer { gsl_permutation_free(order) }
    var qr = self
    for i in 0..<rows { for k in 0..<columns { qr[i, k] = norms[k] > 0 ? self[i, k] / norms[k] : 0 } }
    var (factors, work, sign) = ([Double].zeros(columns), [Double].zeros(columns), Int32(0))
    let status = qr.withGSL { qr in
      factors.withGSL { factors in work.withGSL { gsl_linalg_QRPT_decomp(qr, factors, order, &sign, $0) } }
    }
    guard status == 0 else { return (0, nil) }
    let first = abs(qr[0, 0])
    let rank = (0..<columns).prefix { abs(qr[$0, $0]) > tolerance * first }.count
    guard rank == columns, first.isFinite else { return (first > 0 ? rank : 0, nil) }

    let inversion = qr.withGSL { qr in
      var upper = gsl_matrix_submatrix(qr, 0, 0, columns, columns)
      return gsl_linalg_tri_invert(CblasUpper, CblasNonUnit, &upper.matrix)
    }
    guard inversion == 0 else { return (rank, nil) }
    var covariance = Matrix(square: columns)
    for i in 0..<columns {
      let row = gsl_permutation_get(order, i)
      for k in 0...i {
        let column = gsl_permutation_get(order, k)
        let sum = (i..<columns).sum { qr[i, $0] * qr[k, $0] }
        covariance[row, column] = sum / (norms[row] * norms[column])
        covariance[column, row] = covariance[row, column]
      }
    }
    return (rank, covariance.values.allSatisfy(\.isFinite) ? covariance : nil)
  }

  /// Rank and inverse from AᵀA alone; singular values of A below 1e-7 of the largest are lost in rounding.
  var rankAndCovarianceOfSquares: (rank: Int, covariance: Matrix?) {
    let scale = diagonal.map { $0 > 0 && $0.isFinite ? 1 / $0.squareRoot() : 0 }
    guard let eigen = SymmetricEigen(scaled(by: scale)), let largest = eigen.values.last, largest > 0 else {
      return (0, nil)
    }
    let rank = eigen.values.count { $0 > 1e-14 * largest }
    guard rank == rows, let factor = CholeskyFactor(self) else { return (rank, nil) }
    let covariance = factor.solve(Matrix(diagonal: diagonal.map { _ in 1 }))
    return (rank, covariance.values.allSatisfy(\.isFinite) ? covariance : nil)
  }
}
