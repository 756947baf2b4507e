import GazeMetrics
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct FrameTimingTests {
  private func rows(_ frames: [FaceFrame]) -> [Characteristic] {
    var timing = FrameTiming()
    for glance in TakeBuilder.glances(frames) { timing.add(glance) }
    timing.finish()
    return timing.characteristics
  }

  private let plain = TakeBuilder(seconds: 40).observations.map(\.frame)

  @Test("a plain take's rate has nine digits, none missing or repeated")
  func even() {
    let rows = rows(plain)
    #expect(rows["rate"].ci95!.contains(60))
    expectNear(rows["rate"].number, 60, 1e-6)
    #expect(rows["dropped"].value == 0 && rows["duplicated"].value == 0)
    // If no frame of 2,400 is missing, the share of missing frames is at most 3.69/2400 (Clopper-Pearson).
    expectNear(rows["dropped"].ci95!.upper, 0.00154, 1e-4)
    #expect(self.rows([])["rate"].value == nil)
  }

  @Test("missing frames are counted by the usual step around them, pauses are not")
  func missing() {
    var frames = plain
    for i in stride(from: 2000, to: 100, by: -100) { frames.remove(at: i) }
    frames.removeSubrange(2100..<2105)
    let late = frames.indices.dropFirst(2200)
    for i in late { frames[i].time += 2 }
    let rows = rows(frames)
    expectNear(rows["rate"].number, 60, 1e-6)
    // 19 single frames and five consecutive ones are missing.
    expectNear(rows["dropped"].number, 24 / 2400.0, 1e-9)
    #expect(rows["dropped"].note == "20 gaps, 1 pauses of more than 0.5 s, longest step 2017 ms")
  }

  @Test("a phone that halves its rate drops nothing; the longer rate counts")
  func throttled() {
    let frames = plain.enumerated().filter { $0.offset < 640 || $0.offset.isMultiple(of: 2) }.map(\.element)
    let rows = rows(frames)
    expectNear(rows["rate"].number, 30, 1e-6)
    #expect(rows["rate"].note == "held for 73 % of the time")
    // The block in which the rate changes has half of its steps at each rate.
    #expect(rows["dropped"].number < 0.03)
  }

  @Test("repeated frames are counted among those with a face after one with a face")
  func repeats() {
    var frames = plain
    for i in stride(from: 10, to: 2010, by: 10) {
      let time = frames[i].time
      frames[i] = frames[i - 1]
      frames[i].time = time
    }
    for i in 2100..<2200 {
      frames[i] = frames[2099]
      frames[i].isTracked = false
      frames[i].time = plain[i].time
    }
    let row = rows(frames)["duplicated"]
    // 2,400 without the 100 lost ones; the first frame and the one after the loss follow none with a face.
    #expect(row.count == 2298)
    expectNear(row.number, 200 / 2298.0, 1e-12)
  }
}
