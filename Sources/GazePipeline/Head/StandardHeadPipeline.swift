/// This project's head pipeline. It removes the mounting rotation, smooths, extrapolates with the gyro, recentres with
/// quaternions on request, and corrects yaw drift whenever a reference is available again. While samples are missing it
/// holds the last pose, then fades to straight ahead.
///
///     s = filter(q) · exp(ω·latency)                     sensor, now rather than a latency ago
///     h = s · m⁻¹                                        head; m = headFromSensor
///     shown = q_ref⁻¹ · Rz(−ψ) · h                       ψ the yaw's drift since the reference
///
/// q_ref is the mean of h over the first steady half second in which the app says that the person looks straight ahead,
/// or after `recentre()`. If another sensor gives the attitude R, q_ref = h·R⁻¹. Each later request to look straight
/// ahead, and each later attitude of the other sensor, is called a return: the yaw error measured at a return updates
/// `YawDrift`, which extrapolates the drift between returns. Before the first request or attitude q_ref is the
/// identity: straight ahead is the headphones' own zero, and pitch and roll are relative to gravity.
///
/// The direction in which a head happens to point at the start is weaker evidence: head directions scatter by some 25°,
/// the headphones' zeros by some 10°, and the mean direction is where the person's head rests, which need not be
/// straight ahead. So `YawDrift` uses head directions only to estimate the zero offset of a new connection.
public struct StandardHeadPipeline: HeadPipeline {
  /// Parameters of the pipeline, in radians, seconds and Hz.
  public struct Settings: Sendable, Equatable {
    /// Settings of `HeadFilter`; beta in Hz per (rad/s).
    public var smoothing = OneEuroFilter.Settings(minCutoff: 0.4, beta: 0.5, derivativeCutoff: 1)
    /// Delay from a movement to its sample, seconds, compensated by extrapolation with the gyro. The default is assumed
    /// and is shorter than the delay of most headphones: too small a value leaves a lag, too large a value shows turns
    /// that never happened. `gazesim calibrate --rig head` fits the latency.
    public var latency = 0.08
    /// `headFromSensor`: the orientation of the headphones on the head.
    public var mounting = UnitQuaternion.identity
    /// Settings of the yaw drift's estimator.
    public var drift = YawDrift.Settings()
    /// Standard deviation of people's direction when asked to look straight ahead, rad. Assumed.
    public var forwardNoise = 1.5.radians
    /// Standard deviation of an attitude from another sensor, rad. Assumed.
    public var referenceNoise = 1.5.radians
    /// Angular speed below which the head counts as steady, rad/s.
    public var steadySpeed = 30.0.radians
    /// Time for which the last pose is held while samples are missing, seconds.
    public var hold = 1.0
    /// Time in which the pose fades to straight ahead after `hold`, seconds.
    public var fade = 1.0

    /// The defaults.
    public init() {}
  }

  /// The pipeline's settings.
  public let settings: Settings
  /// The square and its projection.
  public let picture: HeadPicture
  /// Estimate of the yaw's drift.
  public private(set) var drift: YawDrift

  /// Time for which the head must be steady to give a reference, seconds.
  private static let steadyTime = 0.5
  /// Least time between two attitudes from another sensor that are used, seconds: their errors are correlated.
  private static let referenceInterval = 2.0
  /// Time after which an attitude from another sensor is used even while the head turns, seconds.
  private static let patience = 10.0
  /// Uncertainty of a reference taken without a request to look straight ahead, rad.
  private static let unstated = 10.0.radians
  /// Least angle (rad) and least time (seconds) between two head directions that count as different. Assumed.
  private static let apart = 5.0.radians
  private static let lookInterval = 1.5
  /// Time constant for showing a correction and for returning after a loss, seconds.
  private static let ease = 0.4
  /// A yaw smaller than `zero` after a gap is taken for the zero of a new session if the yaw has changed by more than
  /// `jump`, rad. Assumed. A head that turned to just this direction during the gap is mistaken for a new session.
  private static let zero = 3.0.radians
  private static let jump = 5.0.radians
  /// Largest extrapolation that is applied, rad: more than anybody turns within the latency.
  private static let furthest = 1.0

  private var filter: HeadFilter
  private var reference: UnitQuaternion?
  /// True once a cue, an attitude from another sensor or `recentre()` has defined straight ahead.
  private var isReferred = false
  /// True from `recentre()` until the head's next steady direction.
  private var isAsked = false
  private var window = Window()
  /// Time of the last return.
  private var lastReturn = -Double.infinity
  /// Time since which the head has been steady.
  private var steadySince: Double?
  private var lastLook: (time: Double, direction: Double)?
  /// Last shown yaw, relative to straight ahead, rad.
  private var direction = 0.0
  /// True once the present request to look straight ahead has given a reference.
  private var isCueUsed = false
  /// The part of the yaw's drift that is shown as corrected, rad.
  private var applied = 0.0
  /// Times of the last frame, and of the last one with an attitude.
  private var lastTime: Double?, lastLive: Double?
  /// The last attitude of the sensor, unsmoothed.
  private var lastRaw = UnitQuaternion.identity
  private var shown = UnitQuaternion.identity
  /// True after a loss, until the shown pose has reached the measured one.
  private var isBack = false

