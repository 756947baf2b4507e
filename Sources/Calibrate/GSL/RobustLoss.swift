import CGSL

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
