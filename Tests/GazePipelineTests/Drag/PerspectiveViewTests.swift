import GazePipeline
import TestSupport
import Testing

struct PerspectiveViewTests {
  @Test("a point's ray maps back to the point, over screens and fields of view", arguments: [30.0, 60, 75, 90, 120])
  func roundTrip(degrees: Double) throws {
    var random = SeededGenerator(seed: 1)
    for size in [SIMD2(375.0, 812.0), SIMD2(812, 375), SIMD2(1024, 1366)] {
      let view = try PerspectiveView(points: size, fieldOfView: degrees.radians)
      expectNear(view.fieldOfView.degrees, degrees, 1e-9)
      for _ in 0..<200 {
        let place = SIMD2(
          random.number(0...size.x), random.number(0...size.y))
        let ray = view.ray(through: place)
        expectNear(ray.length, 1, 1e-12)
        expectNear(view.place(of: ray * 3), place, 1e-8)
      }
      // The top edge's middle is half the field of view above the axis.
      let top = view.ray(through: SIMD2(size.x / 2, 0))
      expectNear(angle(between: top, and: SIMD3(0, 0, -1)).degrees, degrees / 2, 1e-9)
    }
  }

  @Test("60° on 375 x 812 points is 30.6° a screen across, 66.2° down")
  func turnPerScreen() throws {
    let view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: 60.0.radians)
    expectNear(view.turnPerScreen.x.degrees, 30.5539, 0.0001)
    expectNear(view.turnPerScreen.y.degrees, 66.1595, 0.0001)
    expectNear(view.turnPerScreen.x / view.turnPerScreen.y, 375.0 / 812, 1e-12)
    // `turnPerScreen` is the angle per point at the screen's centre times the screen's points.
    let step = 1e-4
    let a = view.ray(through: view.centre + SIMD2(step, 0))
    expectNear(angle(between: a, and: SIMD3(0, 0, -1)) / step * 375, view.turnPerScreen.x, 1e-6)
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
    expectNear(view.widened(by: 0.5).turnPerScreen.y, view.turnPerScreen.y / 2, 1e-12)
    for scale in [0, -1, .nan, .infinity] as [Double] { #expect(view.widened(by: scale) == view) }
  }
}
