import GazePipeline

@testable import GazeRecording

/// A face that follows the prompts, frame by frame at 60 Hz, in plain geometry.
struct Viewer {
  var time = 100.0
  var distance = 0.35
  /// Yaw and pitch of the head.
  var head = SIMD2<Double>.zero
  /// Point of regard in the screen's plane, metres from the camera.
  var gaze = SIMD2(0, -0.06)
  var isTracked = true
  var isBlinking = false

  mutating func frame() -> FaceFrame {
    time += 1 / 60
    let face = RigidTransform(rotation: .yawPitch(head.x, -head.y), translation: SIMD3(0, 0, -distance))
    func eye(_ x: Double) -> TransformMatrix {
      let origin = SIMD3(x, 0.03, 0.02)
      let inFace = face.inverse.apply(SIMD3(gaze.x, gaze.y, 0)) - origin
      return TransformMatrix(
        RigidTransform(rotation: GazeAngles(direction: inFace).rotationWithoutRoll, translation: origin))
    }
    return FaceFrame(
      time: time, isTracked: isTracked, face: TransformMatrix(face), leftEye: eye(0.03), rightEye: eye(-0.03),
      blink: SIMD2(repeating: isBlinking ? 1 : 0))
  }

  /// Follows the prompt at once, and looks at the dot on a screen of 400 × 800 points at 5,000 points per metre.
  mutating func obey(_ step: CalibrationProtocol.Step, turned sign: Double = 1) {
    switch step.prompt {
    case .comeCloser(let to, let from), .goFurther(let to, let from): distance += to - from
    case .turnHead(let way, let degrees):
      let turn = sign * degrees * .pi / 180
      head =
        [.left: SIMD2(-turn, 0), .right: SIMD2(turn, 0), .up: SIMD2(0, turn), .down: SIMD2(0, -turn)][way] ?? .zero
    case .faceScreen: head = .zero
    case .look:
      if let target = step.target { gaze = SIMD2(target.x - 200, 10 - target.y) / 5000 }
    case .showFace, .holdStill, .read, .scrollDown, .scrollUp, .done: break
    }
  }
}
