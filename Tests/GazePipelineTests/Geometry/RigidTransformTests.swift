import GazePipeline
import TestSupport
import Testing

struct RigidTransformTests {
  @Test("rotations, unit quaternions and rigid transforms satisfy the group laws to 1e-14")
  func groupLaws() {
    #expect(worstGroupLawViolation(of: RotationMatrix.self, draws: 500, seed: 2) { $0.rotation() } < 1e-14)
    #expect(
      worstGroupLawViolation(of: UnitQuaternion.self, draws: 500, seed: 30) { UnitQuaternion($0.rotation()) } < 1e-14)
    let worst = worstGroupLawViolation(of: RigidTransform.self, draws: 500, seed: 5) {
      RigidTransform(rotation: $0.rotation(), translation: $0.vector(within: 1))
    }
    #expect(worst < 1e-14)
  }

  @Test("rotate first, then translate; directions are not translated")
  func order() {
    let t = RigidTransform(rotation: .aboutZ(.pi / 2), translation: SIMD3(0, 0, 3))
    expectNear(t.apply(SIMD3(1, 0, 0)), SIMD3(0, 1, 3), 1e-15)
    expectNear(t.apply(direction: SIMD3(1, 0, 0)), SIMD3(0, 1, 0), 1e-15)
  }

  @Test("are recovered from an ARKit matrix up to a Float's rounding")
  func fromMatrix() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<100 {
      let t = RigidTransform(rotation: random.rotation(), translation: random.vector(within: 1))
      let back = try #require(RigidTransform(TransformMatrix(t)))
      let p = random.vector(within: 1)
      expectNear(back.apply(p), t.apply(p), 5e-7)
    }
  }

  @Test(
    "a non-finite number anywhere in the upper three rows is refused",
    arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(bad: Float) {
    for index in 0..<16 where index % 4 != 3 {
      var matrix = TransformMatrix.identity
      matrix[index] = bad
      #expect(RigidTransform(matrix) == nil, "element \(index)")
    }
  }

  @Test("matrices that are not rigid transforms are refused")
  func noTransform() {
    for number: Float in [0, 1, -1, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      #expect(RigidTransform(TransformMatrix.filled(number)) == nil)
    }
    var mirrored = TransformMatrix.identity
    mirrored[0] = -1
    #expect(RigidTransform(mirrored) == nil)
  }
}
