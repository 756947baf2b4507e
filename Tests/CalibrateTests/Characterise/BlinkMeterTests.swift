import Foundation
import GazeMetrics
import TestSupport
import Testing

@testable import Calibrate

struct BlinkMeterTests {
  private func rows(_ take: TakeBuilder) -> [Characteristic] {
    var meter = BlinkMeter()
    for glance in take.glances { meter.add(glance) }
    meter.finish()
    return meter.characteristics
  }

  /// A blink of this depth and `length` every 3.01 s, over lids whose resting level is `rest`. With 3.01 s, frames fall
  /// on every part of a blink.
  private func blinking(length: Double, depth: Double = 1, rest: Double = 0, rate: Double = 60) -> TakeBuilder {
    var take = TakeBuilder(rate: rate, seconds: 120)
    take.lid = { t in
      let phase = t.truncatingRemainder(dividingBy: 3.01) / length
      return phase < 1 ? max(rest, depth * (0.5 - 0.5 * cos(2 * .pi * phase))) : rest
    }
    return take
  }

  @Test(
    "blinks of every depth are counted, and their length is found to 3 %",
    arguments: [(1.0, 0.2), (0.5, 0.2), (0.3, 0.2), (1, 0.12), (1, 0.4)])
  func lengths(depth: Double, length: Double) {
    let rows = rows(blinking(length: length, depth: depth))
    // A blink begins at each multiple of 3.01 s in 120 s, the first at the start of the take.
    #expect((39...40).contains(rows["blinkRate"].count))
    expectNear(rows["blinkDuration"].number / (1000 * length), 1, 0.03)
    #expect(rows["blinkDurationSpread"].number < 0.03)
  }

  @Test("at 30 Hz lengths are right to 3 %, slightly short over hanging lids")
  func coarse() {
    expectNear(rows(blinking(length: 0.2, rate: 30))["blinkDuration"].number / 200, 1, 0.03)
    // The part of a blink below the lid's resting level is not visible.
    let hanging = rows(blinking(length: 0.2, rest: 0.35))
    #expect((39...40).contains(hanging["blinkRate"].count))
    #expect((0.65...1).contains(hanging["blinkDuration"].number / 200))
  }

  @Test("the rate counts time with open eyes; closed eyes and sinking lids are not blinks")
  func noBlinks() {
    var take = TakeBuilder(seconds: 120)
    take.lid = { t in (30..<36).contains(t) ? 0.9 : t < 60 ? 0.004 * t : 0.24 }
    let row = rows(take)["blinkRate"]
    #expect(row.count == 0 && row.windows.contains("longer closure"))
    // No blink in 112 s with open eyes: at most 3.69 (97.5 %, Poisson), here a minute and with a margin of 2 %.
    #expect(row.ci95!.upper < 3.69 / (112 / 60.0) * 1.02)
  }

  @Test("a blink that contains a loss is counted, but has no length")
  func cut() {
    var take = blinking(length: 0.2)
    take.isTracked = { t in !(0.1..<0.3).contains(t.truncatingRemainder(dividingBy: 3.01)) }
    let rows = rows(take)
    // A blink every 3.01 s of 120 s.
    #expect(rows["blinkRate"].count >= 39)
    #expect(rows["blinkDuration"].value == nil)
  }
}
