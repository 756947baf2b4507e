import CGSL

/// Quantiles for other modules.
package enum Distributions {
  /// Quantile of the standard normal distribution; 1.96 at p = 0.975.
  package static func normalQuantile(_ p: Double) -> Double {
    GSL.turnErrorHandlerOff()
    return gsl_cdf_ugaussian_Pinv(p)
  }

  /// Quantile of Student's t distribution.
  package static func studentQuantile(_ p: Double, freedom: Double) -> Double {
    GSL.studentQuantile(p, freedom: freedom)
  }
}
