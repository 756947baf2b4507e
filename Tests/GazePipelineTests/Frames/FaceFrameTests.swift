import GazePipeline
import TestSupport
import Testing

struct FaceFrameTests {
  @Test("the face's pose in the phone's frame is independent of their place in the world")
  func cameraFromFace() throws {
    var random = SeededGenerator(seed: 15)
    var face = ExactFace()
    face.cameraFromFace = RigidTransform(rotation: .aboutY(0.3) * .aboutX(0.1), translation: SIMD3(0.02, -0.1, -0.4))
    for _ in 0..<100 {
      face.worldFromCamera = RigidTransform(rotation: random.rotation(), translation: random.vector(within: 1))
      let found = try #require(face.frame(lookingAt: .zero).cameraFromFace)
      let p = SIMD3(0.03, 0.02, 0.01)
      expectNear(found.apply(p), face.cameraFromFace.apply(p), 1e-6)
    }
  }

  @Test("the relative pose is nil if either matrix is not a transform")
  func invalidPoses() {
    var frame = ExactFace().frame(lookingAt: .zero)
    frame.camera = .filled(.nan)
    #expect(frame.cameraFromFace == nil)
    frame.camera = .identity
    #expect(frame.cameraFromFace != nil)
    frame.face = .filled(0)
    #expect(frame.cameraFromFace == nil)
  }

  @Test("a frame without a camera pose has the camera as its world, tracked, eyes open")
  func defaults() {
    let frame = FaceFrame(time: 1, face: .identity, leftEye: .identity, rightEye: .identity)
    #expect(frame.isTracked && frame.camera == .identity && frame.blink == .zero && frame.blendShapes == nil)
  }
}
