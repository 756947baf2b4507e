import TestSupport
import Testing

@testable import GazePipeline

struct GazeFixationsTests {
  /// The fixations of a raw pointer that is a function of time, at 60 Hz.
  private func found(
    _ seconds: Double, isStill: (Double) -> Bool = { _ in true }, raw: (Double) -> SIMD2<Double>?
  ) -> [GazeFixations.Fixation] {
    var fixations = GazeFixations()
    return (0..<Int(seconds * 60)).compactMap { index in
      let time = Double(index) / 60
      return fixations.step(raw(time), isPageStill: isStill(time), at: time)
    }
  }

  private func step(_ time: Double, every seconds: Double) -> SIMD2<Double> {
    SIMD2(40 * (time / seconds).rounded(.down), 100)
  }

  @Test("each step ends a fixation, placed at its samples' mean")
  func means() throws {
    var random = SeededGenerator(seed: 9)
    var samples: [SIMD2<Double>] = []
    let all = found(2) { time in
      let sample = step(time + 1e-9, every: 0.5) + SIMD2(random.normal(), random.normal())
      if time < 0.49 { samples.append(sample) }
      return sample
    }
    #expect(all.count == 3)
    let first = try #require(all.first)
    expectNear(first.place, samples.reduce(.zero, +) / 30, 1e-9)
    #expect(first.start == 0)
    expectNear(first.end, 29.0 / 60, 1e-9)
    // A new fixation begins with the second sample away, so that the end of the saccade is left out.
    expectNear(all[1].start, 31.0 / 60, 1e-9)
  }

  @Test("one sample far away ends no fixation and does not count; two do")
  func outlier() {
    func run(_ away: ClosedRange<Int>) -> [GazeFixations.Fixation] {
      found(1.2) { time in
        let index = Int((time * 60).rounded())
        return away.contains(index) ? SIMD2(200, 100) : index > 60 ? SIMD2(300, 100) : SIMD2(100, 100)
      }
    }
    let one = run(20...20)
    #expect(one.count == 1 && one[0].place == SIMD2(100, 100) && one[0].start == 0)
    #expect(run(20...21).count == 2)
  }

  @Test("a blink of 0.2 s ends no fixation; a gap above 0.3 s does")
  func gaps() {
    let blink = found(2.1) { (0.5..<0.7).contains($0) ? nil : step($0, every: 1) }
    #expect(blink.count == 2 && blink[0].start == 0 && blink[0].end > 0.95)
    let gap = found(2.1) { (0.3..<0.7).contains($0) ? nil : step($0, every: 1) }
    #expect(gap.count == 3 && gap[0].end < 0.3 && gap[1].start > 0.69)
  }

  @Test("a fixation shorter than 50 ms or with less than three samples does not count")
  func short() {
    #expect(found(2) { step($0, every: 0.03) }.isEmpty)
  }

  @Test("a page that moves ends the fixation once, and nothing begins until it is still")
  func page() {
    let all = found(2, isStill: { !(0.5..<1).contains($0) }) { _ in SIMD2(100, 100) }
    #expect(all.count == 1 && all[0].start == 0 && all[0].end < 0.5)
    let still = found(3, isStill: { $0 > 2 }) { _ in SIMD2(100, 100) }
    #expect(still.isEmpty)
  }

  @Test("time that goes backwards ends the fixation")
  func backwards() {
    var fixations = GazeFixations()
    for index in 0..<30 {
      let none = fixations.step(SIMD2(100, 100), isPageStill: true, at: 50 + Double(index) / 60)
      #expect(none == nil)
    }
    let ended = fixations.step(SIMD2(100, 100), isPageStill: true, at: 1)
    #expect(ended?.start == 50)
    for index in 1..<60 { _ = fixations.step(SIMD2(100, 100), isPageStill: true, at: 1 + Double(index) / 60) }
    _ = fixations.step(SIMD2(300, 100), isPageStill: true, at: 2)
    let next = fixations.step(SIMD2(300, 100), isPageStill: true, at: 2.02)
    #expect(next?.start == 1)
  }

  @Test("samples that are not finite never give a place that is not finite")
  func notFinite() {
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      let all = found(3) { time in
        Int(time * 60) % 40 < 10 ? SIMD2(bad, 100) : step(time, every: 0.5)
      }
      #expect(all.allSatisfy { $0.place.isFinite }, "\(bad)")
      #expect(all.count >= 3, "\(bad)")
    }
  }
}
