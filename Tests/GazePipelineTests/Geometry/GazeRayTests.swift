import GazePipeline
import TestSupport
import Testing

struct GazeRayTests {
  @Test("hit the point that they were aimed at, for any direction length")
  func aimed() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      let origin = SIMD3(random.number(-0.3...0.3), random.number(-0.3...0.3), random.number(-1 ... -0.2))
      let target = SIMD2(random.number(-0.2...0.2), random.number(-0.2...0.2))
      for length in [1, 1e-6, 250.0] {
        let ray = GazeRay(origin: origin, direction: (SIMD3(target.x, target.y, 0) - origin) * length)
        expectNear(ray.hitOnScreenPlane(), target, 1e-14)
      }
    }
  }

  @Test("rays from the wrong side, along the plane or without a direction miss")
  func misses() {
    let (from, ahead) = (SIMD3<Double>(0, 0, -0.4), SIMD3<Double>(0, 0, 1))
    let misses = [
      GazeRay(origin: SIMD3(0, 0, 0.1), direction: ahead), GazeRay(origin: .zero, direction: ahead),
      GazeRay(origin: from, direction: SIMD3(1, 0, 0)), GazeRay(origin: from, direction: SIMD3(0, 0, -1)),
      GazeRay(origin: from, direction: SIMD3(1, 0, 0.019)), GazeRay(origin: from, direction: .zero),
      GazeRay(origin: SIMD3(.nan, 0, -0.4), direction: ahead), GazeRay(origin: SIMD3(0, 0, .nan), direction: ahead),
      GazeRay(origin: SIMD3(0, 0, -.infinity), direction: ahead), GazeRay(origin: from, direction: SIMD3(.nan, 0, 1)),
      GazeRay(origin: from, direction: SIMD3(0, 0, .infinity)),
    ]
    for ray in misses { #expect(ray.hitOnScreenPlane(reach: 100) == nil) }
  }

  @Test("miss the plane beyond the reach")
  func reach() {
    let ray = GazeRay(origin: SIMD3(0, 0, -0.5), direction: SIMD3(0.9, 0, 1))
    #expect(ray.hitOnScreenPlane(reach: 0.451) != nil)
    #expect(ray.hitOnScreenPlane(reach: 0.449) == nil)
    #expect(GazeRay(origin: SIMD3(0, 0, -0.5), direction: SIMD3(2.1, 0, 1)).hitOnScreenPlane() == nil)
  }
}
