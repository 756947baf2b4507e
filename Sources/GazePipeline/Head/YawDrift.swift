/// What the headphones' yaw is off by, told by references that return now and then, and foretold between them. Without a
/// reference where the head rests tells how the offset changes, but not what it is.
///
/// A Kalman filter with three states: the offset ψ (rad), its rate r (rad/s), and the rest direction ρ (rad) about which people
/// look around:
///
///     in between       ψ ← ψ + r·dt,  Q = diag(walk², 0, restWalk²)·dt
///     a reference      y = ψ + noise,                           H = (1, 0, 0)
///     a look           y = ψ + ρ + noise of `look`,             H = (1, 0, 1)
///     a new zero       ψ ← y − k·d − (1 − k)·ρ + noise,         k = e^(−gap/`lookTime`), d the direction before the gap
///
/// The covariance is in closed form; nothing is ever inverted. A rate is learned as soon as a second reference comes. A look alone
/// never tells an offset from a rest direction: ψ and ρ share what it says by what is known of each. So a person who
/// turns to another place for good moves ρ, which wanders more than the headphones do, and a zero that was set again moves ψ.
/// The zero of the first session stays what it was to `zero`: no sample without a reference says where straight ahead is.
public struct YawDrift: Sendable, Equatable {
  /// What is assumed of it.
  public struct Settings: Sendable, Equatable {
    /// Random walk of the yaw, rad/√s. 1°/√min: assumed.
    public var walk = 1.0.radians / 60.0.squareRoot()
    /// The rate that is expected, rad/s: a calibration's.
    public var rate = 0.0
    /// Its standard deviation, rad/s. 0.5°/min: assumed.
    public var rateSD = 0.5.radians / 60
    /// How far from straight ahead a first session's zero is, standard deviation, rad. Assumed, and small beside `rest`: without a
    /// reference the zero is believed.
    public var zero = 5.0.radians
    /// How far from straight ahead people rest, standard deviation, rad. Assumed.
    public var rest = 20.0.radians
    /// Random walk of where they rest, rad/√s. 8°/√min, assumed: less takes a person who turns aside for good for drift, more
    /// forgets where the head rested before a new zero.
    public var restWalk = 8.0.radians / 60.0.squareRoot()
    /// How far from there they look, standard deviation, rad. Assumed.
    public var look = 30.0.radians
    /// How long they look at a place, seconds. Assumed.
    public var lookTime = 5.0

    /// The assumed ones.
    public init() {}
  }

  /// What is assumed.
  public let settings: Settings
  /// The offset now, radians; not wrapped.
  public private(set) var offset = 0.0
  /// Its rate, rad/s.
  public private(set) var rate: Double
  /// Where the head rests, radians from straight ahead.
  public private(set) var rest = 0.0
  /// References that were taken in after the first.
  public private(set) var returns = 0
  // The covariance of (offset, rate, rest): variances, and what two of them have in common.
  private var offsetVariance: Double
  private var rateVariance: Double
  private var restVariance: Double
  private var offsetRate = 0.0
  private var offsetRest = 0.0
  private var rateRest = 0.0
  private var time: Double?

  /// No offset known yet: 0 to `zero`.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    rate = settings.rate
    offsetVariance = settings.zero * settings.zero
    rateVariance = settings.rateSD * settings.rateSD
    restVariance = settings.rest * settings.rest
  }

  /// Standard deviation of the offset, rad.
  public var uncertainty: Double { offsetVariance.squareRoot() }

  /// The offset is 0 here, to `noise` rad: the reference that everything counts from.
  ///
  /// - Parameter moved: the yaw of this reference in the frame of the one before, rad.
  public mutating func start(at time: Double, noise: Double, moved: Double = 0) {
    self.time = time
    // Where the head rests is known as well as the sum of both was, and in another frame.
    rest = HeadAngles.wrapped(offset + rest - moved)
    restVariance += offsetVariance + 2 * offsetRest + noise * noise
    rateRest += offsetRate
    offset = 0
    offsetVariance = noise * noise
    offsetRest = -noise * noise
    offsetRate = 0
    if !rest.isFinite { rest = 0 }
  }

  /// Goes on to a time; one that runs backwards, or is not finite, changes nothing.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    guard let last = self.time else {
      self.time = time
      return
    }
    let dt = time - last
    guard dt > 0 else { return }
    self.time = time
    // A recording may skip hours: by then nothing is known, and the numbers stay finite.
    let step = min(dt, 86_400)
    offset += rate * step
    offsetVariance += 2 * offsetRate * step + rateVariance * step * step + settings.walk * settings.walk * step
    offsetRate += rateVariance * step
    offsetRest += rateRest * step
    restVariance += settings.restWalk * settings.restWalk * step
  }

  /// A reference returned: the offset was seen to be `seen` rad (any turns of 2π), to `noise` rad.
  public mutating func see(_ seen: Double, noise: Double) {
    let shares = SIMD3(offsetVariance, offsetRate, offsetRest)
    if learn(HeadAngles.wrapped(seen - offset), shares, offsetVariance + noise * noise) { returns += 1 }
  }

  /// People look somewhere: the yaw of the head before the offset is taken off, rad. Looks further away than two standard
  /// deviations count as such.
  public mutating func look(_ yaw: Double) {
    let total = offsetVariance + 2 * offsetRest + restVariance + settings.look * settings.look
    let most = 2 * max(total, 0).squareRoot()
    let innovation = HeadAngles.wrapped(yaw - offset - rest)
    _ = learn(
      min(max(innovation, -most), most),
      SIMD3(offsetVariance + offsetRest, offsetRate + rateRest, offsetRest + restVariance), total)
  }

  /// The Kalman step: `shares` is P·Hᵀ, `total` H·P·Hᵀ and the noise.
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

  /// The sensor's zero was set again while nothing came.
  ///
  /// - Parameters:
  ///   - yaw: of the head now, before any offset is taken off, rad.
  ///   - direction: of the head before the gap, rad from straight ahead.
  ///   - gap: seconds for which nothing came.
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
