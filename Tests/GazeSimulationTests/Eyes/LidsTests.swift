import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct LidsTests {
  @Test("blink rate, duration and partial share come back; gaze dips with the lid")
  func statistics() throws {
    // 40 people with the same rate of 20 a minute, 120 s each: 1,600 blinks. The bounds are five standard errors: 12.5
    // % of the count (Poisson), 4 % of the median duration, 6 points of the partial share.
    var (count, partial) = (0, 0)
    var durations: [Double] = []
    for participant in 0..<40 {
      let simulation = try Simulation(
        .validation, preset: .ideal, seed: 5, duration: 120, rate: 240
      ).setting(["behaviour.blinkRate": 20, "behaviour.blinkRateSpread": 0])
      var run: (start: Double, peak: Float)?
      for frame in simulation.frames(participant: participant) {
        let (time, lid) = (frame.face.time, frame.face.blink.x)
        #expect(frame.face.blink.x == frame.face.blendShapes?[0])
        if lid > 0 {
          run = (run?.start ?? time, max(run?.peak ?? 0, lid))
        } else if let done = run {
          run = nil
          count += 1
          if done.peak < 0.9 { partial += 1 }
          durations.append(time - done.start)
        }
      }
    }
    // No blink begins during another one: the rate is 20 a minute of the remaining time.
    let expected = 40 * 2.0 * 20 / (1 + 20 * 0.209 / 60)
    expectNear(Double(count), expected, 5 * expected.squareRoot(), "\(count), expected \(expected)")
    expectNear(durations.median / 0.2, 1, 0.06)
    expect(partial, of: count, share: 0.5, errors: 5)
  }

  @Test("while the lid is closed the reported gaze is 3° too low")
  func artefact() throws {
    let base = try Simulation(.validation, preset: .ideal, seed: 5, duration: 60)
      .setting(["behaviour.blinkRate": 20, "behaviour.partialBlinks": 0])
    let with = try base.setting(["tracker.blinkArtefact": 3])
    var deepest = 0.0
    for (a, b) in zip(base.frames(participant: 0), with.frames(participant: 0)) {
      let (plain, dipped) = (a.face, b.face)
      let (p, q) = (try #require(CyclopeanEye(plain)), try #require(CyclopeanEye(dipped)))
      let dip = (GazeAngles(direction: q.direction).pitch - GazeAngles(direction: p.direction).pitch).degrees
      #expect(abs(dip + 3 * Double(plain.blink.x)) < 0.05)
      deepest = min(deepest, dip)
    }
    // Almost 3°: no frame need be at the moment at which the lid is fully closed.
    #expect(deepest < -2.7)
  }
}
