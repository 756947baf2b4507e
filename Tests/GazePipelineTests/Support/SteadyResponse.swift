import Foundation
import GazePipeline

/// A filter's steady-state response in closed form, as the filters' doc comments give it.
struct SteadyResponse {
  /// Delay of the output behind a point that moves at a constant speed, seconds.
  let rampDelay: Double
  /// Standard deviation of the output divided by that of the input, for white noise about a stationary point.
  let noiseGain: Double

  /// Response to samples `interval` seconds apart, long after the start and the last saccade. The ramp's `speed` in
  /// points/s affects the 1€ filter only.
  init(of smoothing: Smoothing, interval: Double, speed: Double = 0) {
    self =
      switch smoothing {
      case .none: SteadyResponse(rampDelay: 0, noiseGain: 1)
      case .movingAverage(let n):
        SteadyResponse(rampDelay: interval * Double(n - 1) / 2, noiseGain: 1 / Double(n).squareRoot())
      case .exponential(let settings):
        .lowPass(alpha: 1 - exp(-interval / settings.timeConstant), interval: interval)
      case .doubleExponential(let settings): .doubleExponential(settings, interval)
      case .oneEuro(let settings): .oneEuro(settings, interval, speed)
      case .kalman(let settings): .kalman(settings, interval)
      case .gatedTriangular(let settings): .triangular(Double(settings.window), interval)
      }
  }

  private init(rampDelay: Double, noiseGain: Double) {
    self.rampDelay = rampDelay
    self.noiseGain = noiseGain
  }

  private static func lowPass(alpha: Double, interval: Double) -> Self {
    Self(rampDelay: interval * (1 - alpha) / alpha, noiseGain: (alpha / (2 - alpha)).squareRoot())
  }

  private static func doubleExponential(_ settings: DoubleExponentialFilter.Settings, _ interval: Double) -> Self {
    let alpha = 1 - exp(-interval / settings.timeConstant)
    return .tracking(g: alpha, h: alpha * (1 - exp(-interval / settings.trendTimeConstant)))
  }

  private static func oneEuro(_ settings: OneEuroFilter.Settings, _ interval: Double, _ speed: Double) -> Self {
    let gain = settings.beta * speed
    let (a, b) = (2 * Double.pi * (settings.minCutoff + gain), 2 * Double.pi * gain / interval)
    let rest = lowPass(alpha: 1 / (1 + 1 / (2 * .pi * settings.minCutoff * interval)), interval: interval)
    return Self(rampDelay: 2 / (a + (a * a + 4 * b).squareRoot()), noiseGain: rest.noiseGain)
  }

  private static func kalman(_ settings: VelocityKalmanFilter.Settings, _ interval: Double) -> Self {
    let index = settings.acceleration * interval * interval / settings.noise
    let root = (index * index + 8 * index).squareRoot()
    let g = -(index * index + 8 * index - (index + 4) * root) / 8
    // Without acceleration the filter averages all samples.
    return g > 0
      ? .tracking(g: g, h: (index * index + 4 * index - index * root) / 4) : Self(rampDelay: 0, noiseGain: 0)
  }

  private static func triangular(_ n: Double, _ interval: Double) -> Self {
    Self(rampDelay: interval * (n - 1) / 3, noiseGain: (2 * (2 * n + 1) / (3 * n * (n + 1))).squareRoot())
  }

  /// Response of a filter of position and velocity with the steady-state gains g and h.
  private static func tracking(g: Double, h: Double) -> Self {
    let variance = (2 * g * g + h * (2 - 3 * g)) / (g * (4 - 2 * g - h))
    return Self(rampDelay: 0, noiseGain: max(variance, 0).squareRoot())
  }
}
