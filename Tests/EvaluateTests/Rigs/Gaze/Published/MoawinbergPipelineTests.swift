import GazePipeline
import Testing

@testable import Evaluate

@Suite struct MoawinbergPipelineTests {
  private let pipeline = MoawinbergPipeline(.init(points: SIMD2(375, 812)))

  /// Mean hit (0.010, −0.054), the head's (0.01, −0.05): at first x = (0.010 + 0.01 + ½)·375, y = (½ + 0.054 +
  /// 0.05)·812; in a second frame of a still head (0.510·375, 0.554·812).
  @Test("two frames by hand: metres as shares of the screen, the head's movement added")
  func twoFrames() {
    #expect(isClose(pipeline.raw(PlainFrame()), 195, 490.448))
    #expect(isClose(pipeline.raw(PlainFrame(), PlainFrame()), 191.25, 449.848))
    // The head's hit moves by (0.02, 0.02) with the face, and so do the eyes' hits.
    let moved = PlainFrame(face: SIMD3(0.03, -0.03, -0.35))
    #expect(isClose(pipeline.raw(PlainFrame(), moved), 206.25, 417.368))
    #expect(
      pipeline.pointer(PlainFrame(), moved) == pipeline.raw(PlainFrame(), moved), "uncalibrated, nothing is smoothed")
  }

  @Test("calibrated, the mean so far is scaled, shifted and rounded to 0.01 point")
  func calibrated() {
    let map = FivePointMap(scale: SIMD2(2, 3), shift: SIMD2(-100, 50))
    let subject = MoawinbergPipeline(.init(points: SIMD2(375, 812), map: map))
    #expect(isClose(subject.raw(PlainFrame()), 290, 1521.344))
    // Means (193.125, 470.148).
    #expect(
      subject.pointer(PlainFrame(), PlainFrame()).map { ($0 * 100).rounded(.toNearestOrEven) / 100 == $0 } == true)
    #expect(isClose(subject.pointer(PlainFrame(), PlainFrame()), 286.25, 1460.44))
  }
}
