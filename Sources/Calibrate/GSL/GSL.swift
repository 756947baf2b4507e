import CGSL

#if !Command
  #error("Calibrate needs GSL: enable the trait Command of the package gazesim")
#endif

/// Functions shared by the files of this folder, the only ones that call the GNU Scientific Library.
enum GSL {
  private static let handlerOff: Void = { _ = gsl_set_error_handler_off() }()

  /// Turns off GSL's default error handler, which aborts the process. The handler is turned off only once, by the first
  /// thread that calls this; all code in this folder calls it before any GSL function.
  static func turnErrorHandlerOff() { handlerOff }

  static func failure(_ operation: String, _ code: Int32) -> LeastSquaresError {
    if code == GSL_ENOMEM.code { return .outOfMemory }
    return .solver(operation: operation, code: code, reason: String(cString: gsl_strerror(code)))
  }
}

// GSL's error codes are an anonymous enum, which Swift imports as Int; its functions return C's int.
extension Int {
  var code: Int32 { Int32(truncatingIfNeeded: self) }
}

extension [Double] {
  mutating func withGSL<Result>(_ body: (UnsafeMutablePointer<gsl_vector>) -> Result) -> Result {
    withUnsafeMutableBufferPointer { numbers in
      var view = gsl_vector_view_array(numbers.baseAddress, numbers.count)
      return body(&view.vector)
    }
  }

  init(_ vector: UnsafeMutablePointer<gsl_vector>?) {
    guard let vector = vector?.pointee, let data = vector.data else {
      self = []
      return
    }
    self = (0..<vector.size).map { data[$0 * vector.stride] }
  }
}

extension Matrix {
  mutating func withGSL<Result>(_ body: (UnsafeMutablePointer<gsl_matrix>) -> Result) -> Result {
    let (rows, columns) = (rows, columns)
    return values.withUnsafeMutableBufferPointer { values in
      var view = gsl_matrix_view_array(values.baseAddress, rows, columns)
      return body(&view.matrix)
    }
  }

  init(_ matrix: UnsafeMutablePointer<gsl_matrix>?) {
    guard let matrix = matrix?.pointee, let data = matrix.data else {
      self.init(rows: 0, columns: 0)
      return
    }
    self.init(rows: matrix.size1, columns: matrix.size2)
    for row in 0..<rows { for column in 0..<columns { self[row, column] = data[row * matrix.tda + column] } }
  }
}

package enum Distributions {
  /// Quantile of the standard normal distribution; 1.96 at p = 0.975.
  package static func normalQuantile(_ p: Double) -> Double {
    GSL.turnErrorHandlerOff()
    return gsl_cdf_ugaussian_Pinv(p)
  }

  /// Quantile of Student's t with `freedom` degrees of freedom; 1.96 at p = 0.975 for a large `freedom`.
  package static func studentQuantile(_ p: Double, freedom: Double) -> Double {
    GSL.turnErrorHandlerOff()
    return gsl_cdf_tdist_Pinv(p, freedom)
  }

  /// Quantile of χ² with `freedom` degrees of freedom.
  static func chiSquareQuantile(_ p: Double, freedom: Double) -> Double {
    GSL.turnErrorHandlerOff()
    return gsl_cdf_chisq_Pinv(p, freedom)
  }
}

/// Loss that reduces the weight of residuals that are far off.
enum RobustLoss: CaseIterable {
  /// w = 1 up to 1.345 standard deviations, 1.345/|z| beyond (Huber 1964): bounded influence, one minimum.
  case huber
  /// w = (1 − (z/4.685)²)², 0 beyond (Tukey): residuals that are far off are ignored.
  case bisquare

  /// Weights w(z) of residuals in standard deviations, as in GSL's `multifit_robust`.
  func weights(_ deviates: [Double]) -> [Double] {
    GSL.turnErrorHandlerOff()
    guard !deviates.isEmpty else { return [] }
    let type =
      switch self {
      case .huber: cgsl_multifit_robust_huber()
      case .bisquare: cgsl_multifit_robust_bisquare()
      }
    var weights = deviates.map { _ in 1.0 }
    guard let type, let function = type.pointee.wfun else { return weights }
    var scaled = deviates.map { $0 / type.pointee.tuning_default }
    _ = scaled.withGSL { scaled in weights.withGSL { function(scaled, $0) } }
    return weights
  }

  /// The |z| that a standard normal exceeds with the same probability as χ² with `freedom` degrees of freedom exceeds
  /// `square`. It puts the lengths of residual vectors of different dimension on one scale.
  static func normalDeviate(square: Double, freedom: Int) -> Double {
    GSL.turnErrorHandlerOff()
    if freedom == 1 { return square.squareRoot() }
    let tail = gsl_cdf_chisq_Q(square, Double(freedom)) / 2
    // Beyond 38 standard deviations the tail underflows.
    return tail > 0 ? gsl_cdf_ugaussian_Qinv(tail) : .infinity
  }
}
