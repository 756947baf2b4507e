/// Keeps a recording's own time: when each frame is due, how long to wait for it, and how late it came.
///
/// Due is reckoned from the start, `start + seconds / speed`, never from the frame before: whatever a sleep or the work
/// on a frame takes too long is taken off the next wait, so that lateness does not add up. Frames that are late are not
/// left out; they follow at once until time is caught up with.
///
/// This is the replay that the 2018 article means (wait the difference between two units' time stamps, show the next
/// one, begin again after the last). As published it does not do so: a loop on a background queue puts a block into
/// `DispatchQueue.main.async` for each unit, and the sleep stands *inside* that block. So the interface's own thread
/// sleeps and nothing is drawn meanwhile, while the loop, which waits for nobody, goes on putting in blocks that have
/// captured an old unit: units repeat, and come later and later.
package struct ReplayPace {
  /// How many times faster than recorded.
  package private(set) var speed: Double
  /// The most that a frame came after it was due.
  package private(set) var latest = Duration.zero
  private let now: () -> Duration
  private let sleep: (Duration) -> Void
  private var start: (now: Duration, seconds: Double)?

  /// A pace with a clock of somebody's own.
  ///
  /// - Parameters:
  ///   - now: time since any fixed moment.
  ///   - sleep: returns after about as long; earlier and later do no harm.
  package init(speed: Double, now: @escaping () -> Duration, sleep: @escaping (Duration) -> Void) {
    self.speed = speed
    self.now = now
    self.sleep = sleep
  }

  /// How long until a frame is due, by its place on the timeline; not positive where it is. The first one is due at once.
  package mutating func left(until seconds: Double) -> Duration {
    let now = now()
    guard let start else {
      self.start = (now, seconds)
      return .zero
    }
    return start.now + .seconds((seconds - start.seconds) / speed) - now
  }

  /// Notes that a frame is shown.
  package mutating func show(_ seconds: Double) {
    latest = max(latest, .zero - left(until: seconds))
  }

  /// Waits until a frame is due.
  package mutating func wait(until seconds: Double) {
    while true {
      let left = left(until: seconds)
      guard left > .zero else { break }
      sleep(left)
    }
    show(seconds)
  }

  /// Time goes on from here: after a pause, a step by hand, another speed or the end of a lap.
  package mutating func restart(at seconds: Double? = nil, speed: Double? = nil) {
    start = seconds.map { (now(), $0) }
    if let speed { self.speed = speed }
  }
}
