/// This project's head pipeline: mounting undone, smoothed, foretold by the gyro, recentred by quaternions when asked, yaw
/// drift taken back whenever a reference returns; what is lost is held, then fades to straight ahead.
///
///     s = filter(q) · exp(ω·latency)                     sensor, now rather than a latency ago
///     h = s · m⁻¹                                        head; m = headFromSensor
///     shown = q_ref⁻¹ · Rz(−ψ) · h                       ψ the yaw's drift since the reference
///
/// q_ref is the mean of h over the first steady half second in which the app says that the person looks straight ahead, or after
/// `recentre()`; q_ref = h·R⁻¹ where the attitude R is known from elsewhere. A later cue or attitude is a return: what the
/// yaw is then off by goes into `YawDrift`, which goes on with it in between. Before any of them q_ref is the identity: straight
/// ahead is the headphones' own zero, pitch and roll are gravity's. Where a head happens to look at the start says less (looks
/// scatter by some 25°, zeros by some 10°), and its mean is where the person rests, which need not be straight ahead: so looks
/// tell `YawDrift` what a new connection's zero is off by, and no more.
public struct StandardHeadPipeline: HeadPipeline {
  /// The numbers of the pipeline, in radians, seconds and Hz.
  public struct Settings: Sendable, Equatable {
    /// Of `HeadFilter`; beta in Hz per (rad/s).
    public var smoothing = OneEuroFilter.Settings(minCutoff: 0.4, beta: 0.5, derivativeCutoff: 1)
    /// Seconds from a movement to its sample, made good by the gyro. Assumed, and less than most: too little leaves a lag, too
    /// much shows turns that never were. `gazesim calibrate --rig head` fits it.
    public var latency = 0.08
    /// `headFromSensor`: how the headphones sit.
    public var mounting = UnitQuaternion.identity
    /// Of the yaw.
    public var drift = YawDrift.Settings()
    /// How well people look straight ahead when asked, rad. Assumed.
    public var forwardNoise = 1.5.radians
    /// How well an attitude from elsewhere is known, rad. Assumed.
    public var referenceNoise = 1.5.radians
    /// Slower than this the head is steady, rad/s.
    public var steadySpeed = 30.0.radians
    /// How long the last turn is held when nothing comes, seconds.
    public var hold = 1.0
    /// How long it then takes to fade to straight ahead, seconds.
    public var fade = 1.0

    /// The defaults.
    public init() {}
  }

  /// The numbers in force.
  public let settings: Settings
  /// The square and its projection.
  public let picture: HeadPicture
  /// What is known of the yaw's drift.
  public private(set) var drift: YawDrift

  /// Seconds of a steady head that make a reference.
  private static let steadyTime = 0.5
  /// Seconds from one attitude from elsewhere to the next that counts: its errors last.
  private static let referenceInterval = 2.0
  /// Seconds after which one counts though the head turns.
  private static let patience = 10.0
  /// Uncertainty of a start for which nobody was asked to look straight ahead, rad.
  private static let unstated = 10.0.radians
  /// A look is another one than the last if it is this far from it, and so long after it: rad, seconds. Assumed.
  private static let apart = 5.0.radians
  private static let lookInterval = 1.5
  /// Time constant with which a correction is shown, and a lost head comes back, seconds.
  private static let ease = 0.4
  /// A yaw this small after a gap is a new session's zero, where it was this much elsewhere before, rad. Assumed: a
  /// head that has turned to just there meanwhile is taken for one.
  private static let zero = 3.0.radians
  private static let jump = 5.0.radians
  /// More than a turn that anybody makes within a latency, rad.
  private static let furthest = 1.0

  private var filter: HeadFilter
  private var reference: UnitQuaternion?
  /// A cue, an attitude from elsewhere or `recentre()` said where straight ahead is.
  private var isReferred = false
  private var isAsked = false
  private var window = Window()
  private var lastReturn = -Double.infinity
  /// Since when the head has been steady.
  private var steadySince: Double?
  private var lastLook: (time: Double, direction: Double)?
  /// The yaw from straight ahead that was shown last.
  private var direction = 0.0
  private var isCueUsed = false
  private var applied = 0.0
  private var lastTime: Double?
  private var lastLive: Double?
  private var lastRaw = UnitQuaternion.identity
  private var shown = UnitQuaternion.identity
  private var isBack = false

  /// The pipeline at its start.
  public init(_ settings: Settings = Settings(), picture: HeadPicture = HeadPicture()) {
    self.settings = settings
    self.picture = picture
    drift = YawDrift(settings.drift)
    filter = HeadFilter(settings.smoothing)
  }

