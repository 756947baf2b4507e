extension LeastSquaresSolution {
  /// Covariance of x where residuals hang together within clusters (a stroke, a look, a person) and clusters do not: the
  /// cluster-robust sandwich (Liang & Zeger 1986),
  ///
  ///     V = B · (Σ_c g_c·g_cᵀ) · B · C/(C − p),  B = (JᵀJ)⁻¹,  g_c = J_cᵀ·r_c
  ///
  /// It needs no model of the residuals' size, and covers a model that is not quite right: what is estimated then is where
  /// the fit to endless such clusters would end.
  ///
  /// - Parameter clusters: rows of each, disjoint.
  /// - Returns: nil where J has not full rank, was not wanted, or there are no more clusters than parameters.
  package func covariance(clusters: [Range<Int>]) -> Matrix? {
    let p = x.count
    guard let bread = covariance, jacobian.rows == residuals.count, clusters.count > p else { return nil }
    var meat = Matrix(rows: p, columns: p)
    var pull = [Double](repeating: 0, count: p)
    for rows in clusters where rows.lowerBound >= 0 && rows.upperBound <= residuals.count {
      for k in 0..<p { pull[k] = rows.reduce(0) { $0 + jacobian[$1, k] * residuals[$1] } }
      for i in 0..<p { for k in 0..<p { meat[i, k] += pull[i] * pull[k] } }
    }
    var sandwich = bread.times(meat).times(bread)
    let factor = Double(clusters.count) / Double(clusters.count - p)
    for i in sandwich.values.indices { sandwich.values[i] *= factor }
    return sandwich.values.allSatisfy(\.isFinite) ? sandwich : nil
  }
}
