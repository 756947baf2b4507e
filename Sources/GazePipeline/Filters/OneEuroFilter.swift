/// The 1€ filter (Casiez, Roussel & Vogel, CHI 2012, doi 10.1145/2207676.2208639): a first-order low-pass whose
/// cutoff rises with speed.
///
///     α(fc) = 1 / (1 + τ/te), τ = 1/(2π fc), te = seconds since the last sample
///     dx̂ = α(dcutoff)-smoothed (x − x̂_previous)/te, the first 0
///     fc = mincutoff + beta · |dx̂|,  x̂ = α(fc) x + (1 − α(fc)) x̂_previous
///
/// In two dimensions |dx̂| is the speed, so one cutoff serves both axes and the filter does not prefer a direction;
/// in one dimension it is the published filter.
public struct OneEuroFilter: Sendable, Equatable {
  /// The three numbers of the filter.
  public struct Settings: Sendable, Equatable, Codable {
    /// Cutoff at rest, Hz.
    public var minCutoff: Double
    /// Cutoff gained with speed, Hz per (point/s), that is 1/point.
    public var beta: Double
    /// Cutoff of the speed's own low-pass, Hz.
    public var derivativeCutoff: Double

    /// Settings; defaults of the authors' code.
    public init(minCutoff: Double = 1, beta: Double = 0, derivativeCutoff: Double = 1) {
      self.minCutoff = minCutoff
      self.beta = beta
      self.derivativeCutoff = derivativeCutoff
    }

    /// The filter on a steady input sampled every `interval` seconds.
    ///
    /// The delay is that of a ramp of `speed` points/s: with the cutoff at τ = 1/(2π fc) a low-pass follows τ behind,
    /// and the speed that it sees is that of the lag as well, so with a = 2π(mincutoff + beta·speed) and
    /// b = 2π·beta·speed/te
    ///
    ///     b τ² + a τ = 1,  τ = 2/(a + √(a² + 4b))
    ///
    /// The noise gain √(α/(2 − α)) is that at rest, for noise too small to open the filter.
    public func response(interval: Double, speed: Double = 0) -> SteadyResponse {
      let gain = beta * speed
      let (a, b) = (2 * Double.pi * (minCutoff + gain), 2 * Double.pi * gain / interval)
      let rest = SteadyResponse.lowPass(alpha: OneEuroFilter.alpha(minCutoff, interval), interval: interval)
      return SteadyResponse(rampDelay: 2 / (a + (a * a + 4 * b).squareRoot()), noiseGain: rest.noiseGain)
    }
  }

  /// The numbers in force.
  public let settings: Settings
  private var state: (time: Double, value: SIMD2<Double>, velocity: SIMD2<Double>)?

  /// A filter at rest.
  public init(_ settings: Settings) { self.settings = settings }

  /// Takes a sample in and gives the filtered point. Time that stands still leaves the last result as it is; so
  /// does time that runs backwards, and the next sample counts from there. A sample that is not finite leaves
  /// everything as it is; one that the arithmetic cannot carry (a jump too fast for a Double) starts the filter again.
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

  /// Forgets everything.
  public mutating func reset() { state = nil }

  static func alpha(_ cutoff: Double, _ te: Double) -> Double {
    // 1 / (1 + 1/(2π fc te)), written without the division by fc so that a cutoff of 0 gives 0. A negative cutoff
    // counts as 0; without a bound an infinite one would give NaN instead of 1.
    let w = min(max(2 * Double.pi * cutoff * te, 0), .greatestFiniteMagnitude)
    return w / (1 + w)
  }

  /// True where settings and memory are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.settings == b.settings && a.state?.time == b.state?.time && a.state?.value == b.state?.value
      && a.state?.velocity == b.state?.velocity
  }
}
