import GazePipeline

/// The map y = M·x + c by ordinary least squares, as used in an app's 9-point calibration.
struct AffineMap {
  /// Rows (m₁, m₂, c) of the two components.
  private(set) var rows: [SIMD3<Double>] = []

  init(from x: [SIMD2<Double>], to y: [SIMD2<Double>]) {
    // Normal equations of (x, 1), solved by Cramer's rule.
    var (a, b, c) = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
    for p in x {
      let v = SIMD3(p.x, p.y, 1)
      a += v * v.x
      b += v * v.y
      c += v * v.z
    }
    let determinant = a.dot(b.cross(c))
    for k in 0..<2 {
      var right = SIMD3<Double>.zero
      for (p, q) in zip(x, y) { right += SIMD3(p.x, p.y, 1) * q[k] }
      rows.append(SIMD3(right.dot(b.cross(c)), a.dot(right.cross(c)), a.dot(b.cross(right))) / determinant)
    }
  }

  func callAsFunction(_ x: SIMD2<Double>) -> SIMD2<Double> {
    let v = SIMD3(x.x, x.y, 1)
    return SIMD2(rows[0].dot(v), rows[1].dot(v))
  }
}
