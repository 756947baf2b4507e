import CGSL

/// Eigenvalues, the smallest first, and unit eigenvectors of a symmetric matrix.
package struct SymmetricEigen {
  /// Ascending.
  package let values: [Double]
  /// `vectors[k]` belongs to `values[k]`.
  package let vectors: [[Double]]

  /// Decomposes the lower triangle of a square matrix; nil if it is empty, not finite, or GSL fails.
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
