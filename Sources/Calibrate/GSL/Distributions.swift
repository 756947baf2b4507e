import CGSL

/// Quantiles that other modules need.
package enum Distributions {
  /// Of the standard normal; 1.96 at p = 0.975.
  package static func normalQuantile(_ p: Double) -> Double {
    GSL.turnErrorHandlerOff()
    return gsl_cdf_ugaussian_Pinv(p)
  }

  /// Of Student's t.
  package static func studentQuantile(_ p: Double, freedom: Double) -> Double {
    GSL.studentQuantile(p, freedom: freedom)
  }
}
