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

struct TransformMatrixTests {
  @Test("elements count down the columns")
  func columnMajor() {
    var matrix = TransformMatrix.filled(0)
    for index in 0..<16 { matrix[index] = Float(index) }
    #expect(matrix.columns.0 == SIMD4(0, 1, 2, 3))
    #expect(matrix.columns.1 == SIMD4(4, 5, 6, 7))
    #expect(matrix.columns.2 == SIMD4(8, 9, 10, 11))
    #expect(matrix.columns.3 == SIMD4(12, 13, 14, 15))
    #expect((0..<16).map { matrix[$0] } == (0..<16).map { Float($0) })
    #expect((0..<4).map { matrix.axis($0) } == [SIMD3(0, 1, 2), SIMD3(4, 5, 6), SIMD3(8, 9, 10), SIMD3(12, 13, 14)])
  }

  @Test("a rigid matrix has axes in columns, then the translation, and 0 0 0 1 below")
  func fromTransform() {
    let t = RigidTransform(rotation: .aboutX(.pi / 2), translation: SIMD3(0.5, -0.25, 2))
    let matrix = TransformMatrix(t)
    #expect(matrix.columns.3 == SIMD4(0.5, -0.25, 2, 1))
    #expect(matrix.columns.1.z == 1)
    #expect([3, 7, 11, 15].map { matrix[$0] } == [0, 0, 0, 1])
  }

  @Test("two matrices are equal only if all sixteen numbers are equal")
  func equality() {
    for index in 0..<16 {
      var other = TransformMatrix.identity
      #expect(other == .identity)
      other[index] += 0.5
      #expect(other != .identity, "element \(index)")
    }
  }
}
