import GazePipeline

/// The evidence of a linear model with a normal prior on its coefficients, for each of two angles:
///
///     y = X·b + e,   b ~ N(μ, diag s²),   e ~ N(0, σ²)
///     log p(y) = −½ rᵀr/σ² + ½ cᵀA⁻¹c − ½ log|A| − Σ log s + constant
///     A = diag s⁻² + XᵀX/σ²,  c = Xᵀr/σ²,  r = y − Xμ
///
/// Bishop 2006, 3.86. `weight` multiplies every sum of squares: neighbouring samples have similar errors, so that each
/// one counts less than an independent sample.
struct LinearEvidence: Sendable {
  static let count = 8
  private let weight: Double
  private var squares = [Double](repeating: 0, count: count * count)
  private var products = [Vector2](repeating: .zero, count: count)
  private var residual = Vector2.zero
  private(set) var samples = 0.0

  init(weight: Double) { self.weight = weight }

  /// Adds a row of X and its residuals y − Xμ.
  mutating func add(_ x: SIMD8<Double>, _ r: Vector2) {
    for i in 0..<Self.count {
      products[i] += x[i] * r
      for j in 0...i { squares[i * Self.count + j] += x[i] * x[j] }
    }
    residual += r * r
    samples += 1
  }

  /// Adds a sample for which the model has no prediction, with residuals of one radian.
  mutating func miss() {
    residual += SIMD2(1, 1)
    samples += 1
  }

  private func solved(
    _ axis: Int, _ sigma: Double, _ spread: SIMD8<Double>
  ) -> (b: [Double], c: [Double], logDeterminant: Double) {
    let n = Self.count
    let k = weight / (sigma * sigma)
    // The Cholesky factor replaces A, which is at least diag s⁻² and so positive definite.
    var a = squares.map { $0 * k }
    for i in 0..<n { a[i * n + i] += 1 / (spread[i] * spread[i]) }
    var log = 0.0
    for i in 0..<n {
      for j in 0...i {
        var sum = a[i * n + j]
        for m in 0..<j { sum -= a[i * n + m] * a[j * n + m] }
        if i == j {
          a[i * n + i] = max(sum, 1e-300).squareRoot()
          log += 2 * Elementary.log(a[i * n + i])
        } else {
          a[i * n + j] = sum / a[j * n + j]
        }
      }
    }
    let c = products.map { $0[axis] * k }
    var b = c
    for i in 0..<n {
      for m in 0..<i { b[i] -= a[i * n + m] * b[m] }
      b[i] /= a[i * n + i]
    }
    for i in (0..<n).reversed() {
      for m in (i + 1)..<n { b[i] -= a[m * n + i] * b[m] }
      b[i] /= a[i * n + i]
    }
    return (b, c, log)
  }

  /// The log evidence of an angle without terms that do not depend on the model.
  func logEvidence(_ axis: Int, sigma: Double, spread: SIMD8<Double>) -> Double {
    let (b, c, log) = solved(axis, sigma, spread)
    var value = -0.5 * weight * residual[axis] / (sigma * sigma) - 0.5 * log
    for i in 0..<Self.count { value += 0.5 * b[i] * c[i] - Elementary.log(spread[i]) }
    return value
  }

  /// Residual sum of squares of an angle after the fit, and the fitted coefficients minus μ.
  func left(_ axis: Int, sigma: Double, spread: SIMD8<Double>) -> (squares: Double, b: [Double]) {
    let b = solved(axis, sigma, spread).b
    let n = Self.count
    var sum = residual[axis]
    for i in 0..<n {
      sum -= 2 * b[i] * products[i][axis]
      for j in 0..<n { sum += b[i] * b[j] * squares[max(i, j) * n + min(i, j)] }
    }
    return (max(sum, 0), b)
  }
}
