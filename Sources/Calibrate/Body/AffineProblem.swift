import GazePipeline

/// Residuals of the affine map and their derivatives, two rows per pair.
///
///     r_x = o_x + m11·u + m12·v − dx,  r_y = o_y + m21·u + m22·v − dy
///     (u, v) = from − c, (dx, dy) = to − c'
///
/// If pairs have instruments z, errors of `from` must not bias M towards 0. The weighted equations are then
///
///     Σ w·(z, 1)·rᵀ = 0  instead of  Σ w·(u, v, 1)·rᵀ = 0
///
/// The problem is linear, so ∂r/∂m are u and v, and ∂r/∂o is 1. It is solved in (M·size, o), so that all six parameters
/// are lengths in the plane of the residuals.
struct AffineProblem {
  /// m11, m12, m21, m22, o_x, o_y: all code with these parameters has this order, also `AffineFit.map`.
  static let count = 6

  let fromMiddle: Vector2
  let toMiddle: Vector2
  /// Extent of the points in the first plane.
  let size: Double
  /// `instruments`: instruments in the same coordinates as `from`; `from` itself for a pair that has none.
  private let from, to, instruments: [Vector2]

  init(_ pairs: [Correspondence], fromMiddle: Vector2, toMiddle: Vector2, size: Double) {
    (self.fromMiddle, self.toMiddle, self.size) = (fromMiddle, toMiddle, size)
    from = pairs.map { ($0.from - fromMiddle) / size }
    to = pairs.map { $0.to - toMiddle }
    instruments = pairs.map { (($0.instrument ?? $0.from) - fromMiddle) / size }
  }

  /// The same problem without instruments, that is, with `from` assumed exact.
  init(without problem: AffineProblem) {
    (fromMiddle, toMiddle, size) = (problem.fromMiddle, problem.toMiddle, problem.size)
    (from, to, instruments) = (problem.from, problem.to, problem.from)
  }

  /// A start for the solver; since the problem is linear, any start would do.
  var start: [Double] { [size, 0, 0, size, 0, 0] }

  var clusters: [Range<Int>] { from.indices.map { (2 * $0)..<(2 * $0 + 2) } }

  /// The parameters in the planes' own units.
  func unscaled(_ x: [Double]) -> [Double] { x.enumerated().map { $0 < 4 ? $1 / size : $1 } }

  private func residual(_ x: [Double], _ i: Int) -> Vector2 {
    let (p, q) = (from[i], to[i])
    return SIMD2(x[0] * p.x + x[1] * p.y + x[4] - q.x, x[2] * p.x + x[3] * p.y + x[5] - q.y)
  }

  func squares(at x: [Double]) -> [Double] {
    from.indices.map { i in
      let r = residual(x, i)
      return (r * r).sum()
    }
  }

  struct Refined {
    /// `variances`: variances of the six parameters, for coordinates whose errors have variance 1.
    var x, weights, variances: [Double]
  }

