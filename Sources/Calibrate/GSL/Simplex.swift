import CGSL

/// Minimisation without derivatives by a simplex (Nelder & Mead 1965; GSL's `nmsimplex2`), for costs that are not
/// smooth.
package enum Simplex {
  package struct Minimum {
    package var x: [Double]
    package var value: Double
    package var evaluations: Int
  }

  /// Minimises until the simplex's size is below `tolerance`, or about `evaluations` are used up.
  ///
  /// - Parameters:
  ///   - start: one corner; the others are `step` away along each axis.
  ///   - objective: the cost; a value that is not finite counts as very large.
  /// - Throws: if the start is empty or GSL fails.
  package static func minimise(
    from start: [Double], step: Double, tolerance: Double = 1e-2, evaluations: Int,
    _ objective: ([Double]) -> Double
  ) throws(LeastSquaresError) -> Minimum {
    GSL.turnErrorHandlerOff()
    let n = start.count
    guard n > 0 else { throw .shape("the start is empty, expected at least one number") }
    let type = cgsl_multimin_fminimizer_nmsimplex2()
    guard let minimiser = gsl_multimin_fminimizer_alloc(type, n) else { throw .outOfMemory }
    defer { gsl_multimin_fminimizer_free(minimiser) }
    var (x, steps) = (start, start.map { _ in step })
    return try withoutActuallyEscaping(objective) { objective throws(LeastSquaresError) in
      let callback = SimplexCallback(n, objective)
      var function = gsl_multimin_function(
        f: { x, context in
          guard let context else { return SimplexCallback.large }
          return Unmanaged<SimplexCallback>.fromOpaque(context).takeUnretainedValue().value(x)
        }, n: n, params: Unmanaged.passUnretained(callback).toOpaque())
      let minimum = try withUnsafeMutablePointer(to: &function) { function throws(LeastSquaresError) in
        var status = x.withGSL { x in steps.withGSL { gsl_multimin_fminimizer_set(minimiser, function, x, $0) } }
        guard status == 0 else { throw GSL.failure("set", status) }
        while callback.evaluations < evaluations {
          status = gsl_multimin_fminimizer_iterate(minimiser)
          // GSL finds no better point, so the simplex has converged as far as it can.
          if status != 0 { break }
          if gsl_multimin_test_size(gsl_multimin_fminimizer_size(minimiser), tolerance) == 0 { break }
        }
        return Minimum(
          x: [Double](gsl_multimin_fminimizer_x(minimiser)), value: gsl_multimin_fminimizer_minimum(minimiser),
          evaluations: callback.evaluations)
      }
      // GSL's pointer to the callback is not retained, so the callback's lifetime is extended to this line.
      withExtendedLifetime(callback) {}
      return minimum
    }
  }
}

/// Converts GSL's strided vector to the objective's array.
private final class SimplexCallback {
  /// Value of an undefined cost.
  static let large = 1e100

  private(set) var evaluations = 0
  private var x: [Double]
  private let objective: ([Double]) -> Double

  init(_ count: Int, _ objective: @escaping ([Double]) -> Double) {
    x = .zeros(count)
    self.objective = objective
  }

  func value(_ xs: UnsafePointer<gsl_vector>?) -> Double {
    guard let xs = xs?.pointee, let data = xs.data, xs.size == x.count else { return Self.large }
    for i in x.indices { x[i] = data[i * xs.stride] }
    evaluations += 1
    let value = objective(x)
    return abs(value) <= Self.large ? value : Self.large
  }
}
