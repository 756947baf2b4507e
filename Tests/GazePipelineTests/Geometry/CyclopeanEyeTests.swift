import GazePipeline
import TestSupport
import Testing

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
