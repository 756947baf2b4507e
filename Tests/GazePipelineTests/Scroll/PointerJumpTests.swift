import Testing

@testable import GazePipeline

struct PointerJumpTests {
  /// Results for a course of y at 60 Hz.
  private func jumps(_ course: [Double]) -> [Bool] {
    var jump = PointerJump()
    return course.map { jump.step(SIMD2(0.2, $0), limit: 0.2, elapsed: 1.0 / 60) }
  }

  @Test("a step beyond the limit is a jump for 0.12 to 0.16 s")
  func step() {
    let found = jumps(Array(repeating: 0.5, count: 60) + Array(repeating: 0.71, count: 60))
    #expect(found.firstIndex(of: true) == 60)
    #expect((7...10).contains(found.count { $0 }))
    #expect(!jumps(Array(repeating: 0.5, count: 60) + Array(repeating: 0.69, count: 60)).contains(true))
  }

  @Test("a movement over 0.1 s is a jump, one over a second is not")
  func spread() {
    func ramp(_ frames: Int) -> [Double] { (0...60).map { 0.5 + 0.4 * min(Double($0) / Double(frames), 1) } }
    #expect(jumps(ramp(6)).contains(true))
    #expect(!jumps(ramp(60)).contains(true))
  }

  @Test("points that are not finite are ignored")
  func notFinite() {
    var (jump, other) = (PointerJump(), PointerJump())
    for bad in [Double.nan, .infinity, -.infinity] {
      let found = jump.step(SIMD2(bad, 0), limit: 0.2, elapsed: 0.1)
      #expect(!found && jump == other)
      let steps = [
        jump.step(SIMD2(0, 0.5), limit: 0.2, elapsed: 0.1), other.step(SIMD2(0, 0.5), limit: 0.2, elapsed: 0.1),
      ]
      #expect(steps[0] == steps[1] && jump == other)
    }
  }
}
