import Testing

@testable import GazePipeline

struct ScrollAreaTests {
  private let geometry = ScreenGeometry(
    points: SIMD2(400, 800), metres: SIMD2(0.06, 0.12), camera: SIMD2(0.03, 0))

  /// A face that looks straight at the screen at this place.
  private func frame(_ time: Double, at place: SIMD2<Double>) -> FaceFrame {
    let hit = geometry.hit(ofPoint: place)
    func eye(_ x: Double) -> TransformMatrix { TransformMatrix(RigidTransform(translation: SIMD3(x, 0, 0))) }
    return FaceFrame(
      time: time, face: TransformMatrix(RigidTransform(translation: SIMD3(hit.x, hit.y, -0.35))), leftEye: eye(0.03),
      rightEye: eye(-0.03))
  }

  /// Points that the pipeline scrolls down in three seconds of looking at this place.
  private func scrolled(_ place: SIMD2<Double>, _ app: AppContext) -> Double {
    var pipeline = StandardPipeline(geometry: geometry, smoothing: .none, trigger: .standard)
    return (0..<180).reduce(0) { sum, index in
      let command = pipeline.step(frame(Double(index) / 60, at: place), app).scroll
      return sum + command.direction.sign * command.distance
    }
  }

  @Test("the zones are those of the scrolling view, and of the screen without one")
  func zones() {
    // Half of a screen, as in Split View, with 50 points of it under a bar.
    let half = ScrollArea(origin: SIMD2(0, 100), size: SIMD2(400, 350), inset: .init(top: 0, bottom: 50))
    #expect(half == ScrollArea(origin: SIMD2(0, 100), size: SIMD2(400, 300)))
    let inHalf = AppContext(area: half)
    // The lowest 7 % of the view; the screen's are from 744 on.
    #expect(scrolled(SIMD2(200, 390), inHalf) > 100 && scrolled(SIMD2(200, 390), AppContext()) == 0)
    #expect(scrolled(SIMD2(200, 110), inHalf) < -100 && scrolled(SIMD2(200, 110), AppContext()) == 0)
    // The screen's lower edge lies in another app, beyond the view's reach.
    #expect(scrolled(SIMD2(200, 790), inHalf) == 0 && scrolled(SIMD2(200, 790), AppContext()) > 100)
  }

  @Test("while a finger moves the page, no scroll is asked for")
  func touched() {
    #expect(scrolled(SIMD2(200, 790), AppContext(isTouched: true)) == 0)
  }

  @Test(
    "an area that no view has is ignored",
    arguments: [SIMD2(400, 0), SIMD2(-1, 300), SIMD2(.nan, 300), SIMD2(400, .infinity)])
  func impossible(size: SIMD2<Double>) {
    let app = AppContext(area: ScrollArea(origin: .zero, size: size))
    #expect(scrolled(SIMD2(200, 790), app) == scrolled(SIMD2(200, 790), AppContext()))
  }
}
