/// JᵀJ of a Jacobian, summed over its rows.
struct NormalEquations {
  /// Symmetric, `columns × columns`.
  private(set) var matrix: Matrix

  /// Are all sums, and so all elements of the Jacobian, of a size that can be reckoned with?
  var isDefined: Bool { matrix.diagonal.allSatisfy { $0 < 1e200 } }

  /// The Gauss–Newton step −(JᵀJ)⁻¹g from the gradient g = Jᵀr, and the square of its length in residuals, |J·step|²:
  /// what the cost Σr² would fall by were the problem linear. nil where JᵀJ is not positive definite.
  func step(_ gradient: [Double]) -> (step: [Double], gain: Double)? {
    guard let factor = CholeskyFactor(matrix) else { return nil }
    let step = factor.solve(gradient).map { -$0 }
    let gain = -zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
    return gain.isFinite && gain >= 0 ? (step, gain) : nil
  }

  /// All zero.
  init(columns: Int) { matrix = Matrix(rows: columns, columns: columns) }

  /// Of a Jacobian.
  init(_ jacobian: Matrix) {
    self.init(columns: jacobian.columns)
    update(jacobian)
  }

  /// Sums anew, in the same memory: n·p²/2 products. Four rows at a time and two columns, since loading and storing the
  /// sums costs more than the products of one row.
  mutating func update(_ jacobian: Matrix) {
    let (n, p) = (jacobian.rows, jacobian.columns)
    jacobian.values.withUnsafeBufferPointer { values in
      matrix.values.withUnsafeMutableBufferPointer { sums in
        sums.update(repeating: 0)
        guard let a = values.baseAddress, let sum = sums.baseAddress else { return }
        let whole = n - n % 4
        for row in stride(from: 0, to: whole, by: 4) { Self.add(a + row * p, p, to: sum) }
        for row in whole..<n {
          let r = a + row * p
          for i in 0..<p { for k in 0...i { sum[i * p + k] += r[i] * r[k] } }
        }
        for i in 0..<p { for k in 0..<i { sum[k * p + i] = sum[i * p + k] } }
      }
    }
  }

  /// Adds four rows' products to the lower triangle.
  @inline(__always)
  private static func add(_ rows: UnsafePointer<Double>, _ p: Int, to sum: UnsafeMutablePointer<Double>) {
    let (r0, r1, r2, r3) = (rows, rows + p, rows + 2 * p, rows + 3 * p)
    func two(_ r: UnsafePointer<Double>, _ k: Int) -> SIMD2<Double> {
      UnsafeRawPointer(r + k).loadUnaligned(as: SIMD2<Double>.self)
    }
    var i = 0
    while i < p {
      let (a0, a1, a2, a3) = (r0[i], r1[i], r2[i], r3[i])
      let line = sum + i * p
      var k = 0
      while k < i {
        let old = UnsafeRawPointer(line + k).loadUnaligned(as: SIMD2<Double>.self)
        let new = (a0 * two(r0, k) + a1 * two(r1, k)) + (a2 * two(r2, k) + a3 * two(r3, k))
        UnsafeMutableRawPointer(line + k).storeBytes(of: old + new, as: SIMD2<Double>.self)
        k &+= 2
      }
      if k == i { line[k] += (a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]) }
      i &+= 1
    }
  }
}
