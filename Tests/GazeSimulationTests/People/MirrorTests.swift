import GazePipeline
import GazeSimulation
import Testing

@Suite struct MirrorTests {
  @Test("reflecting twice changes nothing, and a reflected pose moves points as the pose does")
  func involution() {
    let pose = RigidTransform(
      rotation: .aboutY(0.3) * .aboutX(-0.2) * .aboutZ(0.1), translation: SIMD3(0.01, -0.02, 0.35))
    let point = SIMD3(0.03, 0.02, -0.05)
    #expect((Mirror.reflect(Mirror.reflect(pose)).apply(point) - pose.apply(point)).length < 1e-15)
    let direct = Mirror.reflect(pose.apply(point))
    #expect((Mirror.reflect(pose).apply(Mirror.reflect(point)) - direct).length < 1e-15)
  }

  @Test("a reflected rotation is still a rotation")
  func proper() {
    let r = Mirror.reflect(RigidTransform(rotation: .aboutY(0.4) * .aboutX(0.5))).rotation
    #expect(RotationMatrix(columns: r.x, r.y, r.z) != nil)
  }
}
