import GazePipeline
import TestSupport
import Testing

@Suite("Gaze angles")
struct GazeAnglesTests {
  @Test("yaw turns to screen right, pitch up")
  func signs() {
    #expect(GazeAngles.zero.direction == SIMD3(0, 0, 1))
    #expect(GazeAngles(yaw: 0.1, pitch: 0).direction.x > 0.09)
    #expect(GazeAngles(yaw: 0, pitch: 0.1).direction.y > 0.09)
  }

  @Test("are recovered from their direction, of any length")
  func inverse() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let angles = GazeAngles(yaw: random.number(-3.1...3.1), pitch: random.number(-1.5...1.5))
      let back = GazeAngles(direction: angles.direction * random.number(0.01...100))
      #expect(abs(back.yaw - angles.yaw) < 1e-13)
      #expect(abs(back.pitch - angles.pitch) < 1e-13)
      #expect(abs(angles.direction.length - 1) < 1e-15)
      #expect((angles.directionBySeries - angles.direction).length < 1e-15)
      let small = GazeAngles(yaw: angles.yaw / 4, pitch: angles.pitch / 2)
      #expect((small.directionBySeries - small.direction).length < 1e-15)
    }
  }

  @Test("their rotation takes +z to the direction and leaves the eye's x level: no roll")
  func rotationWithoutRoll() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      let angles = GazeAngles(yaw: random.number(-1.5...1.5), pitch: random.number(-1.5...1.5))
      let r = angles.rotationWithoutRoll
      #expect((r.z - angles.direction).length < 1e-15)
      // Without roll the eye's own x axis stays in the face's horizontal plane, and its y axis points upwards.
      #expect(abs(r.x.y) < 1e-15)
      #expect(r.y.y > 0)
    }
  }
}
