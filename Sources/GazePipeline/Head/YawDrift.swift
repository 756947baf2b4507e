/// Estimator of the headphones' yaw offset: measured whenever a reference is available, and extrapolated in between.
/// Without a reference, the head's resting direction shows changes of the offset but not its value.
///
/// A Kalman filter with three states: the offset ψ (rad), its rate r (rad/s), and the resting direction ρ (rad) about
/// which the head turns:
///
///     in between       ψ ← ψ + r·dt,  Q = diag(walk², 0, restWalk²)·dt
///     a reference      y = ψ + noise,                           H = (1, 0, 0)
///     a head direction y = ψ + ρ + noise of `look`,             H = (1, 0, 1)
///     a new zero       ψ ← y − k·d − (1 − k)·ρ + noise,         k = e^(−gap/`lookTime`), d: direction before the gap
///
/// The covariance is updated in closed form, without a matrix inversion. The rate is estimated from the second
/// reference on. A head direction alone cannot separate the offset from the resting direction: its innovation is
/// divided between ψ and ρ according to their uncertainties. So if a person turns to another place for good, ρ moves,
/// because in the model ρ wanders more than the headphones drift; if the sensor's zero is reset, ψ moves. The zero of
/// the first session keeps its uncertainty `zero`, because no sample without a reference shows straight ahead.
public struct YawDrift: Sendable, Equatable {
  /// Assumptions of the filter.
  public struct Settings: Sendable, Equatable {
    /// Random walk of the yaw, rad/√s. 1°/√min, assumed.
    public var walk = 1.0.radians / 60.0.squareRoot()
    /// Expected drift rate, from a calibration, rad/s.
    public var rate = 0.0
    /// Standard deviation of the drift rate, rad/s. 0.5°/min, assumed.
    public var rateSD = 0.5.radians / 60
    /// Standard deviation of the first session's zero about straight ahead, rad. Assumed, and small compared with
    /// `rest`, so that without a reference the zero is trusted.
    public var zero = 5.0.radians
    /// Standard deviation of the resting direction about straight ahead, rad. Assumed.
    public var rest = 20.0.radians
    /// Random walk of the resting direction, rad/√s. 8°/√min, assumed. A smaller value mistakes a person who turns
    /// aside for good for drift; a larger value forgets the resting direction before a new zero.
    public var restWalk = 8.0.radians / 60.0.squareRoot()
    /// Standard deviation of head directions about the resting direction, rad. Assumed.
    public var look = 30.0.radians
    /// Time constant with which the head's direction before a gap loses its value as evidence, seconds. Assumed.
    public var lookTime = 5.0

    /// The assumed values.
    public init() {}
  }

  /// The filter's settings.
  public let settings: Settings
  /// Current offset, radians; not wrapped.
  public private(set) var offset = 0.0
  /// Rate of the offset, rad/s.
  public private(set) var rate: Double
  /// Resting direction, radians from straight ahead.
  public private(set) var rest = 0.0
  /// Number of references used after the first.
  public private(set) var returns = 0
  // The covariance of (offset, rate, rest): variances and covariances.
  private var offsetVariance: Double
  private var rateVariance: Double
  private var restVariance: Double
  private var offsetRate = 0.0
  private var offsetRest = 0.0
  private var rateRest = 0.0
  private var time: Double?

