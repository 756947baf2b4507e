/// What the headphones' yaw is off by, told by references that return now and then, and foretold between them.
///
/// A Kalman filter with two states, the offset ψ (rad) and its rate r (rad/s):
///
///     between references  ψ ← ψ + r·dt,  var ψ += 2·cov·dt + var r·dt² + walk²·dt,  cov += var r·dt
///     at a reference      y = ψ + noise of `noise`: K = (var ψ, cov)/(var ψ + noise²)
///
/// The variances are in closed form; nothing is ever inverted. A rate is learned as soon as a second reference comes:
/// without one, drift is unobservable, and the offset stays what it was but for a rate that was known beforehand.
public struct YawDrift: Sendable, Equatable {
  /// What is assumed of it.
  public struct Settings: Sendable, Equatable {
    /// Random walk of the yaw, rad/√s. 1°/√min: assumed.
    public var walk = 1.0.radians / 60.0.squareRoot()
    /// The rate that is expected, rad/s: a calibration's.
    public var rate = 0.0
    /// Its standard deviation, rad/s. 0.5°/min: assumed.
    public var rateSD = 0.5.radians / 60

    /// The assumed ones.
    public init() {}
  }

  /// What is assumed.
  public let settings: Settings
  /// The offset now, radians; not wrapped.
  public private(set) var offset = 0.0
  /// Its rate, rad/s.
  public private(set) var rate: Double
  /// References that were taken in after the first.
  public private(set) var returns = 0
  private var offsetVariance = 0.0
  private var covariance = 0.0
  private var rateVariance: Double
  private var time: Double?

  /// No offset known yet but 0 at the start.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    rate = settings.rate
    rateVariance = settings.rateSD * settings.rateSD
  }

  /// Standard deviation of the offset, rad.
  public var uncertainty: Double { offsetVariance.squareRoot() }

  /// The offset is 0 here, to `noise` rad: the reference that everything counts from.
  public mutating func start(at time: Double, noise: Double) {
    self.time = time
    offset = 0
    offsetVariance = noise * noise
    covariance = 0
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
    offsetVariance += 2 * covariance * step + rateVariance * step * step + settings.walk * settings.walk * step
    covariance += rateVariance * step
  }

  /// A reference returned: the offset was seen to be `seen` rad (any turns of 2π), to `noise` rad.
  public mutating func see(_ seen: Double, noise: Double) {
    let innovation = HeadAngles.wrapped(seen - offset)
    let total = offsetVariance + noise * noise
    guard innovation.isFinite, total > 0, total.isFinite else { return }
    let (k, l) = (offsetVariance / total, covariance / total)
    offset += k * innovation
    rate += l * innovation
    rateVariance = max(rateVariance - l * covariance, 0)
    covariance *= 1 - k
    offsetVariance *= 1 - k
    returns += 1
  }

  /// The sensor's zero was set anew: the offset jumps by this, and is known `uncertainty` rad worse.
  public mutating func jump(by step: Double, uncertainty: Double) {
    guard step.isFinite else { return }
    offset += step
    offsetVariance += uncertainty * uncertainty
  }
}
