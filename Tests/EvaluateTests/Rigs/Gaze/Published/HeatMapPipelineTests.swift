import GazePipeline
import Testing

@testable import Evaluate

@Suite struct HeatMapPipelineTests {
  private let pipeline = HeatMapPipeline(.iPhoneX)

  /// x = 0.010/0.0311954149·375; y = 0.054/0.0675484716·812 + 312 = 961.13, clamped to 811.
  @Test("one frame by hand: from the top-left corner, 312 down, clamped to the screen less one point")
  func oneFrame() {
    #expect(isClose(pipeline.raw(PlainFrame()), 120.210, 811))
    // Both eyes 0.1 higher in slope: 0.032 m up, mean hit (0.010, −0.022): y = 0.022/0.0675484716·812 + 312.
    var higher = PlainFrame()
    higher.leftSlope.y += 0.1
    higher.rightSlope.y += 0.1
    #expect(isClose(pipeline.raw(higher), 120.210, 576.462))
    // To the left of the camera every point is clamped to the edge.
    var left = PlainFrame()
    left.leftSlope.x -= 0.1
    left.rightSlope.x -= 0.1
    #expect(isClose(pipeline.raw(left), 0, 811))
  }

  @Test("with an eye missing nothing moves; a plane further than a metre away is never hit")
  func misses() {
    var subject = pipeline
    #expect(subject.step(PlainFrame(rightMisses: true).frame) == PointerOutput(pointer: nil, rawPointer: nil))
    let first = subject.step(PlainFrame().frame).pointer
    #expect(subject.step(PlainFrame(leftMisses: true).frame) == PointerOutput(pointer: first, rawPointer: nil))
    var far = PlainFrame()
    far.face.z = -1.2
    #expect(pipeline.raw(far) == nil)
  }

  @Test("the phone's pose is corrected for")
  func recline() {
    var leaning = PlainFrame()
    leaning.recline = (0.8660254, 0.5)
    #expect(isClose(pipeline.raw(leaning), 120.210, 811))
  }
}
