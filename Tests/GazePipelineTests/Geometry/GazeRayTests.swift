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

struct GazeAnglesTests {
  @Test("are recovered from their direction, of any length")
  func inverse() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let angles = GazeAngles(yaw: random.number(-3.1...3.1), pitch: random.number(-1.5...1.5))
      let back = GazeAngles(direction: angles.direction * random.number(0.01...100))
      expectNear(back.yaw, angles.yaw, 1e-13)
      expectNear(back.pitch, angles.pitch, 1e-13)
      expectNear(angles.direction.length, 1, 1e-15)
      expectNear(angles.directionBySeries, angles.direction, 1e-15)
      let small = GazeAngles(yaw: angles.yaw / 4, pitch: angles.pitch / 2)
      expectNear(small.directionBySeries, small.direction, 1e-15)
    }
  }

  @Test("their rotation takes +z to the direction without roll")
  func rotationWithoutRoll() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      let angles = GazeAngles(yaw: random.number(-1.5...1.5), pitch: random.number(-1.5...1.5))
      let r = angles.rotationWithoutRoll
      expectNear(r.z, angles.direction, 1e-15)
      // Without roll the eye's own x axis stays in the face's horizontal plane, and its y axis points upwards.
      #expect(abs(r.x.y) < 1e-15)
      #expect(r.y.y > 0)
    }
  }
}

struct CyclopeanEyeTests {
  @Test("two eyes that fixate a point give a cyclopean eye that does")
  func exact() throws {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<500 {
      var face = ExactFace()
      face.cameraFromFace = RigidTransform(translation: SIMD3(0.05, 0.02, -random.number(0.2...1)))
      face.halfSpan = random.number(0.02...0.04)
      let point = SIMD2(random.number(-200...600), random.number(-200...1000))
      let eye = try #require(CyclopeanEye(face.frame(lookingAt: point)))
      let target = face.inFace(face.geometry.hit(ofPoint: point))
      #expect(angle(between: eye.direction, and: target - eye.origin) < 3e-7)  // the Floats' rounding
      #expect(eye.origin.length < 1e-9)
    }
  }

  @Test("slopes are averaged in Double, without an intermediate Float")
  func exactInDouble() throws {
    let target = SIMD3(0.12, -0.3, 0.31)
    func eye(_ x: Double) -> EyeSlope {
      let d = target - SIMD3(x, 0.01, 0.02)
      return EyeSlope(origin: SIMD3(x, 0.01, 0.02), slope: SIMD2(d.x / d.z, d.y / d.z))
    }
    let cyclops = try #require(CyclopeanEye(eye(-0.03), eye(0.034)))
    #expect(angle(between: cyclops.direction, and: target - cyclops.origin) < 1e-15)
  }

  @Test("opposite changes of the two slopes cancel, as ARKit's 3.7° outwards")
  func oppositeSlopesCancel() throws {
    let slope = SIMD2(0.2, -0.4)
    for outward in [SIMD2(0.0324, 0), SIMD2(-0.1, 0.05)] {
      let eye = try #require(
        CyclopeanEye(
          EyeSlope(origin: SIMD3(0.03, 0, 0), slope: slope + outward),
          EyeSlope(origin: SIMD3(-0.03, 0, 0), slope: slope - outward)))
      expectNear(eye.direction.x / eye.direction.z, slope.x, 1e-15)
      expectNear(eye.direction.y / eye.direction.z, slope.y, 1e-15)
    }
  }

  @Test("nil if an eye points backwards or sideways, or its matrix is not a transform")
  func refused() {
    let good = ExactFace().frame(lookingAt: .zero)
    let backwards = TransformMatrix(RigidTransform(rotation: .aboutY(.pi)))
    let sideways = TransformMatrix(RigidTransform(rotation: .aboutY(.pi / 2)))
    for bad in [backwards, sideways, .filled(.nan), .filled(0)] {
      var frame = good
      frame.leftEye = bad
      #expect(CyclopeanEye(frame) == nil)
      frame = good
      frame.rightEye = bad
      #expect(CyclopeanEye(frame) == nil)
    }
    let steep = EyeSlope(origin: .zero, slope: SIMD2(21, 0))
    #expect(CyclopeanEye(steep, steep) == nil)
    let notANumber = EyeSlope(origin: .zero, slope: SIMD2(.nan, 0))
    #expect(CyclopeanEye(notANumber, notANumber) == nil)
  }
}
