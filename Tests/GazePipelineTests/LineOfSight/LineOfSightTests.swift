import Foundation
import GazePipeline
import TestSupport
import Testing

/// Compares the angles of the 2018 article with expected numbers for simple matrices, which were derived by hand or
/// computed independently.
struct LineOfSightTests {
  private let degree = Double.pi / 180

  /// A matrix from the columns of ARKit's matrix.
  private func matrix(_ x: SIMD3<Float>, _ y: SIMD3<Float>, _ z: SIMD3<Float>, at t: SIMD3<Float> = .zero)
    -> TransformMatrix
  {
    TransformMatrix(
      columns: (SIMD4(x, 0), SIMD4(y, 0), SIMD4(z, 0), SIMD4(t, 1)))
  }

  /// A right-handed turn about y: z turns towards +x.
  private func yawed(_ degrees: Double, at t: SIMD3<Float> = .zero) -> TransformMatrix {
    let (s, c) = (Float(sin(degrees * degree)), Float(cos(degrees * degree)))
    return matrix(SIMD3(c, 0, -s), SIMD3(0, 1, 0), SIMD3(s, 0, c), at: t)
  }

  /// A right-handed turn about −x: z turns towards +y.
  private func pitched(_ degrees: Double) -> TransformMatrix {
    let (s, c) = (Float(sin(degrees * degree)), Float(cos(degrees * degree)))
    return matrix(SIMD3(1, 0, 0), SIMD3(0, c, -s), SIMD3(0, s, c))
  }

  /// A right-handed turn about z: x turns towards +y.
  private func rolled(_ degrees: Double) -> TransformMatrix {
    let (s, c) = (Float(sin(degrees * degree)), Float(cos(degrees * degree)))
    return matrix(SIMD3(c, s, 0), SIMD3(-s, c, 0), SIMD3(0, 0, 1))
  }

  /// Published x, y and correct yaw, pitch, degrees.
  private func angles(_ face: TransformMatrix, _ eye: TransformMatrix) throws -> (
    published: SIMD2<Double>, correct: SIMD2<Double>, error: Double
  ) {
    let eye = try #require(LineOfSight.Eye(face: face, eye: eye))
    return (
      SIMD2(eye.published.yaw, eye.published.pitch) / degree, SIMD2(eye.correct.yaw, eye.correct.pitch) / degree,
      eye.error / degree
    )
  }

  private func expect(
    _ angles: SIMD2<Double>, _ x: Double, _ y: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Float matrices: 6e-8 of a radian is 3e-6°.
    expectNear(angles.x, x, 1e-5, "\(angles)", sourceLocation: sourceLocation)
    expectNear(angles.y, y, 1e-5, "\(angles)", sourceLocation: sourceLocation)
  }

