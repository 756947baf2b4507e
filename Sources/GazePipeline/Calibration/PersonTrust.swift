/// Trust in a person's gaze offset from an earlier session.
///
/// Part of an offset belongs to the person, part to the session (how the phone is held, how the face was fitted). A
/// pipeline cannot know how much of the offset belongs to the person. So it first applies only a part of the stored
/// offset and then adjusts that part by the observed gaze: people who use an app look at its screen, on average near
/// the middle. `SessionTrust` implements this.
public struct PersonTrust: Sendable, Equatable {
  /// Share of the stored offset that is applied before there is evidence from the session, 0…1.
  public var share: Double
  /// Standard deviation of the session's true offset about the trusted share of the stored offset, radians per axis; 0
  /// ignores evidence from the session.
  public var spread: Double

  /// Trust from its numbers.
  public init(share: Double, spread: Double) {
    self.share = share
    self.spread = spread
  }

  /// Full trust: the offset was measured in this session and is applied in full.
  public static let full = PersonTrust(share: 1, spread: 0)

  /// Default trust, for use if nothing is known about changes between sessions. The spread is set to the whole
  /// published raw error: a mean error of 3.2° corresponds to a standard deviation of 3.2°/√(π/2) = 2.55° per axis. The
  /// share, 0.4, is assumed: a smaller share costs accuracy if sessions are alike, a larger share costs accuracy if
  /// sessions differ.
  public static let assumed = PersonTrust(share: 0.4, spread: 2.55 * .pi / 180)

  /// Trust from the measured spread between sessions (radians per axis), for an offset that is a mean over `sessions`
  /// sessions. The share is optimal if people's own offsets have a standard deviation of 2° per axis, which is assumed.
  public init(sessionSpread: Double, sessions: Int) {
    let own = (2 * Double.pi / 180) * (2 * Double.pi / 180)
    let session = sessionSpread * sessionSpread
    let found = session / Double(max(sessions, 1))
    self.init(share: own / (own + found), spread: (session + own * found / (own + found)).squareRoot())
  }
}

/// Evidence that the current session has given so far about the stored offset.
///
/// Let c be the stored correction at the screen's middle and z the correction that would bring the mean gaze to the
/// middle. A priori the session's correction e is distributed as N(share · c, spread²). The observation is z = e + N(0,
/// R) for n fixations, where R = placeSpread² + wandering²/n, and
///
///     k = E(e | z) / c, clamped to 0…1,    pointer = (pointer with all of c) − (1 − k) · c
///
/// Both formulas hold for each axis separately. The clamp keeps the pointer between the pointer without the offset and
/// the pointer with the full offset, wherever people look. z is a mean over the last minute, so k changes slowly.
struct SessionTrust: Sendable, Equatable {
  let trust: PersonTrust
  /// Running means of the stored correction and of the correction that would be needed, points.
  private var correction = SIMD2<Double>.zero
  private var needed = SIMD2<Double>.zero
  private var seconds = 0.0
  private var last: Double?
  /// Length of the running means, seconds. Assumed.
  private static let window = 60.0
  /// Time between independent gaze positions, seconds. Assumed.
  private static let look = 1.5
  /// Standard deviation of the gaze within a session, as a share of the screen: that of a uniform distribution, 1/√12.
  private static let wandering = SIMD2(0.29, 0.29)
  /// Standard deviation of a session's mean gaze position, as a share of the screen. Vertically it is larger, because
  /// text begins at the top. Assumed.
  private static let placeSpread = SIMD2(0.12, 0.18)
  /// Longest time step that is counted in full, seconds; the rest of a longer gap is ignored, because nothing was
  /// observed in it.
  private static let longestStep = 0.1

  /// The part of the stored offset's effect to subtract, points.
  struct Part {
    /// By the evidence so far, and before any evidence.
    let now: SIMD2<Double>, first: SIMD2<Double>

    /// Nothing.
    static let none = Part(now: .zero, first: .zero)
  }

  init(_ trust: PersonTrust) { self.trust = trust }

  /// Takes in a frame and returns the part of the correction to subtract.
  ///
  /// - Parameters:
  ///   - pointer: the pointer with the full stored offset.
  ///   - correction: the offset's effect at the screen's middle.
  ///   - size: the screen's size, points.
  ///   - pointsPerRadian: points per radian of gaze at the eyes' distance.
  mutating func step(
    pointer: SIMD2<Double>, correction: SIMD2<Double>, size: SIMD2<Double>, pointsPerRadian: SIMD2<Double>,
    at time: Double
  ) -> Part {
    see(size / 2 - pointer + correction, correction, size: size, at: time)
    let factor = SIMD2(believed(0, size, pointsPerRadian), believed(1, size, pointsPerRadian))
    return Part(now: correction * (SIMD2(1, 1) - factor), first: correction * (1 - trust.share))
  }

  private mutating func see(
    _ needed: SIMD2<Double>, _ correction: SIMD2<Double>, size: SIMD2<Double>, at time: Double
  ) {
    let step = last.map { min(max(time - $0, 0), Self.longestStep) } ?? 0
    last = time
    // A gaze far off the screen, both with the offset and without it, is not use of the app.
    let off = abs(needed / size), other = abs((needed - correction) / size)
    guard step > 0, min(off.max(), other.max()) < 1 else { return }
    seconds = min(seconds + step, Self.window)
    self.needed += (needed - self.needed) * (step / seconds)
    self.correction += (correction - self.correction) * (step / seconds)
  }

  /// The factor k of one axis.
  private func believed(_ axis: Int, _ size: SIMD2<Double>, _ pointsPerRadian: SIMD2<Double>) -> Double {
    // A correction of at most a point is too small to estimate k from.
    guard seconds > 0, abs(correction[axis]) > 1 else { return trust.share }
    let looks = seconds / Self.look
    let spread = trust.spread * pointsPerRadian[axis]
    let place = (Self.placeSpread * size)[axis], wandering = (Self.wandering * size)[axis]
    let gain = spread * spread / (spread * spread + place * place + wandering * wandering / looks)
    let before = trust.share * correction[axis]
    return min(max((before + gain * (needed[axis] - before)) / correction[axis], 0), 1)
  }
}

/// Absolute value of each number.
private func abs(_ point: SIMD2<Double>) -> SIMD2<Double> { SIMD2(Swift.abs(point.x), Swift.abs(point.y)) }
