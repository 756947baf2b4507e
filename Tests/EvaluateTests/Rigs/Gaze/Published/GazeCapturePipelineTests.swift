import GazePipeline
import Testing

@testable import Evaluate

@Suite struct GazeCapturePipelineTests {
  private static let geometry = ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.062391, 0.135097), camera: SIMD2(0.0400, 0.0027))

  /// The hit is (10, −54) mm, dX = 40, dY = −2.7, dW × dH = 62.391 × 135.097. In the interface's axes it is (10, −54)
  /// in `portrait`, (−10, 54) in `portraitUpsideDown`, (54, 10) in `landscapeRight` and (−54, −10) in `landscapeLeft`.
  /// In millimetres the rule gives (50, 56.7), (12.391, 78.397), (56.7, 12.391) and (78.397, 50).
  @Test(
    "one frame by hand in all four orientations",
    arguments: [
      (ScreenOrientation.portrait, 300.524, 340.795), (.portraitUpsideDown, 74.476, 471.205),
      (.landscapeRight, 340.795, 74.476), (.landscapeLeft, 471.205, 300.524),
    ])
  func oneFrame(orientation: ScreenOrientation, x: Double, y: Double) {
    let pipeline = GazeCapturePipeline(.init(Self.geometry.turned(to: orientation)))
    #expect(isClose(pipeline.raw(PlainFrame()), x, y))
    #expect(pipeline.pointer(PlainFrame(), PlainFrame()) == pipeline.raw(PlainFrame()))
  }

  @Test("the rule is the geometry's own in every orientation", arguments: ScreenOrientation.allCases)
  func sameAsGeometry(orientation: ScreenOrientation) {
    let turned = Self.geometry.turned(to: orientation)
    let device = GazeCapturePipeline.Device(turned)
    for hit in [SIMD2(0.0, 0), SIMD2(0.03, -0.12), SIMD2(-0.02, 0.01), SIMD2(0.1, 0.2)] {
      let point = device.cam2screen(orientation.interface(fromPortrait: hit) * 1000, orientation) / 1000
      #expect((point * turned.pointsPerMetre - turned.point(ofHit: hit)).length < 1e-9)
    }
  }

  @Test("a missing hit holds the pointer")
  func misses() {
    var subject = GazeCapturePipeline(.init(Self.geometry))
    #expect(subject.step(PlainFrame(leftMisses: true).frame).pointer == nil)
    let first = subject.step(PlainFrame().frame).pointer
    #expect(subject.step(PlainFrame(leftMisses: true).frame) == PointerOutput(pointer: first, rawPointer: nil))
  }
}
