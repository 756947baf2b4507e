import GazePipeline
import Testing

@testable import Evaluate

@Suite struct HeadGazeLibPipelineTests {
  private let pipeline = HeadGazeLibPipeline(.init(points: SIMD2(375, 812)))

  /// The nose points 10° down: hit = (0.01, −0.05 − 0.35·tan 10°) = (0.01, −0.111714); ×4 from the centre.
  @Test("one frame by hand: the head's direction, whatever the eyes do")
  func oneFrame() {
    #expect(isClose(pipeline.raw(PlainFrame()), 202.5, 768.849))
    #expect(isClose(pipeline.raw(PlainFrame(leftMisses: true, rightMisses: true)), 202.5, 768.849))
  }

  /// A second face 2 cm right and 2 cm up: hit (0.03, −0.091714), raw (232.5, 703.889).
  @Test("a mean of the first eleven, then nine tenths of the old value")
  func smoothing() {
    let (one, other) = (PlainFrame(), PlainFrame(face: SIMD3(0.03, -0.03, -0.35)))
    #expect(isClose(pipeline.pointer(one, other), 217.5, 736.369))
    var subject = pipeline
    for _ in 0..<11 { _ = subject.step(one.frame) }
    let twelfth = subject.step(other.frame)
    #expect(isClose(twelfth.pointer, 205.5, 762.353))
    #expect(isClose(twelfth.rawPointer, 232.5, 703.889))
  }
}
