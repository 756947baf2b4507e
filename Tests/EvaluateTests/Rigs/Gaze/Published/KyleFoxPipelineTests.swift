import GazePipeline
import Testing

@testable import Evaluate

@Suite struct KyleFoxPipelineTests {
  private let pipeline = KyleFoxPipeline(.init(points: SIMD2(375, 812)))

  /// f = 812/1440·1440 points. lookAt (0.02, 0.01, 0.40) in the face is (0.03, −0.04, 0.05) in the camera's frame: the
  /// projection is u = 187.5 − 812·0.6, v = 406 − 812·0.8, and the pointer w − u, h − v.
  @Test("one frame by hand: a point behind the camera, flipped twice, keeps its sides")
  func oneFrame() {
    #expect(isClose(pipeline.raw(PlainFrame()), 674.7, 1055.6))
    #expect(pipeline.pointer(PlainFrame()) == pipeline.raw(PlainFrame()), "the filter starts at the first")
    // In front of the camera both axes are mirrored.
    #expect(isClose(pipeline.raw(PlainFrame(lookAt: SIMD3(0.02, 0.01, 0.30))), -299.7, -243.6))
  }

  /// Second lookAt: (0.01, −0.02, 0.10), raw (268.7, 568.4); 0.85 of the first and 0.15 of that.
  @Test("the next point takes 0.85 of the old one")
  func smoothing() {
    let second = PlainFrame(lookAt: SIMD3(0, 0.03, 0.45))
    #expect(isClose(pipeline.pointer(PlainFrame(), second), 613.8, 982.52))
  }

  @Test("on the camera's plane there is no projection: the pointer holds")
  func singular() {
    var flat = PlainFrame(face: SIMD3(0, 0, -0.25))
    flat.lookAt = SIMD3(0.02, 0.01, 0.25)
    #expect(pipeline.raw(flat) == nil)
  }
}
