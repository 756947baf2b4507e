import GazePipeline
import TestSupport
import Testing

struct SpherePictureTests {
  @Test("−z is the picture's middle, left is left, and a flipped y is upside down")
  func places() throws {
    let (plain, flipped) = (SpherePicture(flipsY: false), Article2021DragPipeline.picture)
    #expect(flipped.flipsY)
    #expect(plain.place(of: SIMD3(0, 0, -1)) == SIMD2(0.5, 0.5))
    let left = try #require(plain.place(of: SIMD3(-1, 0, 0)))
    expectNear(left.x, 0.25, 1e-12)
    let up = try #require(plain.place(of: SIMD3(0, 2, 0)))
    #expect(abs(up.y) < 1e-12)
    expectNear(flipped.place(of: SIMD3(0, 2, 0))?.y, 1, 1e-12)
    #expect(plain.place(of: .zero) == nil)
    #expect(plain.place(of: SIMD3(.nan, 0, 0)) == nil)
  }
}
