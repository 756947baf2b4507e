import CGSL

extension Matrix {
  /// Copies a GSL matrix.
  init(_ matrix: UnsafeMutablePointer<gsl_matrix>?) {
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
  /// units, and (JᵀJ)⁻¹ if the rank is full, by pivoted QR:
  ///
  ///     J = Q·R·Pᵀ,  rank = #{|Rᵢᵢ| > tolerance·|R₀₀|},  (JᵀJ)⁻¹ = P·R⁻¹·R⁻ᵀ·Pᵀ
  ///
  /// (GSL's own `covar` writes zero for undetermined parameters, which would read as "known exactly".)
  func rankAndCovariance(tolerance: Double) -> (rank: Int, covariance: Matrix?) {
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

// MARK: From AᵀA

extension Matrix {
  /// Rank and inverse from AᵀA alone; singular values of A below 1e-7 of the largest are lost in rounding.
  var rankAndCovarianceOfSquares: (rank: Int, covariance: Matrix?) {
    let scale = diagonal.map { $0 > 0 && $0.isFinite ? 1 / $0.squareRoot() : 0 }
    var scaled = self
    for i in 0..<rows { for k in 0..<rows { scaled[i, k] *= scale[i] * scale[k] } }
    guard let eigen = SymmetricEigen(scaled), let largest = eigen.values.last, largest > 0 else { return (0, nil) }
    let rank = eigen.values.count { $0 > 1e-14 * largest }
    guard rank == rows, let factor = CholeskyFactor(self) else { return (rank, nil) }
    var unit = Matrix(rows: rows, columns: rows)
    for i in 0..<rows { unit[i, i] = 1 }
    let covariance = factor.solve(unit)
    return (rank, covariance.values.allSatisfy(\.isFinite) ? covariance : nil)
  }
}
