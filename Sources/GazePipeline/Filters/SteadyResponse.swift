/// What a filter does to a steady input once its start is forgotten, in closed form.
public struct SteadyResponse: Sendable, Equatable {
  /// By how many seconds the output follows a point that moves at a constant speed; 0 where it catches up.
  public var rampDelay: Double
  /// Standard deviation of the output over that of the input, for white noise about a point that rests.
  public var noiseGain: Double

  /// A response from its numbers.
  public init(rampDelay: Double, noiseGain: Double) {
    self.rampDelay = rampDelay
    self.noiseGain = noiseGain
  }
}

extension SteadyResponse {
  /// That of `x̂ ← x̂ + α(x − x̂)`: delay (1 − α)/α samples, noise gain √(α/(2 − α)).
  static func lowPass(alpha: Double, interval: Double) -> SteadyResponse {
    SteadyResponse(rampDelay: interval * (1 - alpha) / alpha, noiseGain: (alpha / (2 - alpha)).squareRoot())
  }

  /// That of a filter of position and velocity with steady gains g (of the position) and h (of the velocity times the
  /// interval): no delay, and (Brookner, Tracking and Kalman Filtering Made Easy, 1998, § 1.2.7)
  ///
  ///     noise gain² = (2g² + h(2 − 3g)) / (g(4 − 2g − h))
  static func tracking(g: Double, h: Double) -> SteadyResponse {
    let variance = (2 * g * g + h * (2 - 3 * g)) / (g * (4 - 2 * g - h))
    return SteadyResponse(rampDelay: 0, noiseGain: max(variance, 0).squareRoot())
  }
}
