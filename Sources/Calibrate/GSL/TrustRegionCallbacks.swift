import CGSL

/// Converts GSL's strided vectors to the problem's arrays and back, and weighs the rows on the way.
final class TrustRegionCallbacks {
  /// The value that replaces an undefined residual: large, but with a finite square.
  static let large = 1e100

  private(set) var undefinedResiduals = 0
  private(set) var sawDefinedResidual = false
  /// Number of times that GSL requested the residuals.
  private(set) var evaluations = 0
  private var problem: LeastSquaresProblem?
  private var x: [Double]
  private var r: [Double]
  /// √wᵢ·∂rᵢ/∂xⱼ, 0 where undefined. The Jacobian is that at GSL's current x, since GSL requests it only at points that
  /// it accepts.
  private(set) var j: Matrix
  /// √wᵢ; empty for 1.
  private var roots: [Double] = []

  init(_ shape: TrustRegionWorkspace.Shape) {
    x = [Double](repeating: 0, count: shape.parameters)
    r = [Double](repeating: 0, count: shape.residuals)
    j = Matrix(rows: shape.hasJacobian ? shape.residuals : 0, columns: shape.parameters)
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> TrustRegionCallbacks? {
    context.map { Unmanaged<TrustRegionCallbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin(_ problem: LeastSquaresProblem) {
    self.problem = problem
    (undefinedResiduals, sawDefinedResidual, evaluations) = (0, false, 0)
    roots.removeAll(keepingCapacity: true)
    if let weights = problem.weights { for weight in weights { roots.append(weight.squareRoot()) } }
    // An element that a problem never writes must be zero, not the last problem's.
    j.values.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  func end() { problem = nil }

  /// GSL's finite differences pass a column of the Jacobian as `f`, so its stride is not 1.
  func residuals(_ xs: UnsafePointer<gsl_vector>?, _ f: UnsafeMutablePointer<gsl_vector>?) -> Int32 {
    guard read(xs), let f = f?.pointee, let data = f.data, let problem else { return GSL_EBADLEN.code }
    problem.residuals(x, &r)
    guard r.count == f.size else { return GSL_EBADLEN.code }
    evaluations += 1
    var undefined = 0
    r.withUnsafeBufferPointer { r in
      for i in r.indices {
        // The comparison is false for NaN, too.
        if abs(r[i]) <= Self.large {
          data[i * f.stride] = r[i]
        } else {
          data[i * f.stride] = r[i] < 0 ? -Self.large : Self.large
          undefined += 1
        }
      }
    }
    for i in roots.indices { data[i * f.stride] *= roots[i] }
    undefinedResiduals += undefined
    if undefined < r.count { sawDefinedResidual = true }
    return 0
  }

  /// Writes J.
  func jacobian(_ xs: UnsafePointer<gsl_vector>?, _ matrix: UnsafeMutablePointer<gsl_matrix>?) -> Int32 {
    guard read(xs), let matrix = matrix?.pointee, let data = matrix.data, let write = problem?.jacobian else {
      return GSL_EBADLEN.code
    }
    write(x, &j)
    guard matrix.size1 == j.rows, matrix.size2 == j.columns, j.values.count == j.rows * j.columns else {
      return GSL_EBADLEN.code
    }
    let columns = j.columns
    j.values.withUnsafeMutableBufferPointer { values in
      for row in 0..<matrix.size1 {
        let root = roots.isEmpty ? 1 : roots[row]
        for column in 0..<columns {
          let value = values[row * columns + column] * root
          values[row * columns + column] = abs(value) <= Self.large ? value : 0
          data[row * matrix.tda + column] = values[row * columns + column]
        }
      }
    }
    return 0
  }

  private func read(_ xs: UnsafePointer<gsl_vector>?) -> Bool {
    guard let xs = xs?.pointee, let data = xs.data, xs.size == x.count else { return false }
    for i in x.indices { x[i] = data[i * xs.stride] }
    return true
  }
}