  /// Straight ahead is where the head will be next, once it is steady: for an app whose user asks for it.
  public mutating func recentre() {
    isAsked = true
    window = Window()
  }

  /// Takes a frame in and gives what is to be shown.
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
    // Without a gyro the attitudes say how fast it turns.
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
    // What was lost comes back at a pace that an eye can follow.
    shown = isBack ? shown.slerp(to: turn, max(share(elapsed, Self.ease / 4), 0.05)) : turn
    if isBack, shown.angle(to: turn) < 1.0.radians { isBack = false }
    return pose(isLive: true)
  }

  private func share(_ elapsed: Double, _ time: Double) -> Double { 1 - Elementary.exp(-elapsed / time) }

  private func pose(isLive: Bool) -> HeadPose {
    let map = picture.map(shown)
    return HeadPose(attitude: shown, picture: map, corners: picture.corners(map), isLive: isLive)
  }

  /// Nothing came: the last turn is held, then it fades.
  private mutating func lose(at time: Double, _ elapsed: Double) {
    window = Window()
    steadySince = nil
    isBack = lastLive != nil
    guard let lastLive, time - lastLive > settings.hold else { return }
    shown = shown.slerp(to: .identity, share(elapsed, max(settings.fade, 1e-3) / 3))
  }

  /// Headphones that begin a new session have their zero where the head is then: a yaw of nearly 0 after one that was not.
  /// Where the head is by then is not known: `YawDrift` goes by where it was and where it rests.
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

  /// Finds straight ahead at the start, and what the yaw is off by at each return.
  private mutating func refer(_ head: UnitQuaternion, _ frame: HeadFrame, isSteady: Bool, at time: Double) {
    if !frame.isForward { isCueUsed = false }
    look(head, isSteady: isSteady, at: time)
    guard !isAsked, isReferred, let reference else {
      settle(head, frame, isSteady: isSteady, at: time)
      return
    }
    let off = reference.inverse * .aboutZ(-drift.offset) * head
    if let known = frame.reference {
      // One is enough, and it need not come with every sample; its errors last longer than any mean would. While the head
      // turns, what is off in the latency is off in it.
      let since = time - lastReturn
      guard since >= Self.referenceInterval, isSteady || since > Self.patience else { return }
      see(off * known.inverse, noise: settings.referenceNoise, frame, at: time)
    } else if frame.isForward, !isCueUsed, isSteady {
      guard let mean = window.add(off, at: time, for: Self.steadyTime) else { return }
      see(mean, noise: settings.forwardNoise, frame, at: time)
    } else {
      // Before and after a turn are two places: no mean is over both.
      window = Window()
    }
  }

  /// A head that has been steady for half a second, elsewhere than the last time, looks somewhere.
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

  /// Looks for straight ahead: by an attitude from elsewhere, by a look that was asked for, by where the head rests after
  /// `recentre()`.
  private mutating func settle(_ head: UnitQuaternion, _ frame: HeadFrame, isSteady: Bool, at time: Double) {
    let back = (frame.reference ?? .identity).inverse
    guard frame.reference != nil || frame.isForward || isAsked || window.kind == .attitude else {
      window = Window()
      return
    }
    // A first attitude from elsewhere is better than none until there is a mean.
    if reference == nil, frame.reference != nil { reference = head * back }
    let kind: Window.Kind = frame.reference != nil ? .attitude : frame.isForward ? .forward : .rest
    if time - window.last > Self.referenceInterval {
      // Attitudes come so seldom that there will be no mean of them.
      if window.kind == .attitude, let mean = window.mean { return refer(to: mean, frame, at: time) }
      window = Window(kind)
    }
    if kind < window.kind, window.kind == .attitude { return }
    // What says more, or something else, begins again.
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
    /// What it is known by that they are straight ahead, the better the greater.
    enum Kind: Int, Sendable, Comparable {
      case rest, forward, attitude

      static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    let kind: Kind
    /// Of the last attitude in it.
    private(set) var last = -Double.infinity
    private var since: Double?
    private var sum = SIMD4<Double>.zero

    init(_ kind: Kind = .rest) { self.kind = kind }

    /// The attitudes lie close together, so the mean of the four numbers is it.
    var mean: UnitQuaternion? { UnitQuaternion(w: sum.x, x: sum.y, y: sum.z, z: sum.w) }

    /// The mean once the stretch is that long.
    mutating func add(_ q: UnitQuaternion, at time: Double, for length: Double) -> UnitQuaternion? {
      let four = SIMD4(q.w, q.x, q.y, q.z)
      sum += (four * sum).sum() < 0 ? -four : four
      let start = since ?? time
      (since, last) = (start, time)
      return time - start >= length ? mean : nil
    }
  }
}
