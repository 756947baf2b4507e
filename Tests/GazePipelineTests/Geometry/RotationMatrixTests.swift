import GazePipeline
import TestSupport
import Testing

@Suite("Rotations")
struct RotationMatrixTests {
  @Test("satisfy the group laws to 1e-14")
  func groupLaws() {
    #expect(worstGroupLawViolation(of: RotationMatrix.self, draws: 500, seed: 2) { $0.rotation() } < 1e-14)
  }

  @Test("preserve lengths, angles and handedness")
  func isometry() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let (r, a, b) = (random.rotation(), random.vector(within: 1), random.vector(within: 1))
      expectNear(r.apply(a).dot(r.apply(b)), a.dot(b), 1e-14)
      expectNear(r.apply(a).cross(r.apply(b)), r.apply(a.cross(b)), 1e-14)
    }
  }

  @Test("a quarter turn about each axis takes the next axis to the one after it")
  func quarterTurns() {
    let (x, y, z) = (SIMD3<Double>(1, 0, 0), SIMD3<Double>(0, 1, 0), SIMD3<Double>(0, 0, 1))
    expectNear(RotationMatrix.aboutX(.pi / 2).apply(y), z, 1e-15)
    expectNear(RotationMatrix.aboutY(.pi / 2).apply(z), x, 1e-15)
    expectNear(RotationMatrix.aboutZ(.pi / 2).apply(x), y, 1e-15)
  }

  @Test("columns of any rotation are accepted and preserved")
  func accepted() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let r = random.rotation()
      #expect(RotationMatrix(columns: r.x, r.y, r.z) == r)
    }
  }

  @Test("a Float's rounding is accepted, a deviation above the tolerance refused, for every axis")
  func tolerance() {
    let e = RotationMatrix.identity
    for axis in 0..<3 {
      for other in 0..<3 {
        var columns = [e.x, e.y, e.z]
        columns[axis][other] += RotationMatrix.tolerance / 4
        #expect(RotationMatrix(columns: columns[0], columns[1], columns[2]) != nil)
        columns[axis][other] += RotationMatrix.tolerance * 2
        #expect(RotationMatrix(columns: columns[0], columns[1], columns[2]) == nil)
      }
    }
  }

  @Test("a left-handed frame is not a rotation")
  func leftHanded() {
    #expect(RotationMatrix(columns: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1)) == nil)
    #expect(RotationMatrix(columns: SIMD3(0, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1)) == nil)
    #expect(RotationMatrix(columns: SIMD3(-1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1)) != nil)
  }

  @Test("a degenerate frame is not a rotation")
  func degenerate() {
    let (x, y, zero) = (SIMD3<Double>(1, 0, 0), SIMD3<Double>(0, 1, 0), SIMD3<Double>.zero)
    #expect(RotationMatrix(columns: zero, zero, zero) == nil)
    #expect(RotationMatrix(columns: x, y, zero) == nil)
    #expect(RotationMatrix(columns: x, x, y) == nil)
    #expect(RotationMatrix(columns: x * 2, y * 2, SIMD3(0, 0, 2)) == nil)
  }

  @Test(
    "columns with one non-finite or huge number are not a rotation",
    arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func notFinite(bad: Double) {
    for place in 0..<9 {
      var columns = [RotationMatrix.identity.x, RotationMatrix.identity.y, RotationMatrix.identity.z]
      columns[place / 3][place % 3] = bad
      #expect(RotationMatrix(columns: columns[0], columns[1], columns[2]) == nil)
    }
  }
}

@Suite("Vectors")
struct VectorTests {
  @Test("the vector product is right-handed and orthogonal to both factors")
  func crossProduct() {
    #expect(SIMD3<Double>(1, 0, 0).cross(SIMD3(0, 1, 0)) == SIMD3(0, 0, 1))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let (a, b) = (random.vector(within: 2), random.vector(within: 2))
      #expect(abs(a.cross(b).dot(a)) < 1e-14)
      #expect(abs(a.cross(b).dot(b)) < 1e-14)
    }
  }

  @Test("lengths of a 3-4-5 and a 2-3-6 triangle")
  func length() {
    #expect(SIMD2<Double>(3, -4).length == 5)
    #expect(SIMD3<Double>(2, 3, 6).length == 7)
    expectNear(SIMD3<Double>(2, 3, 6).normalized.length, 1, 1e-15)
  }

  @Test("one non-finite component makes the vector non-finite", arguments: [Double.nan, .infinity, -.infinity])
  func finiteness(bad: Double) {
    #expect(SIMD3<Double>(1, 2, 3).isFinite)
    for axis in 0..<3 {
      var v = SIMD3<Double>(1, 2, 3)
      v[axis] = bad
      #expect(!v.isFinite)
    }
    #expect(SIMD2<Double>(1, 2).isFinite)
    #expect(!SIMD2<Double>(1, bad).isFinite)
    #expect(!SIMD2<Double>(bad, 1).isFinite)
  }

  @Test("the angle between directions is accurate where an arc cosine is not", arguments: [1e-9, 1e-4, 1, 3.14159])
  func angles(size: Double) {
    let a = SIMD3<Double>(0, 0, 5)
    let b = RotationMatrix.aboutX(size).apply(SIMD3(0, 0, 0.1))
    expectNear(angle(between: a, and: b), size, 1e-15 + 1e-15 * size)
    expectNear(angleBySeries(between: a, and: b), size, 1e-15 + 1e-15 * size)
  }

  @Test("degrees and radians")
  func degrees() {
    expectNear(180.0.radians, .pi, 1e-15)
    expectNear(12.5.radians.degrees, 12.5, 1e-14)
  }
}
