/// JᵀJ of a Jacobian, summed over its rows.
struct NormalEquations {
  /// Symmetric, `columns × columns`.
  private(set) var matrix: Matrix

  /// Jᵀu, where the last update had a u; else 0.
  private(set) var product: [Double]

  /// Are all sums, and so all elements of the Jacobian, of a size that can be reckoned with?
  var isDefined: Bool { matrix.diagonal.allSatisfy { $0 < 1e200 } && product.allSatisfy { abs($0) < 1e200 } }

  /// The Gauss–Newton step −(JᵀJ)⁻¹g from the gradient g = Jᵀr, and the square of its length in residuals, |J·step|²:
  /// what the cost Σr² would fall by were the problem linear. nil where JᵀJ is not positive definite.
  func step(_ gradient: [Double]) -> (step: [Double], gain: Double)? {
    guard let factor = CholeskyFactor(matrix) else { return nil }
    let step = factor.solve(gradient).map { -$0 }
    let gain = -zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
    return gain.isFinite && gain >= 0 ? (step, gain) : nil
  }

  /// |D·x|, with D the lengths of J's columns.
  func length(_ x: [Double]) -> Double { zip(matrix.diagonal, x).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }.squareRoot() }

  /// All zero.
  init(columns: Int) {
    matrix = Matrix(rows: columns, columns: columns)
    product = [Double](repeating: 0, count: columns)
  }

  /// Of a Jacobian.
  init(_ jacobian: Matrix) {
    self.init(columns: jacobian.columns)
    update(jacobian)
  }

  /// Sums again, in the same memory: n·p²/2 products. Four rows at a time and two by two columns, since loading and
  /// storing the sums costs more than the products of one row. In the same pass Jᵀu, of a u with a number a row; where
  /// the matrix is to be kept, nothing but that.
  mutating func update(_ jacobian: Matrix, times u: UnsafeBufferPointer<Double>? = nil, keepsMatrix: Bool = false) {
    let (n, p) = (jacobian.rows, jacobian.columns)
    let u = u?.count == n ? u?.baseAddress : nil
    jacobian.values.withUnsafeBufferPointer { values in
      matrix.values.withUnsafeMutableBufferPointer { sums in
        product.withUnsafeMutableBufferPointer { product in
          if !keepsMatrix { sums.update(repeating: 0) }
          product.update(repeating: 0)
          guard let a = values.baseAddress, let sum = sums.baseAddress, let products = product.baseAddress else {
            return
          }
          let whole = n - n % 4
          for row in stride(from: 0, to: whole, by: 4) {
            if !keepsMatrix { Self.add(a + row * p, p, to: sum) }
            if let u { Self.add(a + row * p, p, times: u + row, to: products) }
          }
          for row in whole..<n {
            let r = a + row * p
            if !keepsMatrix { for i in 0..<p { for k in 0...i { sum[i * p + k] += r[i] * r[k] } } }
            if let u { for i in 0..<p { products[i] += r[i] * u[row] } }
          }
          for i in 0..<p { for k in 0..<i { sum[k * p + i] = sum[i * p + k] } }
        }
      }
    }
  }

  /// Adds four rows' products to the lower triangle.
  @inline(__always)
  private static func add(_ rows: UnsafePointer<Double>, _ p: Int, to sum: UnsafeMutablePointer<Double>) {
    let (r0, r1, r2, r3) = (rows, rows + p, rows + 2 * p, rows + 3 * p)
    // Two lines at a time, which share what is loaded; elements beyond the diagonal are mirrored away later.
    var i = 0
    while i + 1 < p {
      let (a0, a1, a2, a3) = (r0[i], r1[i], r2[i], r3[i])
      let (b0, b1, b2, b3) = (r0[i + 1], r1[i + 1], r2[i + 1], r3[i + 1])
      let line = UnsafeMutableRawPointer(sum + i * p)
      let next = UnsafeMutableRawPointer(sum + (i + 1) * p)
      var k = 0
      while k <= i {
        let (c0, c1, c2, c3) = (two(r0, k), two(r1, k), two(r2, k), two(r3, k))
        let first = (a0 * c0 + a1 * c1) + (a2 * c2 + a3 * c3)
        let second = (b0 * c0 + b1 * c1) + (b2 * c2 + b3 * c3)
        line.storeBytes(of: two(line, k) + first, toByteOffset: 8 * k, as: SIMD2<Double>.self)
        next.storeBytes(of: two(next, k) + second, toByteOffset: 8 * k, as: SIMD2<Double>.self)
        k &+= 2
      }
      i &+= 2
    }
    guard i < p else { return }
    for k in 0...i { sum[i * p + k] += (r0[i] * r0[k] + r1[i] * r1[k]) + (r2[i] * r2[k] + r3[i] * r3[k]) }
  }

  /// Adds four rows, each times its number.
  @inline(__always)
  private static func add(
    _ rows: UnsafePointer<Double>, _ p: Int, times u: UnsafePointer<Double>, to sum: UnsafeMutablePointer<Double>
  ) {
    let (r0, r1, r2, r3) = (rows, rows + p, rows + 2 * p, rows + 3 * p)
    let line = UnsafeMutableRawPointer(sum)
    var i = 0
    while i + 1 < p {
      let new = (u[0] * two(r0, i) + u[1] * two(r1, i)) + (u[2] * two(r2, i) + u[3] * two(r3, i))
      line.storeBytes(of: two(line, i) + new, toByteOffset: 8 * i, as: SIMD2<Double>.self)
      i &+= 2
    }
    if i < p { sum[i] += (u[0] * r0[i] + u[1] * r1[i]) + (u[2] * r2[i] + u[3] * r3[i]) }
  }

  @inline(__always)
  private static func two(_ line: UnsafeRawPointer, _ k: Int) -> SIMD2<Double> {
    line.loadUnaligned(fromByteOffset: 8 * k, as: SIMD2<Double>.self)
  }
}
