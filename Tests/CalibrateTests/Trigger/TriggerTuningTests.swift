import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct TriggerTuningTests {
  private let start = ScrollTrigger.Settings(
    edgeZone: 0.07, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
    cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)

  @Test("x and settings are inverse within bounds; untuned values stay")
  func axes() {
    let tuning = TriggerTuning(start: start)
    let back = tuning.settings(at: tuning.x(of: start))
    for path in [
      \ScrollTrigger.Settings.edgeZone, \.edgeDwell, \.offScreenZone, \.offScreenDwell, \.hysteresis, \.release,
    ] {
      expectNear(back[keyPath: path], start[keyPath: path], 1e-12)
    }
    for x in [-1e9, 1e9, 700] {
      let settings = tuning.settings(at: [Double](repeating: x, count: 6))
      #expect((0...0.3).contains(settings.edgeZone) && (0...0.25).contains(settings.hysteresis))
      #expect(settings.edgeDwell > 0.0999 && settings.edgeDwell < 3.001)
      #expect(settings.cooldown == 1.5 && settings.speed == 400 && settings.blinkThreshold == 0.5)
    }
  }

  @Test("the search finds the minimal trigger, never worse than its start")
  func search() throws {
    // A toy model: one intent is missed for each 0.1 s by which the dwell differs from 0.4 s, and for each 0.02 by
    // which the zone differs from 0.15.
    let tuning = TriggerTuning(start: start)
    func mishaps(_ s: ScrollTrigger.Settings) -> TriggerMishaps {
      var mishaps = TriggerMishaps()
      mishaps.seconds = 60
      mishaps.missedWishes = (abs(s.edgeDwell - 0.4) * 10).rounded() + (abs(s.edgeZone - 0.15) * 50).rounded()
      return mishaps
    }
    for corner in tuning.corners {
      let found = try tuning.search(from: corner, evaluations: 200, mishaps)
      #expect(found.cost <= 20)
      #expect(found.cost == tuning.judged(mishaps(found.settings), baseline: mishaps(start)))
      #expect(found.evaluations <= 225)
    }
    let flat = try tuning.search(from: start, evaluations: 30) { _ in TriggerMishaps() }
    #expect(flat.settings == start && flat.cost == 0)
  }

  @Test("refusing more intents than the start does costs its share of the penalty")
  func refusal() throws {
    let tuning = TriggerTuning(start: start)
    // A longer dwell gives fewer false scrolls and fewer answers.
    func mishaps(_ s: ScrollTrigger.Settings) -> TriggerMishaps {
      var mishaps = TriggerMishaps()
      (mishaps.seconds, mishaps.wishes) = (60, 4)
      mishaps.missedWishes = 4 * min(s.edgeDwell / 3, 1)
      mishaps.falseScrolls = Int(60 * (1 - min(s.edgeDwell / 3, 1)))
      return mishaps
    }
    let found = try tuning.search(from: start, evaluations: 100, mishaps)
    #expect(found.cost <= tuning.judged(mishaps(start), baseline: mishaps(start)))
    var more = mishaps(start)
    more.missedWishes += 1
    expectNear(tuning.judged(more, baseline: mishaps(start)) - more.secondsLostPerMinute(tuning.cost), 25, 1e-9)
  }
}
