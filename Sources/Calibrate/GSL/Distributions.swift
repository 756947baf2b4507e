import CGSL

/// Quantiles of the distributions that intervals need.
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
