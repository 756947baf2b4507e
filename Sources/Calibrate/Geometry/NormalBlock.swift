/// The normal equations of one person's rows.
struct NormalBlock {
  var device: Matrix
  var own: Matrix
  /// Own × device.
  var cross: Matrix
  var deviceGradient: [Double]
  var ownGradient: [Double]
  /// Sum of the squared residuals.
  let square: Double

  /// `product` returns the product of columns i and j ≥ i of [device, own, residual].
  init(device d: Int, own m: Int, product: (_ i: Int, _ j: Int) -> Double) {
    device = Matrix(symmetric: d) { product($0, $1) }
    own = Matrix(symmetric: m) { product(d + $0, d + $1) }
    cross = Matrix(rows: m, columns: d)
    for i in 0..<d { for k in 0..<m { cross[k, i] = product(i, d + k) } }
    deviceGradient = (0..<d).map { product($0, d + m) }
    ownGradient = (0..<m).map { product(d + $0, d + m) }
    square = product(d + m, d + m)
  }

  /// Element (i, j) of D − BᵀG, the person's part of the device's Schur complement, with G = A⁻¹B.
  func schur(_ i: Int, _ j: Int, gain: Matrix) -> Double {
    var sum = device[i, j]
    for k in 0..<gain.rows { sum -= cross[k, i] * gain[k, j] }
    return sum
  }

  /// Block in which every row counts `weight` times.
  func weighted(by weight: Double) -> NormalBlock {
    var weighted = self
    for i in device.values.indices { weighted.device.values[i] *= weight }
    for i in own.values.indices { weighted.own.values[i] *= weight }
    for i in cross.values.indices { weighted.cross.values[i] *= weight }
    weighted.deviceGradient = deviceGradient.map { $0 * weight }
    weighted.ownGradient = ownGradient.map { $0 * weight }
    return weighted
  }
}

extension Matrix {
  /// A symmetric matrix from its elements (i, j ≥ i).
  fileprivate init(symmetric size: Int, _ element: (_ i: Int, _ j: Int) -> Double) {
    self.init(rows: size, columns: size)
    for i in 0..<size {
      for j in i..<size { (self[i, j], self[j, i]) = (element(i, j), element(i, j)) }
    }
  }
}
