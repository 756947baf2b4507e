import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct TransformMatrixSceneKitTests {
  @Test("SceneKit's rows are the columns: the translation is in m41, m42, m43")
  func translation() throws {
    let matrix = TransformMatrix(
      sceneKitRows: (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0.25, -0.5, 2, 1)))
    let transform = try #require(RigidTransform(matrix))
    #expect(transform.translation == SIMD3(0.25, -0.5, 2))
    #expect(transform.rotation == .identity)
  }

  @Test("a quarter turn about z by SCNMatrix4MakeRotation takes x to y")
  func rotation() throws {
    let matrix = TransformMatrix(
      sceneKitRows: (SIMD4(0, 1, 0, 0), SIMD4(-1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)))
    let transform = try #require(RigidTransform(matrix))
    #expect(transform.apply(SIMD3(1, 0, 0)) == SIMD3(0, 1, 0))
    #expect(transform.apply(SIMD3(0, 1, 0)) == SIMD3(-1, 0, 0))
  }
}
