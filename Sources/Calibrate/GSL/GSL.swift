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

  /// Quantile of Student's t with `freedom` degrees of freedom; 1.96 at p = 0.975 for a large `freedom`.
  static func studentQuantile(_ p: Double, freedom: Double) -> Double {
    turnErrorHandlerOff()
    return gsl_cdf_tdist_Pinv(p, freedom)
  }

  /// Quantile of χ² with `freedom` degrees of freedom.
  static func chiSquareQuantile(_ p: Double, freedom: Double) -> Double {
    turnErrorHandlerOff()
    return gsl_cdf_chisq_Pinv(p, freedom)
  }
}

// GSL's error codes are an anonymous enum, which Swift imports as Int; its functions return C's int.
extension Int {
  var code: Int32 { Int32(truncatingIfNeeded: self) }
}
