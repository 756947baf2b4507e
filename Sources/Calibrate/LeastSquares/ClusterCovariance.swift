/// Uncertainty of x if residuals are correlated within clusters.
package struct ClusterCovariance: Sendable {
  /// The covariance of x.
  package let matrix: Matrix
  /// Degrees of freedom of each variance, 1…C − 1: for Student's quantile.
  package let freedom: [Double]

  /// Standard error of a parameter.
  package func standardError(_ parameter: Int) -> Double { max(matrix[parameter, parameter], 0).squareRoot() }
}

extension LeastSquaresSolution {
  /// Covariance of x if residuals are correlated within clusters (a stroke, a fixation, a person) and independent
  /// between clusters: the jackknife over clusters in its linear form (CR3; Bell & McCaffrey, Survey Methodology 28,
  /// 2002),
  ///
  ///     V = (C − 1)/C · Σ_c d_c·d_cᵀ,  d_c = (JᵀJ − J_cᵀJ_c)⁻¹ · J_cᵀ·r_c
  ///
  /// d_c is the change of x if cluster c is left out. The plain sandwich, with (JᵀJ)⁻¹ instead, is too small if a few
  /// clusters carry much of the information. The jackknife needs no model of the residuals' size. It also holds for a
  /// model that is not quite right: in that case the estimated quantity is the limit of the fit for infinitely many
  /// such clusters.
  ///
  /// A variance that rests on a few large d_c is itself uncertain. Its degrees of freedom are Satterthwaite's
  /// (Biometrics Bulletin 2, 1946): twice the square of its mean over its variance, which is estimated from the scatter
  /// of d²:
  ///
  ///     ν = 2·(Σ d²)²/(Σ d⁴ − (Σ d²)²/C),  at least 1 and at most C − 1
  ///
  /// which is C if the d_c are normal and alike.
  ///
  /// - Parameter clusters: rows of each cluster; clusters are disjoint.
  /// - Returns: nil if J was not requested, or if x is not determined without one of the clusters.
  package func covariance(clusters: [Range<Int>]) -> ClusterCovariance? {
    let (p, count) = (x.count, Double(clusters.count))
    guard jacobian.rows == residuals.count, clusters.count > p,
      clusters.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= residuals.count })
    else { return nil }
    var whole = Matrix(rows: p, columns: p)
    add(0..<residuals.count, 1, to: &whole)
    var sum = Matrix(rows: p, columns: p)
    var fourth = [Double](repeating: 0, count: p)
    var pull = Matrix(rows: p, columns: 1)
    for rows in clusters {
      var rest = whole
      add(rows, -1, to: &rest)
      for k in 0..<p { pull[k, 0] = rows.reduce(0) { $0 + jacobian[$1, k] * residuals[$1] } }
      guard let factor = CholeskyFactor(rest) else { return nil }
      let move = factor.solve(pull)
      for i in 0..<p {
        for k in 0..<p { sum[i, k] += move[i, 0] * move[k, 0] }
        let square = move[i, 0] * move[i, 0]
        fourth[i] += square * square
      }
    }
    let freedom = (0..<p).map { i in
      let square = sum[i, i] * sum[i, i]
      let scatter = fourth[i] - square / count
      return scatter > 0 ? min(max(2 * square / scatter, 1), max(count - 1, 1)) : max(count - 1, 1)
    }
    for i in sum.values.indices { sum.values[i] *= (count - 1) / count }
    return sum.values.allSatisfy(\.isFinite) ? ClusterCovariance(matrix: sum, freedom: freedom) : nil
  }

  /// Adds `sign` times JᵀJ of these rows.
  private func add(_ rows: Range<Int>, _ sign: Double, to matrix: inout Matrix) {
    for row in rows {
      for i in 0..<x.count {
        for k in 0..<x.count { matrix[i, k] += sign * jacobian[row, i] * jacobian[row, k] }
      }
    }
  }
}
