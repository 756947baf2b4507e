extension LeastSquaresSolution {
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
      var (r, j) = ([Double](repeating: 0, count: residuals.count), Matrix(rows: residuals.count, columns: p))
      problem.residuals(x, &r)
      jacobianOf(x, &j)
      return r.withUnsafeBufferPointer { j.transposed(times: $0) }
    }
    // C = (JᵀJ)⁻¹ = R·Rᵀ. In the coordinates z with x = R·z, JᵀJ is the unit matrix and H is 1 + B.
    guard let root = SymmetricEigen(covariance) else { return nil }
    var r = Matrix(rows: p, columns: p)
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
      let plain = (0..<first.rows).map { first[$0, k] }.withUnsafeBufferPointer { first.transposed(times: $0) }
      columns[k] = zip(slope, plain).map { $0 - $1 }
    }
    var bent = Matrix(rows: p, columns: p)
    for (k, column) in columns {
      for i in 0..<p {
        // Symmetric: if both parameters bend, the mean of the two differences.
        bent[i, k] = (column[i] + (columns[i].map { $0[k] } ?? column[i])) / 2
        bent[k, i] = bent[i, k]
      }
    }
    var turned = Matrix(rows: p, columns: p)
    let br = bent.times(r)
    for i in 0..<p {
      for j in 0..<p {
        var sum = i == j ? 1.0 : 0
        for k in 0..<p { sum += r[k, i] * br[k, j] }
        turned[i, j] = sum
      }
    }
    guard let curvature = SymmetricEigen(turned) else { return nil }
    // V = R·(1 + B)⁻²·Rᵀ.
    var all = Matrix(rows: p, columns: p)
    for (lambda, vector) in zip(curvature.values, curvature.vectors) {
      let weight = 1 / min(max(lambda, 0.01), 1)
      let column = r.times(vector).map { $0 * weight }
      for i in 0..<p { for k in 0..<p { all[i, k] += column[i] * column[k] } }
    }
    return all.values.allSatisfy(\.isFinite) ? all : nil
  }
}
