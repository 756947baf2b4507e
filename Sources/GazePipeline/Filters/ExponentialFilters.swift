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

/// Double exponential smoothing: a level and a trend, each smoothed (Holt 1957, reprinted in International Journal of
/// Forecasting 20, 2004, doi 10.1016/j.ijforecast.2003.09.015; for tracking LaViola, EGVE 2003).
///
///     x̂⁻ = x̂ + v te,  x̂ ← x̂⁻ + α (x − x̂⁻),  v ← v + α γ (x − x̂⁻)/te
///     α = 1 − e^(−te/τ), γ = 1 − e^(−te/τv), te = seconds since the last sample
///
/// LaViola's filter, whose two stages share one constant a, is the special case with γ = a/(2 − a) and α = a(2 − a).
/// The filter follows a ramp without delay and overshoots a jump. The standard deviation of white noise is multiplied
/// by the noise gain (Brookner, Tracking and Kalman Filtering Made Easy, 1998, § 1.2.7), here with g = α and h = α γ:
///
///     noise gain² = (2g² + h(2 − 3g)) / (g(4 − 2g − h))
public struct DoubleExponentialFilter: Sendable, Equatable {
  /// The filter's two parameters.
  public struct Settings: Sendable, Equatable, Codable {
    /// τ of the level, seconds, > 0; 0 or less disables the filter.
    public var timeConstant: Double
    /// τv of the trend, seconds, > 0.
    public var trendTimeConstant: Double

    /// Settings from the two time constants.
    public init(timeConstant: Double = 0.05, trendTimeConstant: Double = 0.5) {
      self.timeConstant = timeConstant
      self.trendTimeConstant = trendTimeConstant
    }
  }

  /// The filter's settings.
  public let settings: Settings
  private var state: (time: Double, value: SIMD2<Double>, velocity: SIMD2<Double>)?

  /// A filter that has not processed a sample yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Processes a sample and returns the filtered point. Non-finite samples, and a time that repeats or runs backwards,
  /// are treated as in `OneEuroFilter`.
  public mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    guard point.isFinite, time.isFinite else { return state?.value ?? point }
    guard let last = state else {
      state = (time, point, .zero)
      return point
    }
    let te = time - last.time
    guard te > 0 else {
      state = (time, last.value, last.velocity)
      return last.value
    }
    let alpha = ExponentialFilter.gain(te, settings.timeConstant)
    let expected = last.value + last.velocity * te
    let surprise = point - expected
    let value = expected + surprise * alpha
    let velocity =
      last.velocity + surprise * (alpha * ExponentialFilter.gain(te, settings.trendTimeConstant) / te)
    guard value.isFinite, velocity.isFinite else {
      state = (time, point, .zero)
      return point
    }
    state = (time, value, velocity)
    return value
  }

  /// Resets the filter to its initial state.
  public mutating func reset() { state = nil }

  /// True if settings and state are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.settings == b.settings && a.state?.time == b.state?.time && a.state?.value == b.state?.value
      && a.state?.velocity == b.state?.velocity
  }
}
