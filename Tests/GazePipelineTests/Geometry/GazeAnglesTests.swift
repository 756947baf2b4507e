import GazePipeline
import TestSupport
import Testing

struct GazeAnglesTests {
  @Test("are recovered from their direction, of any length")
  func inverse() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let angles = GazeAngles(yaw: random.number(-3.1...3.1), pitch: random.number(-1.5...1.5))
      let back = GazeAngles(direction: angles.direction * random.number(0.01...100))
      expectNear(back.yaw, angles.yaw, 1e-13)
      expectNear(back.pitch, angles.pitch, 1e-13)
      expectNear(angles.direction.length, 1, 1e-15)
      expectNear(angles.directionBySeries, angles.direction, 1e-15)
      let small = GazeAngles(yaw: angles.yaw / 4, pitch: angles.pitch / 2)
      expectNear(small.directionBySeries, small.direction, 1e-15)
    }
  }

  @Test("their rotation takes +z to the direction without roll")
  func rotationWithoutRoll() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      let angles = GazeAngles(yaw: random.number(-1.5...1.5), pitch: random.number(-1.5...1.5))
      let r = angles.rotationWithoutRoll
      expectNear(r.z, angles.direction, 1e-15)
      // Without roll the eye's own x axis stays in the face's horizontal plane, and its y axis points upwards.
      #expect(abs(r.x.y) < 1e-15)
      #expect(r.y.y > 0)
    }
  }
}
