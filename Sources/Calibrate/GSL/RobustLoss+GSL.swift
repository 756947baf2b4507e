import CGSL

extension RobustLoss {
  /// Weights w(z) of residuals in standard deviations, as in GSL's `multifit_robust`.
  func weights(_ deviates: [Double]) -> [Double] {
    GSL.turnErrorHandlerOff()
    guard !deviates.isEmpty else { return [] }
    let type =
      switch self {
      case .huber: cgsl_multifit_robust_huber()
      case .bisquare: cgsl_multifit_robust_bisquare()
      }
    guard let type, let function = type.pointee.wfun else { return deviates.map { _ in 1 } }
    var scaled = deviates.map { $0 / type.pointee.tuning_default }
    var weights = [Double](repeating: 1, count: scaled.count)
    scaled.withUnsafeMutableBufferPointer { scaled in
      weights.withUnsafeMutableBufferPointer { weights in
        var from = gsl_vector_view_array(scaled.baseAddress, scaled.count)
        var to = gsl_vector_view_array(weights.baseAddress, weights.count)
        _ = function(&from.vector, &to.vector)
      }
    }
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
