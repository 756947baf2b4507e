extension LeastSquaresSolution {
  /// Covariance of x where residuals hang together within clusters (a stroke, a look, a person) and clusters do not: the
  /// jackknife over clusters in its linear form (CR3; Bell & McCaffrey, Survey Methodology 28, 2002),
  ///
  ///     V = (C − 1)/C · Σ_c d_c·d_cᵀ,  d_c = (JᵀJ − J_cᵀJ_c)⁻¹ · J_cᵀ·r_c
  ///
  /// d_c is how far x moves where cluster c is left out. The plain sandwich, with (JᵀJ)⁻¹ in its place, is too small where a
  /// few clusters carry much of the information. It needs no model of the residuals' size, and covers a model that is not
  /// quite right: what is estimated then is where the fit to endless such clusters would end.
  ///
  /// - Parameter clusters: rows of each, disjoint.
  /// - Returns: nil where J was not wanted, or x is not determined without one of the clusters.
  package func covariance(clusters: [Range<Int>]) -> Matrix? {
    let p = x.count
    guard jacobian.rows == residuals.count, clusters.count > p,
      clusters.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= residuals.count })
    else { return nil }
    var whole = Matrix(rows: p, columns: p)
    add(0..<residuals.count, 1, to: &whole)
    var sum = Matrix(rows: p, columns: p)
    var pull = Matrix(rows: p, columns: 1)
    for rows in clusters {
      var rest = whole
      add(rows, -1, to: &rest)
      for k in 0..<p { pull[k, 0] = rows.reduce(0) { $0 + jacobian[$1, k] * residuals[$1] } }
      guard let factor = CholeskyFactor(rest) else { return nil }
      let move = factor.solve(pull)
      for i in 0..<p { for k in 0..<p { sum[i, k] += move[i, 0] * move[k, 0] } }
    }
    let share = Double(clusters.count - 1) / Double(clusters.count)
    for i in sum.values.indices { sum.values[i] *= share }
    return sum.values.allSatisfy(\.isFinite) ? sum : nil
  }

  /// Adds JᵀJ of these rows.
  private func add(_ rows: Range<Int>, _ sign: Double, to matrix: inout Matrix) {
    for row in rows {
      for i in 0..<x.count {
        for k in 0..<x.count { matrix[i, k] += sign * jacobian[row, i] * jacobian[row, k] }
      }
    }
  }
}
