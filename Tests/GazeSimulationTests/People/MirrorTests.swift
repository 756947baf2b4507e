import GazePipeline
import TestSupport
import Testing

@testable import GazeSimulation

struct MirrorTests {
  @Test("reflecting twice changes nothing, and a reflected pose moves points as the pose does")
  func involution() {
    let pose = RigidTransform(
      rotation: .aboutY(0.3) * .aboutX(-0.2) * .aboutZ(0.1), translation: SIMD3(0.01, -0.02, 0.35))
    let point = SIMD3(0.03, 0.02, -0.05)
    #expect(
      (GazeSimulation.Mirror.reflect(GazeSimulation.Mirror.reflect(pose)).apply(point) - pose.apply(point)).length
        < 1e-15)
    let direct = GazeSimulation.Mirror.reflect(pose.apply(point))
    expectNear(GazeSimulation.Mirror.reflect(pose).apply(GazeSimulation.Mirror.reflect(point)), direct, 1e-15)
  }
}
