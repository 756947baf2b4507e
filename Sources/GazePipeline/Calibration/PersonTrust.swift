/// How far a person's gaze offset, found in an earlier session, is believed in a later one.
///
/// Part of an offset stays with the person, part comes with the session: how the phone is held, how the face was fitted. A
/// pipeline cannot know the shares, so it starts by taking back a part of the stored offset, and lets where the gaze falls
/// decide: people who use an app look at its screen, on average near the middle. `SessionTrust` does so.
public struct PersonTrust: Sendable, Equatable {
  /// Share of the stored offset that is believed before anything is seen of the session, 0…1.
  public var share: Double
  /// Standard deviation of today's offset about that, radians an axis; 0 asks for no evidence.
  public var spread: Double

  /// Trust from its numbers.
  public init(share: Double, spread: Double) {
    self.share = share
    self.spread = spread
  }

  /// The offset is this session's: it is believed as it stands.
  public static let full = PersonTrust(share: 1, spread: 0)

  /// Nothing is known of what changes between sessions. The spread is all of the published raw error: a mean of 3.2° is
  /// 3.2°/√(π/2) = 2.55° an axis. The share, 0.4, is assumed: less costs more where sessions are alike, more where they are
  /// not.
  public static let assumed = PersonTrust(share: 0.4, spread: 2.55 * .pi / 180)

  /// By what sessions were found to differ by (radians an axis), for an offset that was found in so many: the best share
  /// for people whose own offsets are spread by 2° an axis, assumed.
  public init(sessionSpread: Double, sessions: Int) {
    let own = (2 * Double.pi / 180) * (2 * Double.pi / 180)
    let session = sessionSpread * sessionSpread
    let found = session / Double(max(sessions, 1))
    self.init(share: own / (own + found), spread: (session + own * found / (own + found)).squareRoot())
  }
}

/// What one session has shown of the stored offset so far.
///
/// Take c for the stored correction in the screen's middle and z for what would bring the mean of the gaze there. Then
/// today's correction e is N(share · c, spread²) before, z = e + N(0, R), R = placeSpread² + wandering²/looks, and
///
///     k = E(e | z) / c, held to 0…1,    pointer = pointer with c − (1 − k) · c
///
/// an axis at a time. Held so, the pointer lies between the one without an offset and the one with all of it, wherever
/// people look. z is a mean over the last minute, so that k moves slowly.
struct SessionTrust: Sendable, Equatable {
  let trust: PersonTrust
  /// Means over the session, points.
  private var correction = SIMD2<Double>.zero
  private var needed = SIMD2<Double>.zero
  private var seconds = 0.0
  private var last: Double?

  /// Of the last so many seconds. Assumed.
  private static let window = 60.0
  /// Seconds after which the gaze is somewhere else. Assumed.
  private static let look = 1.5
  /// Spread of the gaze within a session, share of the screen: that of an even one, 1/√12.
  private static let wandering = SIMD2(0.29, 0.29)
  /// Spread of a session's mean place, share of the screen: text begins at the top, so that up and down say less. Assumed.
  private static let placeSpread = SIMD2(0.12, 0.18)
  /// Longer gaps are no looking, seconds.
  private static let longestStep = 0.1

  init(_ trust: PersonTrust) { self.trust = trust }

  /// The part of the correction to be taken back, points.
  ///
  /// - Parameters:
  ///   - pointer: with all of the stored offset.
  ///   - correction: what that offset adds in the screen's middle.
  ///   - size: of the screen, points.
  ///   - pointsPerRadian: at the distance of the eyes.
  mutating func step(
    pointer: SIMD2<Double>, correction: SIMD2<Double>, size: SIMD2<Double>, pointsPerRadian: SIMD2<Double>,
    at time: Double
  ) -> SIMD2<Double> {
    see(size / 2 - pointer + correction, correction, size: size, at: time)
    let k = SIMD2(believed(0, size, pointsPerRadian), believed(1, size, pointsPerRadian))
    return correction * (SIMD2(1, 1) - k)
  }

  private mutating func see(
    _ needed: SIMD2<Double>, _ correction: SIMD2<Double>, size: SIMD2<Double>, at time: Double
  ) {
    let step = last.map { min(max(time - $0, 0), Self.longestStep) } ?? 0
    last = time
    // A glance far off the screen, with the offset and without, is no use of the app.
    let off = abs(needed / size), other = abs((needed - correction) / size)
    guard step > 0, min(off.max(), other.max()) < 1 else { return }
    seconds = min(seconds + step, Self.window)
    self.needed += (needed - self.needed) * (step / seconds)
    self.correction += (correction - self.correction) * (step / seconds)
  }

  /// k of one axis.
  private func believed(_ axis: Int, _ size: SIMD2<Double>, _ pointsPerRadian: SIMD2<Double>) -> Double {
    // Within a point there is nothing to believe or not.
    guard seconds > 0, abs(correction[axis]) > 1 else { return trust.share }
    let looks = seconds / Self.look
    let spread = trust.spread * pointsPerRadian[axis]
    let place = (Self.placeSpread * size)[axis], wandering = (Self.wandering * size)[axis]
    let gain = spread * spread / (spread * spread + place * place + wandering * wandering / looks)
    let before = trust.share * correction[axis]
    return min(max((before + gain * (needed[axis] - before)) / correction[axis], 0), 1)
  }
}

private func abs(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(Swift.abs(v.x), Swift.abs(v.y)) }