  /// A filter without evidence: offset 0, standard deviation `zero`.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    rate = settings.rate
    offsetVariance = settings.zero * settings.zero
    rateVariance = settings.rateSD * settings.rateSD
    restVariance = settings.rest * settings.rest
  }

  /// Standard deviation of the offset, rad.
  public var uncertainty: Double { offsetVariance.squareRoot() }

  /// Sets the reference: the offset is 0 at this time, with standard deviation `noise` (rad).
  ///
  /// - Parameters:
  ///   - time: time of the reference, s.
  ///   - noise: standard deviation of the offset, rad.
  ///   - moved: the yaw of this reference in the frame of the one before, rad.
  public mutating func start(at time: Double, noise: Double, moved: Double = 0) {
    self.time = time
    // In the new frame the resting direction is as uncertain as the sum of offset and resting direction was in the old
    // one.
    rest = HeadAngles.wrapped(offset + rest - moved)
    restVariance += offsetVariance + 2 * offsetRest + noise * noise
    rateRest += offsetRate
    offset = 0
    offsetVariance = noise * noise
    offsetRest = -noise * noise
    offsetRate = 0
    if !rest.isFinite { rest = 0 }
  }

  /// Predicts the state at a time; a time that is earlier than the last, or not finite, changes nothing.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    guard let last = self.time else {
      self.time = time
      return
    }
    let dt = time - last
    guard dt > 0 else { return }
    self.time = time
    // A recording may skip hours. After a day nothing is known anyway, and the bound keeps the numbers finite.
    let step = min(dt, 86_400)
    offset += rate * step
    offsetVariance += 2 * offsetRate * step + rateVariance * step * step + settings.walk * settings.walk * step
    offsetRate += rateVariance * step
    offsetRest += rateRest * step
    restVariance += settings.restWalk * settings.restWalk * step
  }

  /// Updates with a returned reference: a measured offset `seen` (rad, modulo 2π) with standard deviation `noise`
  /// (rad).
  public mutating func see(_ seen: Double, noise: Double) {
    let shares = SIMD3(offsetVariance, offsetRate, offsetRest)
    if learn(HeadAngles.wrapped(seen - offset), shares, offsetVariance + noise * noise) { returns += 1 }
  }

  /// Updates with the yaw of a steady head direction, from which the offset has not been subtracted, rad. An innovation
  /// beyond two standard deviations is clipped to two.
  public mutating func look(_ yaw: Double) {
    let total = offsetVariance + 2 * offsetRest + restVariance + settings.look * settings.look
    let most = 2 * max(total, 0).squareRoot()
    let innovation = HeadAngles.wrapped(yaw - offset - rest)
    _ = learn(
      min(max(innovation, -most), most),
      SIMD3(offsetVariance + offsetRest, offsetRate + rateRest, offsetRest + restVariance), total)
  }

  /// The Kalman update: `shares` is P·Hᵀ, `total` is H·P·Hᵀ plus the noise variance.
  private mutating func learn(_ innovation: Double, _ shares: SIMD3<Double>, _ total: Double) -> Bool {
    guard innovation.isFinite, total > 0, total.isFinite, shares.isFinite else { return false }
    let gain = shares / total
    offset += gain.x * innovation
    rate += gain.y * innovation
    rest += gain.z * innovation
    offsetVariance = max(offsetVariance - gain.x * shares.x, 0)
    rateVariance = max(rateVariance - gain.y * shares.y, 0)
    restVariance = max(restVariance - gain.z * shares.z, 0)
    offsetRate -= gain.x * shares.y
    offsetRest -= gain.x * shares.z
    rateRest -= gain.y * shares.z
    return true
  }

  /// Updates for a sensor zero that was reset during a gap.
  ///
  /// - Parameters:
  ///   - yaw: the head's yaw now, before any offset is subtracted, rad.
  ///   - direction: the head's direction before the gap, rad from straight ahead.
  ///   - gap: seconds without samples.
  public mutating func renew(yaw: Double, after direction: Double, gap: Double) {
    guard yaw.isFinite, direction.isFinite, gap >= 0 else { return }
    let keep = Elementary.exp(-gap / max(settings.lookTime, 1e-3))
    let other = 1 - keep
    offset = yaw - keep * direction - other * rest
    let (variance, common) = (offsetVariance, offsetRest)
    offsetVariance =
      keep * keep * variance - 2 * keep * other * common + other * other * restVariance
      + settings.look * settings.look * (1 - keep * keep)
    offsetRate = keep * offsetRate - other * rateRest
    offsetRest = keep * common - other * restVariance
  }
}
