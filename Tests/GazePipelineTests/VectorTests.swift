import GazePipeline
import TestSupport
import Testing

/// Products, lengths and angles of `Arithmetic.swift`.
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
