/// Converts the frames' own time to a recording's time, which begins with 0 and never runs backwards.
struct TakeClock: Sendable {
  /// Largest lateness of a frame, seconds: a frame that is earlier than a newer one by at most this came late; by more,
  /// the clock was reset. Assumed: a frame waits in a queue for a few hundredths of a second, and a phone's clock goes
  /// back to 0 when the phone restarts.
  static let lateness = 0.5
  /// Seconds between the last frame and the first one after the clock was reset. No fixation spans such a gap
  /// (`FixationFinder` ends a run at a gap of 0.25 s).
  static let restartGap = 1.0

  /// The first frame's own time, seconds.
  private(set) var start: Double?
  private(set) var late = 0
  private(set) var restarts = 0
  /// Own time minus recorded time.
  private var offset = 0.0
  private var last = 0.0

  /// The recorded time of a frame, or nil if it came late.
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