  @Test("straight ahead gives zero angles, wherever the face is")
  func zero() throws {
    let face = matrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), at: SIMD3(0.3, -0.2, -0.4))
    let straight = try angles(face, matrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), at: SIMD3(0.03, 0.02, 0)))
    #expect(straight.published == .zero && straight.correct == .zero && straight.error == 0)
  }

  @Test(
    "an eye at 20° shows at 19.596°, as does pitch; a head's yaw is correct")
  func twentyDegreesOfYaw() throws {
    let eye = try angles(.identity, yawed(20))
    expect(eye.published, 19.59631, 0)
    expect(eye.correct, 20, 0)
    expectNear(eye.error, 0.40369, 1e-4)
    expectNear(1 - eye.published.x / 20, 0.0202, 1e-4)
    for pose in [try angles(.identity, pitched(20)), try angles(pitched(20), .identity)] {
      expect(pose.published, 0, 19.59631)
      expect(pose.correct, 0, 20)
    }
    let head = try angles(yawed(20), .identity)
    expect(head.published, 20, 0)
    expect(head.correct, 20, 0)
    let both = try angles(yawed(20), yawed(20))
    expect(both.published, 39.59631, 0)
    expect(both.correct, 40, 0)
  }

  @Test("at 20° of roll, (9.408°, 3.405°) are shown as 9.949° and 0°")
  func twentyDegreesOfRoll() throws {
    let rolled = try angles(rolled(20), yawed(10))
    expect(rolled.published, 9.94931, 0)
    expect(rolled.correct, 9.40804, 3.40487)
    // The angle between the two directions, by hand: acos(cos 3.40487°·cos 0.54127°).
    expectNear(rolled.error, 3.44757, 1e-4)
    // First order: 2·sin 10°·10° = 3.473°.
    expectNear(rolled.error, 2 * sin(10 * degree) * 10, 0.03)
  }

  @Test("the closed forms hold from −40° to 40° of eye yaw and of roll")
  func closedForms() throws {
    for roll in stride(from: -40.0, through: 40, by: 10) {
      for yaw in stride(from: -40.0, through: 40, by: 8) {
        let found = try angles(rolled(roll), yawed(yaw))
        let (e, r) = (yaw * degree, roll * degree)
        expect(found.published, sin(e) / degree, 0)
        expect(found.correct, atan(tan(e) * cos(r)) / degree, asin(sin(e) * sin(r)) / degree)
      }
    }
  }

  @Test("nested rotations: head at (20°, 10°), eye at (15°, −10°)")
  func nested() throws {
    // R = Ry(20°)·Rx(−10°); f = (sin 20·cos 10, sin 10, cos 20·cos 10); e = (sin 15·cos 10, −sin 10, cos 15·cos 10);
    // computed with Python.
    let head = GazeAngles(yaw: 20 * degree, pitch: 10 * degree).rotationWithoutRoll
    let eye = GazeAngles(yaw: 15 * degree, pitch: -10 * degree).rotationWithoutRoll
    let found = try angles(
      TransformMatrix(RigidTransform(rotation: head)), TransformMatrix(RigidTransform(rotation: eye)))
    expect(found.published, 34.60395, 0.00000)
    expect(found.correct, 34.76715, -0.33387)
  }

  @Test("the published x depends on the node 1 m out on the face's z")
  func node() throws {
    let here = try angles(yawed(12, at: SIMD3(0, 0, -0.3)), pitched(5))
    let there = try angles(yawed(12, at: SIMD3(-0.2, 0.4, -0.9)), pitched(5))
    #expect(here.published == there.published && here.correct == there.correct)
    expect(here.published, 12, 4.99366)
  }

  @Test("each eye has its own angles; an invalid eye and a lost face none")
  func frames() throws {
    var frame = FaceFrame(time: 0, face: rolled(20), leftEye: yawed(10), rightEye: yawed(-10))
    let both = try #require(LineOfSight(frame))
    #expect(abs((both.left?.correct.yaw ?? 0) + (both.right?.correct.yaw ?? 1)) < 1e-7)
    #expect((both.left?.correct.pitch ?? 0) > 0.05 && (both.right?.correct.pitch ?? 0) < -0.05)
    frame.camera = yawed(90, at: SIMD3(5, 5, 5))
    #expect(LineOfSight(frame) == both, "the camera's pose is not read")
    frame.leftEye.columns.0.x = .nan
    let one = try #require(LineOfSight(frame))
    #expect(one.left == nil && one.right == both.right)
    frame.isTracked = false
    #expect(LineOfSight(frame) == nil)
    frame.isTracked = true
    frame.face.columns.2 *= 2
    #expect(LineOfSight(frame) == nil)
  }

  @Test("no pair of rotations gives a number that is not finite")
  func finite() throws {
    for face in stride(from: -180.0, through: 180, by: 15) {
      for eye in stride(from: -180.0, through: 180, by: 15) {
        for pair in [(yawed(face), pitched(eye)), (pitched(face), yawed(eye)), (rolled(face), pitched(eye))] {
          let found = try angles(pair.0, pair.1)
          #expect(found.published.x.isFinite && found.published.y.isFinite)
          #expect(abs(found.correct.x) <= 180.0001 && abs(found.correct.y) <= 90.0001)
          #expect(found.error >= 0 && found.error <= 180)
        }
      }
    }
  }
}
