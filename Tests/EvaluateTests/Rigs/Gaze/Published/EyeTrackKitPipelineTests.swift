import GazePipeline
import Testing

@testable import Evaluate

@Suite struct EyeTrackKitPipelineTests {
  private let pipeline = EyeTrackKitPipeline(
    .init(device: "iphone11pro", metres: SIMD2(0.0623, 0.1349), points: SIMD2(375, 812)))

  /// x = 187.5 + 0.010/0.0357·375; y = 406 + 0.054/0.0720·812 − 375.
  @Test("one frame by hand on the iPhone 11 Pro: its body's size, 375 up from the centre")
  func oneFrame() {
    #expect(isClose(pipeline.raw(PlainFrame()), 292.542, 640))
  }

  @Test("an eye that misses keeps its last hit; without one it counts as (0, 0)")
  func misses() {
    // ½·0.008/0.0357·375 + 187.5 and 406 + ½·(0.046/0.0720·812 − 375).
    #expect(isClose(pipeline.raw(PlainFrame(rightMisses: true)), 229.517, 477.889))
    #expect(isClose(pipeline.raw(PlainFrame(), PlainFrame(leftMisses: true, rightMisses: true)), 292.542, 640))
    #expect(
      isClose(pipeline.raw(PlainFrame(rightMisses: true), PlainFrame(), PlainFrame(leftMisses: true)), 292.542, 640))
  }

  @Test("nothing is smoothed by default, and no blink is above its threshold of 1")
  func smoothing() {
    let other = PlainFrame(rightMisses: true)
    #expect(pipeline.pointer(other, PlainFrame()) == pipeline.raw(other, PlainFrame()))
    var closed = PlainFrame().frame
    closed.blink = SIMD2(1, 1)
    var subject = pipeline
    #expect(isClose(subject.step(closed).rawPointer, 292.542, 640))
  }

  @Test("its device table, and the values of an app for another device")
  func devices() {
    func settings(_ device: String, _ points: SIMD2<Double>) -> EyeTrackKitPipeline.Settings {
      .init(device: device, metres: SIMD2(0.06, 0.13), points: points)
    }
    #expect(settings("iphone11", SIMD2(414, 896)).metres == SIMD2(0.0757, 0.1509))
    #expect(settings("iphone11", SIMD2(414, 896)).compensation == SIMD2(0, 414))
    #expect(settings("ipadpro11gen2", SIMD2(834, 1194)).metres == SIMD2(0.1785, 0.2476))
    #expect(settings("ipadpro11gen2", SIMD2(834, 1194)).compensation == SIMD2(0, 417))
    #expect(settings("ipadpro11gen2", SIMD2(1194, 834)).compensation == SIMD2(417, 0))
    #expect(settings("iphonex", SIMD2(375, 812)).metres == SIMD2(0.06, 0.13))
    #expect(settings("iphonex", SIMD2(375, 812)).compensation == SIMD2(0, 375))
    // With Display Zoom, EyeTrackKit's table has no row for this screen.
    #expect(settings("iphone11pro", SIMD2(320, 693)).metres == SIMD2(0.06, 0.13))
  }
}
