import GazePipeline
import TestSupport
import Testing

@Suite struct PerspectiveViewTests {
  @Test("a point's ray maps back to the point, over screens and fields of view", arguments: [30.0, 60, 75, 90, 120])
  func roundTrip(degrees: Double) throws {
    var random = SeededGenerator(seed: 1)
    for size in [SIMD2(375.0, 812.0), SIMD2(812, 375), SIMD2(1024, 1366)] {
      let view = try PerspectiveView(points: size, fieldOfView: degrees.radians)
      #expect(abs(view.fieldOfView.degrees - degrees) < 1e-9)
      for _ in 0..<200 {
        let place = SIMD2(
          Double.random(in: 0...size.x, using: &random), Double.random(in: 0...size.y, using: &random))
        let ray = view.ray(through: place)
        #expect(abs(ray.length - 1) < 1e-12)
        #expect((try #require(view.place(of: ray * 3)) - place).length < 1e-8)
      }
      // The top edge's middle is half the field of view above the axis.
      let top = view.ray(through: SIMD2(size.x / 2, 0))
      #expect(abs(angle(between: top, and: SIMD3(0, 0, -1)).degrees - degrees / 2) < 1e-9)
    }
  }

  @Test("60° on 375 x 812 points: 30.6° per screen across, 66.2° down, 2 tan(fov/2) (W/H, 1)")
  func turnPerScreen() throws {
    let view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: 60.0.radians)
    #expect(abs(view.turnPerScreen.x.degrees - 30.5539) < 0.0001)
    #expect(abs(view.turnPerScreen.y.degrees - 66.1595) < 0.0001)
    #expect(abs(view.turnPerScreen.x / view.turnPerScreen.y - 375.0 / 812) < 1e-12)
    // `turnPerScreen` is the angle per point at the screen's centre times the screen's points.
    let step = 1e-4
    let a = view.ray(through: view.centre + SIMD2(step, 0))
    #expect(abs(angle(between: a, and: SIMD3(0, 0, -1)) / step * 375 - view.turnPerScreen.x) < 1e-6)
  }

  @Test("a direction behind the camera has no place")
  func behind() throws {
    let view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: 60.0.radians)
    #expect(view.place(of: SIMD3(0, 0, 1)) == nil)
    #expect(view.place(of: SIMD3(1, 0, 0)) == nil)
    #expect(view.place(of: .zero) == nil)
    #expect(view.place(of: SIMD3(.nan, 0, -1)) == nil)
  }

  @Test(
    "a view without a size or a field of view is refused",
    arguments: [
      (SIMD2(0.0, 812.0), 60.0), (SIMD2(375, 0), 60), (SIMD2(.nan, 812), 60), (SIMD2(375, .infinity), 60),
      (SIMD2(-1, 812), 60), (SIMD2(375, 812), 0), (SIMD2(375, 812), 180), (SIMD2(375, 812), -60),
      (SIMD2(375, 812), .nan), (SIMD2(375, 812), 400),
    ])
  func refused(points: SIMD2<Double>, degrees: Double) {
    #expect(throws: PerspectiveViewError.self) {
      try PerspectiveView(points: points, fieldOfView: degrees.radians)
    }
  }

  @Test("a wider view has a larger tangent; an invalid scale changes nothing")
  func widened() throws {
    let view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: 90.0.radians)
    #expect(abs(view.widened(by: 0.5).turnPerScreen.y - view.turnPerScreen.y / 2) < 1e-12)
    for scale in [0, -1, .nan, .infinity] as [Double] { #expect(view.widened(by: scale) == view) }
  }
}
