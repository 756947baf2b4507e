import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct TriggerAuditTests {
  /// An audit at 60 frames a second: the intent and the command in runs of seconds.
  private func audit(
    _ runs: [(seconds: Double, intent: ScrollDirection?, command: ScrollDirection)]
  ) -> TriggerMishaps {
    var audit = TriggerAudit(answer: 200)
    var frame = 0
    for run in runs {
      for _ in 0..<Int((run.seconds * 60).rounded()) {
        let command = ScrollCommand(direction: run.command, distance: run.command == .none ? 0 : 400.0 / 60)
        audit.step(time: Double(frame) / 60, command: command, intent: run.intent, isLookingOffScreen: false)
        frame += 1
      }
    }
    return audit.finish().mishaps
  }

  private static let rest = (seconds: 3.0, intent: ScrollDirection?.some(.none), command: ScrollDirection.none)

  @Test("an intent is answered in proportion to the page's movement while it lasted")
  func wishes() {
    // 0.25 s at 400 points/s are 100 points, half of the 200 points that fulfil an intent.
    let half = audit([
      Self.rest, (1, .down, .none), (0.25, .down, .down), Self.rest,
    ])
    #expect(half.wishes == 1)
    expectNear(half.missedWishes, 0.5, 1e-9)
    #expect(half.strayPoints == 0 && half.falseScrolls == 0)
    expectNear(half.waitingSeconds, 1, 0.02)
    let whole = audit([Self.rest, (1, .down, .down), Self.rest])
    #expect(whole.missedWishes == 0 && whole.waitingSeconds == 0)
    let missed = audit([Self.rest, (1, .up, .none), (0.5, .down, .none)])
    #expect(missed.wishes == 2 && missed.missedWishes == 2)
  }

  @Test("unwanted scrolls are false and stray, also in the wrong direction")
  func stray() {
    let wrong = audit([Self.rest, (1, .down, .up), (9, ScrollDirection.none, .none)])
    #expect(wrong.falseScrolls == 1 && wrong.missedWishes == 1)
    expectNear(wrong.strayPoints, 400, 1e-6)
    let idle = audit([
      Self.rest, (1, ScrollDirection.none, .down), Self.rest,
    ])
    #expect(idle.falseScrolls == 1 && idle.wishes == 0)
    expectNear(idle.strayPoints, 400, 1e-6)
    let unknown = audit([(3, nil, .none), (1, nil, .down)])
    #expect(unknown == TriggerMishaps())
  }

  @Test("the cost is its parts' sum per minute, 0 without use")
  func cost() {
    var mishaps = TriggerMishaps()
    #expect(mishaps.secondsLostPerMinute(.init()) == 0)
    mishaps.seconds = 30
    mishaps.falseScrolls = 2
    mishaps.missedWishes = 1.5
    mishaps.waitingSeconds = 3
    mishaps.strayPoints = 400
    let cost = CalibrationFile.TriggerChoice.Cost(falseScroll: 4, missedWish: 10, waitingSecond: 1, strayPoint: 0.005)
    #expect(mishaps.secondsLostPerMinute(cost) == 2 * (8 + 15 + 3 + 2))
    var both = mishaps
    both.merge(mishaps)
    #expect(both.secondsLostPerMinute(cost) == mishaps.secondsLostPerMinute(cost))
  }
}
