import GazePipeline

/// The affine map's residuals and their derivatives, two rows a pair.
///
///     r_x = o_x + m11·u + m12·v − dx,  r_y = o_y + m21·u + m22·v − dy
///     (u, v) = from − c, (dx, dy) = to − c'
///
/// It is linear, so ∂r/∂m are u and v and ∂r/∂o is 1. Solved in (M·size, o), so that all six are lengths in the plane that
/// residuals are measured in.
struct AffineProblem {
  /// m11, m12, m21, m22, o_x, o_y.
  static let count = 6

  let fromMiddle: SIMD2<Double>
  let toMiddle: SIMD2<Double>
  /// How far the points reach in the first plane.
  let size: Double
  private let from: [SIMD2<Double>]
  private let to: [SIMD2<Double>]

  init(_ pairs: [Correspondence], fromMiddle: SIMD2<Double>, toMiddle: SIMD2<Double>, size: Double) {
    (self.fromMiddle, self.toMiddle, self.size) = (fromMiddle, toMiddle, size)
    from = pairs.map { ($0.from - fromMiddle) / size }
    to = pairs.map { $0.to - toMiddle }
  }

  /// A start anywhere does: the problem is linear.
  var start: [Double] { [size, 0, 0, size, 0, 0] }

  /// The two rows of each pair.
  var clusters: [Range<Int>] { from.indices.map { (2 * $0)..<(2 * $0 + 2) } }

  /// The parameters in the planes' own units.
  func unscaled(_ x: [Double]) -> [Double] { x.enumerated().map { $0 < 4 ? $1 / size : $1 } }

  private func residual(_ x: [Double], _ i: Int) -> SIMD2<Double> {
    let (p, q) = (from[i], to[i])
    return SIMD2(x[0] * p.x + x[1] * p.y + x[4] - q.x, x[2] * p.x + x[3] * p.y + x[5] - q.y)
  }

  /// Squared distance of each pair.
  func squares(at x: [Double]) -> [Double] {
    from.indices.map { i in
      let r = residual(x, i)
      return (r * r).sum()
    }
  }

  /// The robust fit of some of the pairs, from a start nearby: reweighted normal equations (1, u, v), the same for both
  /// coordinates, at a known scale. nil where they are singular.
  func refined(_ start: [Double], to some: [Int], scale: Double) -> [Double]? {
    var x = start
    for _ in 0..<20 {
      let weights =
        scale > 0
        ? RobustLoss.bisquare.weights(
          some.map { i in
            let r = residual(x, i)
            return RobustLoss.normalDeviate(square: (r * r).sum() / (scale * scale), freedom: 2)
          }) : some.map { _ in 1 }
      var normal = Matrix(rows: 3, columns: 3)
      var right = Matrix(rows: 3, columns: 2)
      for (i, weight) in zip(some, weights) where weight > 0 {
        let row = [from[i].x, from[i].y, 1]
        for k in 0..<3 {
          for m in 0..<3 { normal[k, m] += weight * row[k] * row[m] }
          right[k, 0] += weight * row[k] * to[i].x
          right[k, 1] += weight * row[k] * to[i].y
        }
      }
      guard let solution = CholeskyFactor(normal)?.solve(right), solution.values.allSatisfy(\.isFinite) else {
        return nil
      }
      let new = [solution[0, 0], solution[1, 0], solution[0, 1], solution[1, 1], solution[2, 0], solution[2, 1]]
      let change = zip(new, x).reduce(0) { max($0, abs($1.0 - $1.1)) }
      x = new
      if change <= 1e-6 * max(scale, 1e-12) { break }
    }
    return x
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
