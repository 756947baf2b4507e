import GazePipeline
import Testing

@testable import Evaluate

@Suite struct Shiru99PipelineTests {
  private let pipeline = Shiru99Pipeline(.init(points: SIMD2(375, 812), panelPoints: SIMD2(375, 812)))

  /// 375/163 inch = 58.4356 mm and 812/163 inch = 126.5325 mm; the 12 mini's panel is 360 × 780 at scale 3.
  @Test("163 points an inch, whatever the phone")
  func metres() {
    let metres = pipeline.settings.metres * 1000
    #expect(isClose(metres, 58.4356, 126.5325, within: 1e-3))
    let mini = Shiru99Pipeline.Settings(points: SIMD2(375, 812), panelPoints: SIMD2(360, 780)).metres * 1000
    #expect(isClose(mini, 56.0982, 121.5460, within: 1e-3))
  }

  /// lookAt (0, 0.01, 0.4) in the face is (0.01, −0.04, 0.05): x = 0.01/0.0292178·375, y = 0.04/0.0632663·730.
  @Test("one frame by hand: no plane, clamped to the screen less 82 points")
  func oneFrame() {
    #expect(isClose(pipeline.raw(PlainFrame(lookAt: SIMD3(0, 0.01, 0.4))), 128.346, 461.541))
    // (0.03, −0.08): x would be 385, y 923.
    #expect(isClose(pipeline.raw(PlainFrame(lookAt: SIMD3(0.02, -0.03, 0.4))), 375, 730))
    #expect(isClose(pipeline.raw(PlainFrame(lookAt: SIMD3(-0.05, 0.2, 0.4))), 0, 0))
  }

  @Test("nothing is smoothed")
  func smoothing() {
    let last = PlainFrame(lookAt: SIMD3(0, 0.01, 0.4))
    #expect(pipeline.pointer(PlainFrame(), last) == pipeline.raw(last))
  }
}
