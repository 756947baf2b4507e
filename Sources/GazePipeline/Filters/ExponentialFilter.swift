/// Exponential smoothing (Brown 1956; Holt 1957): a first-order low-pass with one time constant.
///
///     x̂ ← x̂ + α (x − x̂), α = 1 − e^(−te/τ), te = seconds since the last sample
///
/// With this α a gap in the samples counts by its length. Delay of a ramp te(1 − α)/α, nearly τ; white noise is
/// multiplied by √(α/(2 − α)).
public struct ExponentialFilter: Sendable, Equatable {
  /// The one number of the filter.
  public struct Settings: Sendable, Equatable, Codable {
    /// τ, seconds, > 0; 0 or less is no filter.
    public var timeConstant: Double

    /// Settings.
    public init(timeConstant: Double = 0.05) { self.timeConstant = timeConstant }

    /// The filter on a steady input sampled every `interval` seconds.
    public func response(interval: Double) -> SteadyResponse {
      .lowPass(alpha: ExponentialFilter.gain(interval, timeConstant), interval: interval)
    }
  }

  /// The number in force.
  public let settings: Settings
  private var state: (time: Double, value: SIMD2<Double>)?

  /// A filter at rest.
  public init(_ settings: Settings) { self.settings = settings }

  /// Takes a sample in and gives the filtered point. What is not finite, and time that stands still or runs backwards,
  /// are met as `OneEuroFilter` meets them.
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

  /// Forgets everything.
  public mutating func reset() { state = nil }

  /// 1 − e^(−te/τ); 1 for a τ that is none.
  static func gain(_ te: Double, _ timeConstant: Double) -> Double {
    timeConstant > 0 ? min(max(1 - Elementary.exp(-te / timeConstant), 0), 1) : 1
  }

  /// True where settings and memory are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.settings == b.settings && a.state?.time == b.state?.time && a.state?.value == b.state?.value
  }
}
