import GazePipeline

/// A dense row-major matrix, as it passes to and from the solver.
struct Matrix: Equatable {
  let rows: Int
  let columns: Int
  /// Elements, row-major, `rows × columns`.
  var values: [Double]

  init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    values = .zeros(rows * columns)
  }

  init(square size: Int) { self.init(rows: size, columns: size) }

  /// A matrix with this diagonal, and zeros elsewhere.
  init(diagonal: [Double]) {
    self.init(square: diagonal.count)
    for (i, value) in diagonal.enumerated() { self[i, i] = value }
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * columns + column] }
    set { values[row * columns + column] = newValue }
  }

  /// `A · x`.
  func times(_ x: [Double]) -> [Double] {
    (0..<rows).map { i in (0..<columns).sum { self[i, $0] * x[$0] } }
  }

  /// `Aᵀ · u`, for a `u` of as many numbers as there are rows.
  func transposed(times u: [Double]) -> [Double] {
    var product: [Double] = .zeros(columns)
    values.withUnsafeBufferPointer { values in
      product.withUnsafeMutableBufferPointer { product in
        guard let a = values.baseAddress, let sum = product.baseAddress else { return }
        let whole = rows - rows % 4
        for row in stride(from: 0, to: whole, by: 4) {
          let r0 = a + row * columns
          let (r1, r2, r3) = (r0 + columns, r0 + 2 * columns, r0 + 3 * columns)
          let (u0, u1, u2, u3) = (u[row], u[row + 1], u[row + 2], u[row + 3])
          for k in 0..<columns { sum[k] += (u0 * r0[k] + u1 * r1[k]) + (u2 * r2[k] + u3 * r3[k]) }
        }
        for row in whole..<rows { for k in 0..<columns { sum[k] += u[row] * a[row * columns + k] } }
      }
    }
    return product
  }

  /// `A · B`.
  func times(_ other: Matrix) -> Matrix {
    var product = Matrix(rows: rows, columns: other.columns)
    for i in 0..<rows {
      for k in 0..<columns where self[i, k] != 0 {
        let a = self[i, k]
        for j in 0..<other.columns { product[i, j] += a * other[k, j] }
      }
    }
    return product
  }

  /// `Aᵀ · A`. Four rows are added at a time, since loading and storing the sums costs more than the products of one
  /// row.
  var squares: Matrix {
    var product = Matrix(square: columns)
    values.withUnsafeBufferPointer { values in
      product.values.withUnsafeMutableBufferPointer { product in
        guard let a = values.baseAddress, let sum = product.baseAddress else { return }
        let whole = rows - rows % 4
        for row in stride(from: 0, to: whole, by: 4) {
          let r0 = a + row * columns
          let (r1, r2, r3) = (r0 + columns, r0 + 2 * columns, r0 + 3 * columns)
          for i in 0..<columns {
            let (a0, a1, a2, a3) = (r0[i], r1[i], r2[i], r3[i])
            let line = sum + i * columns
            for k in 0...i { line[k] += (a0 * r0[k] + a1 * r1[k]) + (a2 * r2[k] + a3 * r3[k]) }
          }
        }
        for row in whole..<rows {
          let r = a + row * columns
          for i in 0..<columns { for k in 0...i { sum[i * columns + k] += r[i] * r[k] } }
        }
        for i in 0..<columns { for k in 0..<i { product[k * columns + i] = product[i * columns + k] } }
      }
    }
    return product
  }

  /// `Aᵀ`.
  var transposed: Matrix {
    var result = Matrix(rows: columns, columns: rows)
    for i in 0..<rows { for j in 0..<columns { result[j, i] = self[i, j] } }
    return result
  }

  /// Adds a multiple of another matrix of the same shape.
  mutating func add(_ other: Matrix, times factor: Double = 1) {
    for i in values.indices { values[i] += other.values[i] * factor }
  }

  /// Adds `u · vᵀ / divisor`.
  mutating func add(_ u: [Double], _ v: [Double], over divisor: Double = 1) {
    for i in 0..<rows { for j in 0..<columns { self[i, j] += u[i] * v[j] / divisor } }
  }

  /// Element (i, j) times factor i times factor j.
  func scaled(by factors: [Double]) -> Matrix {
    var scaled = self
    for i in 0..<rows { for j in 0..<columns { scaled[i, j] *= factors[i] * factors[j] } }
    return scaled
  }

  /// The mean of the matrix and its transpose.
  var symmetrised: Matrix {
    var mean = self
    for i in 0..<rows {
      for j in 0..<i {
        mean[i, j] = (self[i, j] + self[j, i]) / 2
        mean[j, i] = mean[i, j]
      }
    }
    return mean
  }

  /// `start + vᵀ · A · v`.
  func square(of v: [Double], plus start: Double = 0) -> Double { dot(times(v), v, plus: start) }

  var diagonal: [Double] { (0..<min(rows, columns)).map { self[$0, $0] } }
}

/// `start + Σ aᵢ · bᵢ`.
func dot(_ a: some Sequence<Double>, _ b: some Sequence<Double>, plus start: Double = 0) -> Double {
  zip(a, b).reduce(start) { $0 + $1.0 * $1.1 }
}

extension [Double] {
  static func zeros(_ count: Int) -> [Double] { [Double](repeating: 0, count: count) }
}
