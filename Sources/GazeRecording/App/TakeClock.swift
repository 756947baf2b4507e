/// Converts the time of the phone's clock in the frames to a recording's time, which begins with 0 and never runs
/// backwards.
struct TakeClock: Sendable {
  /// Largest lateness of a frame, seconds. If a frame's time is before the newest frame's by at most this value, the
  /// frame came late; if by more, the clock was reset. Assumed: a frame waits in a queue for a few hundredths of a
  /// second, and a phone's clock goes back to 0 when the phone restarts.
  static let lateness = 0.5
  /// Seconds between the last frame and the first one after the clock was reset. No fixation spans such a gap
  /// (`FixationFinder` ends a run at a gap of 0.25 s).
  static let restartGap = 1.0

  /// Time of the first frame on the phone's clock, seconds.
  private(set) var start: Double?
  private(set) var late = 0
  private(set) var restarts = 0
  /// Time on the phone's clock minus recorded time, seconds.
  private var offset = 0.0
  private var last = 0.0

  /// The recorded time of a frame, or nil if the frame came late.
  mutating func time(of own: Double) -> Double? {
    guard start != nil else {
      (start, offset) = (own, own)
      return 0
    }
    var time = own - offset
    if time < last {
      guard last - time > Self.lateness else {
        late += 1
        return nil
      }
      restarts += 1
      offset = own - (last + Self.restartGap)
      time = last + Self.restartGap
    }
    last = time
    return time
  }
}
