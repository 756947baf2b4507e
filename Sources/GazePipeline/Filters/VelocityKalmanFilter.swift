/// A Kalman filter of position and velocity that a saccade restarts (Komogortsev & Khan, ETRA 2007: the attention focus
/// Kalman filter, which detects saccades by the innovation; Bar-Shalom, Li & Kirubarajan 2001, § 6.3.2, for the model).
///
///     x ← x + v te + a te²/2, v ← v + a te, a white from sample to sample with SD `acceleration`;  z = x + white noise
///
/// The model holds for each axis, and both axes share one covariance. If the innovation's length exceeds `gate` times
/// its standard deviation per axis, the eye has made a saccade: the filter restarts at the new point with velocity 0. A
/// ramp whose innovations stay within the gate is followed without delay. White noise is multiplied by the noise gain
/// of `DoubleExponentialFilter` with the steady-state gains of Kalata (IEEE Transactions on Aerospace and Electronic
/// Systems 20, 1984), Λ = acceleration · te²/noise:
///
///     g = −(Λ² + 8Λ − (Λ + 4)√(Λ² + 8Λ))/8,  h = (Λ² + 4Λ − Λ√(Λ² + 8Λ))/4
public struct VelocityKalmanFilter: Sendable, Equatable {
  /// The filter's three parameters.
  public struct Settings: Sendable, Equatable, Codable {
    /// Standard deviation of a sample's noise per axis, points, > 0.
    public var noise: Double
    /// Standard deviation of the acceleration per axis, points/s², ≥ 0.
    public var acceleration: Double
    /// Length of the innovation, in multiples of its standard deviation, above which a movement counts as a saccade.
    public var gate: Double

    /// Settings.
    public init(noise: Double = 8, acceleration: Double = 500, gate: Double = 4) {
      self.noise = noise
      self.acceleration = acceleration
      self.gate = gate
    }
  }

  private struct State: Sendable, Equatable {
    var time: Double
    var value: SIMD2<Double>
    var velocity = SIMD2<Double>.zero
    /// Variance of the position, covariance, variance of the velocity.
    var variance: SIMD3<Double>
  }

  /// The filter's settings.
  public let settings: Settings
  private var state: State?

  /// A filter that has not processed a sample yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Processes a sample and returns the filtered point. Non-finite samples, and a time that repeats or runs backwards,
  /// are treated as in `OneEuroFilter`.
  public mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    guard point.isFinite, time.isFinite else { return state?.value ?? point }
    guard var now = state else { return start(point, time) }
    let te = time - now.time
    now.time = time
    guard te > 0 else {
      state = now
      return now.value
    }
    let (p, kick) = (now.variance, settings.acceleration * te)
    let (a, b, c) = (
      p.x + te * (2 * p.y + te * p.z) + kick * kick * te * te / 4, p.y + te * p.z + kick * kick * te / 2,
      p.z + kick * kick
    )
    let expected = now.value + now.velocity * te
    let surprise = point - expected
    let spread = a + settings.noise * settings.noise
    let (g, k) = (a / spread, b / spread)
    now.value = expected + surprise * g
    now.velocity += surprise * k
    now.variance = SIMD3((1 - g) * a, (1 - g) * b, c - k * b)
    // The comparison fails for a NaN spread, so the filter then restarts.
    guard surprise.length <= settings.gate * spread.squareRoot(), now.value.isFinite, now.velocity.isFinite,
      now.variance.isFinite
    else { return start(point, time) }
    state = now
    return now.value
  }

  /// Restarts the filter at a point with velocity 0, because the eye has just landed there.
  private mutating func start(_ point: SIMD2<Double>, _ time: Double) -> SIMD2<Double> {
    state = State(time: time, value: point, variance: SIMD3(settings.noise * settings.noise, 0, 0))
    return point
  }

  /// Resets the filter to its initial state.
  public mutating func reset() { state = nil }
}
