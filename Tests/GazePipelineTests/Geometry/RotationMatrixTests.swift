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
