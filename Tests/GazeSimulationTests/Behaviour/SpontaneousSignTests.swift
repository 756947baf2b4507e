import Foundation
import TestSupport
import Testing

@testable import GazeSimulation

struct SpontaneousSignTests {
  private let tick = 1.0 / 240

  private func sign(perMinute: Double) -> SpontaneousSign {
    var p = SimulationParameters().signs
    p.spontaneous = perMinute / 60
    return SpontaneousSign(p, rest: 0.1, RandomStream(seed: 8, .signSpontaneous, participant: 1))
  }

  @Test("raises come at the constant's rate, 0.55 to 1, half a second in median")
  func statistics() {
    var sign = sign(perMinute: 3)
    // 8 hours, about 1400 raises; a raise of about 0.57 s is part of each interval of 20.57 s. Bounds: four standard
    // errors, which are 2.7 % of the rate, 1.7 % of the median's 0.5 s, and 0.0035 of the peaks' mean.
    let seconds = 8 * 3600.0
    var (holds, peaks): ([Double], [Double]) = ([], [])
    var (since, before) = (0.0, 0.0)
    for k in 0..<Int(seconds / tick) {
      let time = Double(k) * tick
      sign.step(at: time)
      let level = 0.1 + sign.lift(at: time)
      if level >= before, level > 0.5, before == level, since == 0 { since = time }
      if since > 0, level < before {
        holds.append(time - since)
        peaks.append(before)
        since = 0
      }
      before = level
    }
    let expected = seconds / (20 + 0.5 * exp(0.125))
    expectNear(Double(peaks.count) / expected, 1, 0.11)
    let (median, mean): (Double, Double) = (holds.median, peaks.mean)
    expectNear(median, 0.5, 0.04)
    expectNear(mean, 0.775, 0.014)
    #expect(peaks.allSatisfy { (0.55...1).contains($0) })
  }

  @Test("skipped ticks of a quiet face change nothing")
  func quiet() {
    var (every, lazy) = (sign(perMinute: 20), sign(perMinute: 20))
    var (quietUntil, skipped) = (-Double.infinity, 0)
    for k in 0..<48_000 {
      let time = Double(k) * tick
      every.step(at: time)
      if time >= quietUntil {
        lazy.step(at: time)
        quietUntil = lazy.quietUntil(time)
      } else {
        skipped += 1
      }
      #expect(every.lift(at: time) == lazy.lift(at: time))
    }
    #expect(skipped > 24_000)
  }
}