  /// Robust fit of some of the pairs, from a start nearby, at a known scale, by reweighted equations that are the same
  /// for both coordinates. With Z the rows (z, 1), X the rows (u, v, 1) and W the weights, the symmetric form is:
  ///
  ///     P = (ZᵀWZ)⁻¹ZᵀWX,  (PᵀZᵀWX)·β = Pᵀ·ZᵀWY,  cov β = σ²·(PᵀZᵀWX)⁻¹
  ///
  /// nil if the equations are singular.
  func refined(_ start: [Double], to some: [Int], scale: Double) -> Refined? {
    var refined = Refined(x: start, weights: [], variances: [])
    for _ in 0..<20 {
      let x = refined.x
      refined.weights = scale > 0 ? outlierWeights(x, some, scale) : some.map { _ in 1 }
      var square = Matrix(square: 3)
      var cross = Matrix(square: 3)
      var right = Matrix(rows: 3, columns: 2)
      for (i, weight) in zip(some, refined.weights) where weight > 0 {
        let (z, row) = (SIMD3(instruments[i], 1), SIMD3(from[i], 1))
        for k in 0..<3 {
          for m in 0..<3 {
            square[k, m] += weight * z[k] * z[m]
            cross[k, m] += weight * z[k] * row[m]
          }
          right[k, 0] += weight * z[k] * to[i].x
          right[k, 1] += weight * z[k] * to[i].y
        }
      }
      guard let projection = CholeskyFactor(square)?.solve(cross) else { return nil }
      let normal = projection.transposed.times(cross)
      let projected = projection.transposed.times(right)
      guard let factor = CholeskyFactor(normal) else { return nil }
      let solution = factor.solve(projected)
      let inverse = [factor.solve([1, 0, 0])[0], factor.solve([0, 1, 0])[1], factor.solve([0, 0, 1])[2]]
      guard solution.values.allSatisfy(\.isFinite), inverse.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
      refined.x = [solution[0, 0], solution[1, 0], solution[0, 1], solution[1, 1], solution[2, 0], solution[2, 1]]
      refined.variances = [inverse[0], inverse[1], inverse[0], inverse[1], inverse[2], inverse[2]]
      let change = zip(refined.x, x).reduce(0) { max($0, abs($1.0 - $1.1)) }
      if change <= 1e-6 * max(scale, 1e-12) { break }
    }
    return refined
  }

  private func outlierWeights(_ x: [Double], _ some: [Int], _ scale: Double) -> [Double] {
    RobustLoss.bisquare.weights(
      some.map { i in
        let r = residual(x, i)
        return RobustLoss.normalDeviate(square: (r * r).sum() / (scale * scale), freedom: 2)
      })
  }

  /// Strength of the instruments: the product of the squared canonical correlations between them and `from`, 0…1, for
  /// the pairs with these weights. 1 if they equal `from`, 0 if they lie on one line.
  func relevance(_ weights: [Double]) -> Double {
    let total = weights.reduce(0, +)
    guard total > 0 else { return 0 }
    func mean(_ points: [Vector2]) -> Vector2 {
      var sum = Vector2.zero
      for (point, weight) in zip(points, weights) { sum += point * weight }
      return sum / total
    }
    let (z0, x0) = (mean(instruments), mean(from))
    // Columns of Σ w·d·dᵀ: of the instruments, of both, and of `from`.
    var (zz, zx, xx) = ([Vector2.zero, .zero], [Vector2.zero, .zero], [Vector2.zero, .zero])
    for (i, weight) in weights.enumerated() where weight > 0 {
      let (z, x) = (instruments[i] - z0, from[i] - x0)
      for k in 0..<2 {
        zz[k] += weight * z * z[k]
        zx[k] += weight * z * x[k]
        xx[k] += weight * x * x[k]
      }
    }
    func determinant(_ m: [Vector2]) -> Double { m[0].x * m[1].y - m[1].x * m[0].y }
    let (all, own) = (determinant(xx), determinant(zz))
    let spread = zz[0].x + zz[1].y
    // The test of whether the instruments are collinear is the same as for `from`.
    guard all > 0, own > 1e-6 * spread * spread else { return 0 }
    let shared = determinant(zx)
    let share = shared * shared / (own * all)
    return share.isFinite ? min(share, 1) : 0
  }

  func leastSquares() -> LeastSquaresProblem {
    LeastSquaresProblem(
      parameterCount: Self.count, residualCount: 2 * from.count,
      residuals: { x, r in
        for i in from.indices {
          let residual = residual(x, i)
          (r[2 * i], r[2 * i + 1]) = (residual.x, residual.y)
        }
      },
      jacobian: { _, j in
        for (i, p) in from.enumerated() {
          (j[2 * i, 0], j[2 * i, 1], j[2 * i, 4]) = (p.x, p.y, 1)
          (j[2 * i + 1, 2], j[2 * i + 1, 3], j[2 * i + 1, 5]) = (p.x, p.y, 1)
        }
      })
  }
}
