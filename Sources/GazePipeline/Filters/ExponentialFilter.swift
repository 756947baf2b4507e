/// Exponential smoothing (Brown 1956; Holt 1957): a first-order low-pass with one time constant.
///
///     x̂ ← x̂ + α (x − x̂), α = 1 − e^(−te/τ), te = seconds since the last sample
///
/// Because α depends on te, samples may come at irregular intervals. The output lags a ramp by te(1 − α)/α, which is
/// nearly τ; the standard deviation of white noise is multiplied by √(α/(2 − α)).
public struct ExponentialFilter: Sendable, Equatable {
  /// The filter's one parameter.
  public struct Settings: Sendable, Equatable, Codable {
    /// τ, seconds, > 0; 0 or less disables the filter.
    public var timeConstant: Double

    /// Settings from the time constant.
    public init(timeConstant: Double = 0.05) { self.timeConstant = timeConstant }
  }

  /// The filter's settings.
  public let settings: Settings
  private var state: (time: Double, value: SIMD2<Double>)?

  /// A filter that has not processed a sample yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Processes a sample and returns the filtered point. Non-finite samples, and a time that repeats or runs backwards,
  /// are treated as in `OneEuroFilter`.
  public mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    guard point.isFinite, time.isFinite else { return state?.value ?? point }
    guard let last = state else {
      state = (time, point)
      return point
    }
    guard time > last.time else {
      state = (time, last.value)
      return last.value
    }
    let value = last.value + (point - last.value) * Self.gain(time - last.time, settings.timeConstant)
    state = (time, value.isFinite ? value : point)
    return value.isFinite ? value : point
  }

  /// Resets the filter to its initial state.
  public mutating func reset() { state = nil }

  /// 1 − e^(−te/τ); 1 if τ is not positive.
  static func gain(_ te: Double, _ timeConstant: Double) -> Double {
    timeConstant > 0 ? min(max(1 - Elementary.exp(-te / timeConstant), 0), 1) : 1
  }

  /// True if settings and state are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.settings == b.settings && a.state?.time == b.state?.time && a.state?.value == b.state?.value
  }
}
