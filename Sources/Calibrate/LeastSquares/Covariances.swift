import GazePipeline

/// Uncertainty of x if residuals are correlated within clusters.
struct ClusterCovariance {
  let matrix: Matrix
  /// Degrees of freedom of each variance, 1…C − 1: for Student's quantile.
  let freedom: [Double]

  func standardError(_ parameter: Int) -> Double { max(matrix[parameter, parameter], 0).squareRoot() }
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
  func covariance(clusters: [Range<Int>]) -> ClusterCovariance? {
    let (p, count) = (x.count, Double(clusters.count))
    guard jacobian.rows == residuals.count, clusters.count > p,
      clusters.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= residuals.count })
    else { return nil }
    var whole = Matrix(square: p)
    add(0..<residuals.count, 1, to: &whole)
    var (sum, fourth) = (Matrix(square: p), [Double].zeros(p))
    for rows in clusters {
      var rest = whole
      add(rows, -1, to: &rest)
      let pull = (0..<p).map { k in rows.sum { jacobian[$0, k] * residuals[$0] } }
      guard let move = CholeskyFactor(rest)?.solve(pull) else { return nil }
      sum.add(move, move)
      for i in 0..<p {
        let square = move[i] * move[i]
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

  /// Covariance of x from the exact curvature of the sum of squares, for parameters that bend the residuals strongly:
  ///
  ///     V = H⁻¹ · JᵀJ · H⁻¹,  H = JᵀJ + Σ rᵢ·∂²rᵢ
  ///
  /// (White, Econometrica 50, 1982, with the variance of the scores for whitened residuals.) If regressors contain
  /// noise of their own, JᵀJ counts that noise as information; Σ rᵢ·∂²rᵢ removes it again. If that leaves a direction
  /// without curvature, or with less than a hundredth of JᵀJ's, a hundredth is used: the direction is not determined.
  /// The result is never smaller than the ordinary covariance.
  ///
  /// - Parameters:
  ///   - problem: the problem that was solved, with its Jacobian.
  ///   - bending: the parameters in whose columns Σ rᵢ·∂²rᵢ counts; it is computed by central differences of the
  ///     gradient.
  /// - Returns: nil if there is no ordinary covariance.
  func curvedCovariance(of problem: LeastSquaresProblem, bending: [Int]) -> Matrix? {
    guard let jacobianOf = problem.jacobian, let covariance, problem.weights == nil else { return nil }
    let p = x.count
    func gradient(_ x: [Double]) -> [Double] {
      var (r, j) = ([Double].zeros(residuals.count), Matrix(rows: residuals.count, columns: p))
      problem.residuals(x, &r)
      jacobianOf(x, &j)
      return j.transposed(times: r)
    }
    // C = (JᵀJ)⁻¹ = R·Rᵀ. In the coordinates z with x = R·z, JᵀJ is the unit matrix and H is 1 + B.
    guard let root = SymmetricEigen(covariance) else { return nil }
    var r = Matrix(square: p)
    for k in 0..<p {
      guard root.values[k] > 0 else { return nil }
      for i in 0..<p { r[i, k] = root.vectors[k][i] * root.values[k].squareRoot() }
    }
    var first = Matrix(rows: residuals.count, columns: p)
    jacobianOf(x, &first)
    // Columns of Σ rᵢ·∂²rᵢ.
    var columns: [Int: [Double]] = [:]
    for k in bending {
      let step = 0.1 * covariance[k, k].squareRoot()
      var (up, down) = (x, x)
      up[k] += step
      down[k] -= step
      let slope = zip(gradient(up), gradient(down)).map { ($0 - $1) / (2 * step) }
      let plain = first.transposed(times: (0..<first.rows).map { first[$0, k] })
      columns[k] = zip(slope, plain).map { $0 - $1 }
    }
    var bent = Matrix(square: p)
    for (k, column) in columns {
      for i in 0..<p {
        // Symmetric: if both parameters bend, the mean of the two differences.
        bent[i, k] = (column[i] + (columns[i].map { $0[k] } ?? column[i])) / 2
        bent[k, i] = bent[i, k]
      }
    }
    var turned = Matrix(square: p)
    let br = bent.times(r)
    for i in 0..<p {
      for j in 0..<p { turned[i, j] = (0..<p).reduce(i == j ? 1.0 : 0) { $0 + r[$1, i] * br[$1, j] } }
    }
    guard let curvature = SymmetricEigen(turned) else { return nil }
    // V = R·(1 + B)⁻²·Rᵀ.
    var all = Matrix(square: p)
    for (lambda, vector) in zip(curvature.values, curvature.vectors) {
      let weight = 1 / min(max(lambda, 0.01), 1)
      let column = r.times(vector).map { $0 * weight }
      all.add(column, column)
    }
    return all.values.allSatisfy(\.isFinite) ? all : nil
  }
}
