import GazePipeline

/// Noise of a head's residuals per axis: its standard deviation and correlation time in a first-order autoregression.
///
///     e_k = φ_k·e_{k−1} + σ√(1 − φ_k²)·n,  φ_k = exp(−(t_k − t_{k−1})/τ)
struct HeadMotionNoise: Sendable {
  /// rad.
  var sigma = SIMD3<Double>(repeating: 1.0.radians)
  /// Correlation time, seconds; 0 means white noise.
  var time = SIMD3<Double>.zero

  /// Noise before any residual is known.
  init() {}

  /// Estimates the noise of residuals.
  init(_ residuals: [SIMD3<Double>], _ pairs: [HeadMotionModel.Pair]) {
    for axis in 0..<3 {
      var (squares, products, steps, count) = (0.0, 0.0, 0.0, 0.0)
      for i in residuals.indices {
        squares += residuals[i][axis] * residuals[i][axis]
        guard i > 0, pairs[i].isNext else { continue }
        products += residuals[i][axis] * residuals[i - 1][axis]
        steps += pairs[i].time - pairs[i - 1].time
        count += 1
      }
      let variance = squares / Double(max(residuals.count, 1))
      // Headphones have noise of at least 0.006° (1e-4 rad); with a smaller value the priors would be lost in rounding.
      sigma[axis] = max(variance.squareRoot(), 1e-4)
      guard count > 0, variance > 1e-14 else { continue }
      let phi = min(max(products / count / variance, 0), 0.998)
      time[axis] = phi > 1e-3 ? -(steps / count) / Elementary.log(phi) : 0
    }
  }

  /// φ per axis over a step.
  func memory(_ step: Double) -> SIMD3<Double> {
    SIMD3(phi(step, time.x), phi(step, time.y), phi(step, time.z))
  }

  private func phi(_ step: Double, _ time: Double) -> Double { time > 0 ? Elementary.exp(-step / time) : 0 }
}
