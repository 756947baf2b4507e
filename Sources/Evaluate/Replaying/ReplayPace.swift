/// Keeps a recording's own time: computes the time at which each frame is due, the wait until then, and its delay.
///
/// A frame is due at `start + seconds / speed`, measured from the start and never from the frame before. If a sleep or
/// the work on a frame takes too long, the next wait is shorter, so that delays do not add up. Late frames are not left
/// out; they follow immediately until the delay is made up.
///
/// This is the replay that the 2018 article intends (wait for the difference between the time stamps of two units, show
/// the next unit, begin again after the last one). The published code does something else: a loop on a background queue
/// calls `DispatchQueue.main.async` with a block for each unit, and the sleep is *inside* that block. So the main
/// thread sleeps, and nothing is drawn meanwhile. The loop does not wait and keeps adding blocks that have captured an
/// old unit: units repeat, and come later and later.
package struct ReplayPace {
  /// How many times faster than recorded.
  private let speed: Double
  /// Longest delay of a frame.
  package private(set) var latest = Duration.zero
  private let now: () -> Duration
  private let sleep: (Duration) -> Void
  private var start: (now: Duration, seconds: Double)?

  /// A pace with a given clock.
  ///
  /// - Parameters:
  ///   - now: returns the time since any fixed moment.
  ///   - sleep: returns after about this time; it may return early or late.
  package init(speed: Double, now: @escaping () -> Duration, sleep: @escaping (Duration) -> Void) {
    self.speed = speed
    self.now = now
    self.sleep = sleep
  }

  /// Time until a frame is due, by its place on the timeline; zero or negative if it is due. The first frame is due at
  /// once.
  private mutating func left(until seconds: Double) -> Duration {
    let now = now()
    guard let start else {
      self.start = (now, seconds)
      return .zero
    }
    return start.now + .seconds((seconds - start.seconds) / speed) - now
  }

  /// Waits until a frame is due.
  package mutating func wait(until seconds: Double) {
    while true {
      let left = left(until: seconds)
      guard left > .zero else { break }
      sleep(left)
    }
    latest = max(latest, .zero - left(until: seconds))
  }

  /// Restarts the measurement of time, for the next pass through the recording.
  package mutating func restart() { start = nil }
}
