import GazeMetrics
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct FaceLossesTests {
  private func rows(_ take: TakeBuilder) -> [Characteristic] {
    var losses = FaceLosses()
    for glance in take.glances { losses.add(glance) }
    losses.finish()
    return losses.characteristics
  }

  @Test("losses are counted by time with a face, with median length, absences apart")
  func losses() {
    var take = TakeBuilder(seconds: 120)
    // A loss of 0.25 s every ten seconds, and one absence of 5 s.
    take.isTracked = { t in !(t.truncatingRemainder(dividingBy: 10) > 9.7499 && t < 100) && !(105..<110).contains(t) }
    let rows = rows(take)
    #expect(rows["dropoutRate"].count == 10)
    let (rate, share): (Double, Double) = (10 / (112.5 / 60), 7.5 / 120)
    expectNear(rows["dropoutRate"].number, rate, 0.02)
    #expect(rows["dropoutRate"].windows.contains("1 longer ones left out"))
    expectNear(rows["dropoutDuration"].number, 250, 1)
    expectNear(rows["lostShare"].number, share, 1e-3)
  }

  @Test("a take without loss has a rate of at most 3.69 in its time")
  func none() {
    let rows = rows(TakeBuilder(seconds: 60))
    #expect(rows["dropoutRate"].value == 0)
    expectNear(rows["dropoutRate"].ci95!.upper, 3.69, 0.01)
    #expect(rows["dropoutDuration"].value == nil && rows["dropoutDuration"].note != nil)
  }

  @Test("a loss at the beginning or the end of a take has no length")
  func ends() {
    var take = TakeBuilder(seconds: 10)
    take.isTracked = { (1..<9.5).contains($0) }
    let rows = rows(take)
    #expect(rows["dropoutRate"].count == 1 && rows["dropoutDuration"].value == nil)
  }
}
