import GazePipeline
import Testing

@testable import Evaluate

@Suite struct VirakriPipelineTests {
  private let pipeline = VirakriPipeline(.iPhoneX(.converted))

  /// Mean hit (0.010, −0.054): x = 187.5 + 0.010/0.0311954149·375; y = 406 + 0.054/0.0675484716·812 − 312.
  @Test("one frame by hand: gain 2, up is up, 312 points up from the centre")
  func oneFrame() {
    #expect(isClose(pipeline.raw(PlainFrame()), 307.710, 743.134))
  }

  /// x = 187.5 + ½·0.008/0.0311954149·375; y = 406 + ½·(0.046/0.0675484716·812 − 312).
  @Test("an eye that misses counts as 0 without the 312, so half of it is lost; two leave the screen's centre")
  func misses() {
    #expect(isClose(pipeline.raw(PlainFrame(rightMisses: true)), 235.584, 526.483))
    #expect(isClose(pipeline.raw(PlainFrame(leftMisses: true, rightMisses: true)), 187.5, 406))
  }

  /// The phone leans 30° back: rays (0.04, −0.03, −0.32) + s·(−0.1, −0.05, 1) and (−0.02, −0.03, −0.32) + s·(0.1, −0.1,
  /// 1), turned by 30° about x, meet the world's z = 0 at (5.265, −54.695) and (15.799, −75.978) mm.
  @Test("as published the phone's pose is ignored; converted it is not")
  func recline() {
    var leaning = PlainFrame()
    leaning.recline = (0.8660254, 0.5)
    #expect(isClose(pipeline.raw(leaning), 307.710, 743.134))
    #expect(isClose(VirakriPipeline(.iPhoneX()).raw(leaning), 314.106, 879.411, within: 0.05))
  }

  @Test("the pointer is the mean of the points so far, at most ten")
  func average() {
    let away = PlainFrame(leftMisses: true, rightMisses: true)
    // (raw + centre) / 2.
    #expect(isClose(pipeline.pointer(PlainFrame(), away), 247.605, 574.567))
    let ten = Array(repeating: away, count: 10)
    var subject = pipeline
    _ = subject.step(PlainFrame().frame)
    for frame in ten { _ = subject.step(frame.frame) }
    #expect(isClose(subject.step(away.frame).pointer, 187.5, 406))
  }
}
