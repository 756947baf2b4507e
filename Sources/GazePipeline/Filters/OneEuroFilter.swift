/// The 1€ filter (Casiez, Roussel & Vogel, CHI 2012, doi 10.1145/2207676.2208639): a first-order low-pass whose
/// cutoff rises with speed.
///
///     α(fc) = 1 / (1 + τ/te), τ = 1/(2π fc), te = seconds since the last sample
///     dx̂ = (x − x̂_previous)/te smoothed with α(dcutoff), initially 0
///     fc = mincutoff + beta · |dx̂|,  x̂ = α(fc) x + (1 − α(fc)) x̂_previous
///
/// For points of the plane |dx̂| is the speed, so both axes have the same cutoff and the filter is isotropic. In one
/// dimension this filter equals the published one.
///
/// A low-pass with cutoff fc lags a ramp by τ = 1/(2π fc), and fc depends on an estimated speed that grows with this
/// lag. So with a = 2π(mincutoff + beta·speed) and b = 2π·beta·speed/te the lag solves b τ² + a τ = 1. The standard
/// deviation of white noise about a resting point, too small to raise the cutoff, is multiplied by √(α/(2 − α)).
public struct OneEuroFilter: Sendable, Equatable {
  /// The filter's three parameters.
  public struct Settings: Sendable, Equatable, Codable {
    /// Cutoff for a point at rest, Hz.
    public var minCutoff: Double
    /// Increase of the cutoff with speed, Hz per (point/s), that is 1/point.
    public var beta: Double
    /// Cutoff of the low-pass for the speed, Hz.
    public var derivativeCutoff: Double

    /// Settings; the defaults are those of the authors' code.
    public init(minCutoff: Double = 1, beta: Double = 0, derivativeCutoff: Double = 1) {
      self.minCutoff = minCutoff
      self.beta = beta
      self.derivativeCutoff = derivativeCutoff
    }
  }

  /// The filter's settings.
  public let settings: Settings
  private var state: (time: Double, value: SIMD2<Double>, velocity: SIMD2<Double>)?

  /// A filter that has not processed a sample yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Processes a sample and returns the filtered point. If the time repeats or runs backwards, the last result is
  /// returned and the next interval counts from the new time. A non-finite sample changes nothing; a jump whose speed
  /// overflows a Double restarts the filter.
  @inline(__always)
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
    let velocity =
      last.velocity + ((point - last.value) / te - last.velocity) * Self.alpha(settings.derivativeCutoff, te)
    let value = last.value + (point - last.value) * Self.alpha(settings.minCutoff + settings.beta * velocity.length, te)
    guard velocity.isFinite, value.isFinite else {
      state = (time, point, .zero)
      return point
    }
    state = (time, value, velocity)
    return value
  }

  /// Resets the filter to its initial state.
  public mutating func reset() { state = nil }

  static func alpha(_ cutoff: Double, _ te: Double) -> Double {
    // 1 / (1 + 1/(2π fc te)), computed without the division by fc so that a cutoff of 0 gives 0. A negative cutoff
    // counts as 0. Without the upper bound an infinite cutoff would give NaN instead of 1.
    let w = min(max(2 * Double.pi * cutoff * te, 0), .greatestFiniteMagnitude)
    return w / (1 + w)
  }

  /// True if settings and state are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.settings == b.settings && a.state?.time == b.state?.time && a.state?.value == b.state?.value
      && a.state?.velocity == b.state?.velocity
  }
}
