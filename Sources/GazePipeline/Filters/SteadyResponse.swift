/// A filter's steady-state response in closed form.
public struct SteadyResponse: Sendable, Equatable {
  /// Delay of the output behind a point that moves at a constant speed, seconds; 0 if the filter follows without delay.
  public var rampDelay: Double
  /// Standard deviation of the output divided by that of the input, for white noise about a stationary point.
  public var noiseGain: Double

  /// A response from its numbers.
  public init(rampDelay: Double, noiseGain: Double) {
    self.rampDelay = rampDelay
    self.noiseGain = noiseGain
  }
}

extension SteadyResponse {
  /// Response of `x̂ ← x̂ + α(x − x̂)`: delay (1 − α)/α samples, noise gain √(α/(2 − α)).
  static func lowPass(alpha: Double, interval: Double) -> SteadyResponse {
    SteadyResponse(rampDelay: interval * (1 - alpha) / alpha, noiseGain: (alpha / (2 - alpha)).squareRoot())
  }

  /// Response of a filter of position and velocity with steady-state gains g (of the position) and h (of the velocity
  /// times the interval): the delay is 0, and the noise gain is (Brookner, Tracking and Kalman Filtering Made Easy,
  /// 1998, § 1.2.7)
  ///
  ///     noise gain² = (2g² + h(2 − 3g)) / (g(4 − 2g − h))
  static func tracking(g: Double, h: Double) -> SteadyResponse {
    let variance = (2 * g * g + h * (2 - 3 * g)) / (g * (4 - 2 * g - h))
    return SteadyResponse(rampDelay: 0, noiseGain: max(variance, 0).squareRoot())
  }
}