  /// A pipeline that has not processed a frame yet.
  public init(_ settings: Settings = Settings(), picture: HeadPicture = HeadPicture()) {
    self.settings = settings
    self.picture = picture
    drift = YawDrift(settings.drift)
    filter = HeadFilter(settings.smoothing)
  }

  /// Defines the head's next steady direction as straight ahead, for an app whose user asks to recentre.
  public mutating func recentre() {
    isAsked = true
    window = Window()
  }

  /// Processes a frame and returns the pose to show.
  public mutating func step(_ frame: HeadFrame) -> HeadPose {
    let time = frame.sample.time
    guard time.isFinite else { return pose(isLive: false) }
    let elapsed = min(max(time - (lastTime ?? time), 0), 1)
    lastTime = time
    guard let q = frame.attitude else {
      lose(at: time, elapsed)
      return pose(isLive: false)
    }
    let rate = frame.sample.rotationRate
    let gap = time - (lastLive ?? time)
    if gap > Self.steadyTime || gap < 0 { reconnect(q, after: gap) }
    // Without a gyro the speed comes from successive attitudes.
    let speed = rate.isFinite ? rate.length : gap > 0 ? q.angle(to: lastRaw) / gap : 0
    lastLive = time
    lastRaw = q
    drift.advance(to: time)

    var sensor = filter.step(q, rate: rate, at: time)
    let ahead = rate * settings.latency
    if ahead.isFinite, ahead.length <= Self.furthest, let turn = UnitQuaternion(rotationVector: ahead) {
      sensor = sensor * turn
    }
    let head = sensor * settings.mounting.inverse
    refer(head, frame, isSteady: speed <= settings.steadySpeed, at: time)

    applied += (drift.offset - applied) * share(elapsed, Self.ease)
    let turn = (reference ?? .identity).inverse * .aboutZ(-applied) * head
    direction = turn.headYaw
    // After a loss the shown pose approaches the measured one at a pace that the eye can follow.
    shown = isBack ? shown.slerp(to: turn, max(share(elapsed, Self.ease / 4), 0.05)) : turn
    if isBack, shown.angle(to: turn) < 1.0.radians { isBack = false }
    return pose(isLive: true)
  }

  private func share(_ elapsed: Double, _ time: Double) -> Double { 1 - Elementary.exp(-elapsed / time) }

  private func pose(isLive: Bool) -> HeadPose {
    let map = picture.map(shown)
    return HeadPose(attitude: shown, picture: map, corners: picture.corners(map), isLive: isLive)
  }

  /// Handles a missing sample: holds the last pose, then lets it fade.
  private mutating func lose(at time: Double, _ elapsed: Double) {
    window = Window()
    steadySince = nil
    isBack = lastLive != nil
    guard let lastLive, time - lastLive > settings.hold else { return }
    shown = shown.slerp(to: .identity, share(elapsed, max(settings.fade, 1e-3) / 3))
  }

  /// Detects a new session of the headphones, whose zero is the head's direction at the session's start: the yaw is
  /// nearly 0 after the gap and was not before it. The head's true direction is then unknown; `YawDrift` estimates it
  /// from the direction before the gap and the resting direction.
  private mutating func reconnect(_ q: UnitQuaternion, after gap: Double) {
    filter.reset()
    window = Window()
    let yaw = q.headYaw
    guard gap > 0, abs(yaw) < Self.zero, abs(HeadAngles.wrapped(yaw - lastRaw.headYaw)) > Self.jump
    else { return }
    let head = q * settings.mounting.inverse
    drift.renew(yaw: ((reference ?? .identity).inverse * head).headYaw, after: direction, gap: gap)
    applied = drift.offset
    lastLook = nil
  }

