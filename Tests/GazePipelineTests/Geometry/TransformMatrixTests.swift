import GazePipeline
import TestSupport
import Testing

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
