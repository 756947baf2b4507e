import GazePipeline
import TestSupport
import Testing

struct RotationMatrixTests {
  @Test("a Float's rounding is accepted; larger deviations and numbers not finite are refused")
  func tolerance() {
    let refused = [RotationMatrix.tolerance * 2.25, .nan, .infinity, -.infinity, .greatestFiniteMagnitude]
    for place in 0..<9 {
      func isRotation(_ added: Double) -> Bool {
        var columns = [RotationMatrix.identity.x, RotationMatrix.identity.y, RotationMatrix.identity.z]
        columns[place / 3][place % 3] += added
        return RotationMatrix(columns: columns[0], columns[1], columns[2]) != nil
      }
      #expect(isRotation(RotationMatrix.tolerance / 4) && !refused.contains(where: isRotation))
    }
  }

  @Test("a left-handed or degenerate frame is not a rotation")
  func refused() {
    let (x, y, z, zero) = (SIMD3(1.0, 0, 0), SIMD3(0.0, 1, 0), SIMD3(0.0, 0, 1), SIMD3<Double>.zero)
    let frames: [[SIMD3<Double>]] = [
      [x, y, -z], [y, x, z], [zero, zero, zero], [x, y, zero], [x, x, y], [x * 2, y * 2, z * 2],
    ]
    for frame in frames { #expect(RotationMatrix(columns: frame[0], frame[1], frame[2]) == nil) }
    #expect(RotationMatrix(columns: -x, -y, z) != nil)
  }
}

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