  /// Finds straight ahead at the start, and the yaw error at each return.
  private mutating func refer(_ head: UnitQuaternion, _ frame: HeadFrame, isSteady: Bool, at time: Double) {
    if !frame.isForward { isCueUsed = false }
    look(head, isSteady: isSteady, at: time)
    guard !isAsked, isReferred, let reference else {
      settle(head, frame, isSteady: isSteady, at: time)
      return
    }
    let off = reference.inverse * .aboutZ(-drift.offset) * head
    if let known = frame.reference {
      // A single attitude is enough, and attitudes need not come with every sample. Their errors are correlated beyond
      // any averaging window. While the head turns, a latency error appears in the attitude; so use an attitude taken
      // at rest.
      let since = time - lastReturn
      guard since >= Self.referenceInterval, isSteady || since > Self.patience else { return }
      see(off * known.inverse, noise: settings.referenceNoise, frame, at: time)
    } else if frame.isForward, !isCueUsed, isSteady {
      guard let mean = window.add(off, at: time, for: Self.steadyTime) else { return }
      see(mean, noise: settings.forwardNoise, frame, at: time)
    } else {
      // The directions before and after a turn must not be averaged together.
      window = Window()
    }
  }

  /// Reports a head direction to `YawDrift` once the head has been steady for half a second in a direction that differs
  /// from the last reported one.
  private mutating func look(_ head: UnitQuaternion, isSteady: Bool, at time: Double) {
    guard isSteady else {
      steadySince = nil
      return
    }
    let since = steadySince ?? time
    steadySince = since
    guard time - since >= Self.steadyTime else { return }
    let yaw = ((reference ?? .identity).inverse * head).headYaw
    if let lastLook {
      guard time - lastLook.time >= Self.lookInterval || time < lastLook.time,
        abs(HeadAngles.wrapped(yaw - drift.offset - lastLook.direction)) >= Self.apart
      else { return }
    }
    drift.look(yaw)
    lastLook = (time, yaw - drift.offset)
  }

  private mutating func see(_ off: UnitQuaternion, noise: Double, _ frame: HeadFrame, at time: Double) {
    drift.see(drift.offset + off.headYaw, noise: noise)
    window = Window()
    lastReturn = time
    isCueUsed = frame.isForward
  }

  /// Determines straight ahead from an attitude of another sensor, from a direction that the app asked for, or from the
  /// head's steady direction after `recentre()`.
  private mutating func settle(_ head: UnitQuaternion, _ frame: HeadFrame, isSteady: Bool, at time: Double) {
    let back = (frame.reference ?? .identity).inverse
    guard frame.reference != nil || frame.isForward || isAsked || window.kind == .attitude else {
      window = Window()
      return
    }
    // Until a mean exists, use the first attitude from another sensor.
    if reference == nil, frame.reference != nil { reference = head * back }
    let kind: Window.Kind = frame.reference != nil ? .attitude : frame.isForward ? .forward : .rest
    if time - window.last > Self.referenceInterval {
      // The attitudes are too infrequent for a mean over a half second.
      if window.kind == .attitude, let mean = window.mean { return refer(to: mean, frame, at: time) }
      window = Window(kind)
    }
    if kind < window.kind, window.kind == .attitude { return }
    // A different kind of evidence, or a head that is no longer steady, starts a new mean.
    if kind != window.kind || (kind != .attitude && !isSteady) { window = Window(kind) }
    guard kind == .attitude || isSteady, let mean = window.add(head * back, at: time, for: Self.steadyTime) else {
      return
    }
    refer(to: mean, frame, at: time)
  }

  private mutating func refer(to mean: UnitQuaternion, _ frame: HeadFrame, at time: Double) {
    let moved = ((reference ?? .identity).inverse * mean).headYaw
    reference = mean
    (isAsked, isReferred) = (false, true)
    lastLook = nil
    isCueUsed = frame.isForward
    lastReturn = time
    let noise =
      switch window.kind {
      case .attitude: settings.referenceNoise
      case .forward: settings.forwardNoise
      case .rest: Self.unstated
      }
    drift.start(at: time, noise: noise, moved: moved)
    applied = 0
    window = Window()
  }

  /// The mean of attitudes over a stretch of time.
  private struct Window: Sendable {
    /// Evidence that the attitudes point straight ahead, in ascending order of quality.
    enum Kind: Int, Sendable, Comparable {
      case rest, forward, attitude

      static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    let kind: Kind
    /// Time of the last attitude in the window.
    private(set) var last = -Double.infinity
    private var since: Double?
    private var sum = SIMD4<Double>.zero

    init(_ kind: Kind = .rest) { self.kind = kind }

    /// Mean attitude: the attitudes lie close together, so the normalised mean of the four components is accurate.
    var mean: UnitQuaternion? { UnitQuaternion(w: sum.x, x: sum.y, y: sum.z, z: sum.w) }

    /// Adds an attitude and returns the mean once the window covers `length` seconds.
    mutating func add(_ q: UnitQuaternion, at time: Double, for length: Double) -> UnitQuaternion? {
      let four = SIMD4(q.w, q.x, q.y, q.z)
      sum += (four * sum).sum() < 0 ? -four : four
      let start = since ?? time
      (since, last) = (start, time)
      return time - start >= length ? mean : nil
    }
  }
}
