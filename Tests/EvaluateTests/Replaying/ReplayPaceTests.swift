import Testing

@testable import Evaluate

/// A clock that is set by hand and whose sleeps take longer than requested.
private final class SlowClock {
  var now = Duration.zero
  /// Overshoots of the sleeps, used in turn.
  var overshoots: [Duration] = [.zero]
  private(set) var sleeps = 0

  func sleep(_ time: Duration) {
    now += time + overshoots[sleeps % overshoots.count]
    sleeps += 1
  }
}

@Suite struct ReplayPaceTests {
  private let frame = 1.0 / 60

  /// A clock whose sleeps overshoot by 0.2 to 9 ms, in no particular order, with 2 ms of work on each frame.
  private func clock() -> SlowClock {
    let clock = SlowClock()
    clock.overshoots = (0..<97).map { .microseconds(200 + ($0 * 7919) % 8800) }
    return clock
  }

  @Test("over a minute at 60 Hz no frame is a frame late, although every sleep overshoots and every frame takes work")
  func absolute() {
    let clock = clock()
    var pace = ReplayPace(speed: 1, now: { clock.now }, sleep: clock.sleep)
    var worst = Duration.zero
    for index in 0...3600 {
      let seconds = Double(index) * frame
      pace.wait(until: seconds)
      worst = max(worst, clock.now - .seconds(seconds))
      #expect(clock.now >= .seconds(seconds), "never early")
      clock.now += .milliseconds(2)
    }
    #expect(worst < .seconds(frame))
    // The largest delay is the largest overshoot, so delays do not add up.
    #expect(worst == pace.latest && worst > .milliseconds(8) && worst <= .milliseconds(9))
    #expect(clock.now < .seconds(60) + .milliseconds(12))
  }

  @Test("after a slow frame, the next frames follow at once until time is kept again")
  func catchingUp() {
    let clock = SlowClock()
    var pace = ReplayPace(speed: 1, now: { clock.now }, sleep: clock.sleep)
    pace.wait(until: 0)
    clock.now += .milliseconds(500)
    var atOnce = 0
    for index in 1...60 {
      let before = clock.now
      pace.wait(until: Double(index) * frame)
      if clock.now == before { atOnce += 1 }
    }
    #expect(atOnce == 30)
    #expect(clock.now == .seconds(60 * frame))
    #expect(pace.latest > .milliseconds(480) && pace.latest < .milliseconds(484))
  }

  @Test("speed divides the waits; the next pass through the recording begins at once")
  func speed() {
    let clock = SlowClock()
    var pace = ReplayPace(speed: 4, now: { clock.now }, sleep: clock.sleep)
    pace.wait(until: 100)
    #expect(clock.now == .zero, "the first frame is due at once, whatever its time")
    pace.wait(until: 108)
    #expect(clock.now == .seconds(2))
    // As with `--loop`.
    pace.restart()
    pace.wait(until: 0)
    #expect(clock.now == .seconds(2) && pace.latest == .zero)
    pace.wait(until: 4)
    #expect(clock.now == .seconds(3) && pace.latest == .zero)
  }
}
