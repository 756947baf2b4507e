import GazePipeline
import TestSupport
import Testing

struct ScreenGeometryTests {
  let screen = ScreenGeometry(points: SIMD2(400, 800), metres: SIMD2(0.05, 0.1), camera: SIMD2(0.03, -0.004))

  @Test("the corners, from a camera 30 mm right of the edge and 4 above the top")
  func corners() {
    expectNear(screen.hit(ofPoint: SIMD2(0, 0)), SIMD2(-0.03, -0.004), 1e-15)
    expectNear(screen.hit(ofPoint: SIMD2(400, 800)), SIMD2(0.02, -0.104), 1e-15)
  }

  @Test("points and hits are each other's inverse")
  func inverse() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let point = SIMD2(random.number(-1000...1000), random.number(-1000...1000))
      expectNear(screen.point(ofHit: screen.hit(ofPoint: point)), point, 1e-10)
    }
  }

  @Test("the edges belong to the screen")
  func contains() {
    for inside in [SIMD2<Double>(0, 0), SIMD2(400, 800), SIMD2(200, 0), SIMD2(0, 800)] {
      #expect(screen.contains(inside))
    }
    for outside in [
      SIMD2<Double>(-0.1, 5), SIMD2(5, -0.1), SIMD2(400.1, 5), SIMD2(5, 800.1), SIMD2(.nan, 5), SIMD2(5, .nan),
    ] {
      #expect(!screen.contains(outside))
    }
  }

  @Test("four orientations: GazeCapture's cam2screen rule, and back")
  func orientations() {
    let portrait = ScreenGeometry(
      points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027))
    let (w, h) = (portrait.metres.x, portrait.metres.y)
    // A hit 2 cm right of the camera and 5 cm below it, as the upright phone's user sees it.
    let hit = SIMD2(0.02, -0.05)
    // From the portrait screen's top-left corner, x right, y down.
    let place = SIMD2(0.0376 + 0.02, 0.0027 + 0.05)
    let expected: [ScreenOrientation: SIMD2<Double>] = [
      // The top-left corner of the turned interface is another corner of the phone.
      .portrait: place, .landscapeRight: SIMD2(place.y, w - place.x), .portraitUpsideDown: SIMD2(w, h) - place,
      .landscapeLeft: SIMD2(h - place.y, place.x),
    ]
    for orientation in ScreenOrientation.allCases {
      let screen = portrait.turned(to: orientation)
      let point = screen.point(ofHit: hit)
      expectNear(point / screen.pointsPerMetre, expected[orientation]!, 1e-12, "\(orientation)")
      expectNear(screen.hit(ofPoint: point), hit, 1e-12)
      #expect(screen.orientation == orientation)
      let back = screen.turned(to: .portrait)
      #expect(back.points == portrait.points && back.metres == portrait.metres)
      expectNear(back.camera, portrait.camera, 1e-12)
    }
  }
}
