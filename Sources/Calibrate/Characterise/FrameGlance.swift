import GazePipeline
import GazeRecording

/// Quantities of a frame that the estimators share, computed once.
struct FrameGlance {
  let time: Double
  let isTracked: Bool
  /// True if pose and eyes equal those of the previous frame bit for bit.
  let isRepeat: Bool
  /// Mean closure of the lids, 0…1; nil if it is not a number.
  let lid: Double?
  /// Both eyes and the face; nil if their poses are not usable.
  let eyes: Eyes?

  struct Eyes {
    private(set) var cameraFromFace: RigidTransform
    /// Cyclopean eye: centre in the face, metres, and its reported yaw and pitch (`angles`), radians.
    let origin: Vector3
    let angles: Vector2
    /// Yaw and pitch of each eye, radians.
    let left: Vector2, right: Vector2
    /// Slope by which the two eyes diverge, each to its own side; 0 is parallel.
    let outward: Double
    /// Distance between the eyes' centres, metres.
    let separation: Double
    /// Distance from the eyes, along the face's own z, to the reported gaze point in the screen's plane, metres; nil if
    /// the eyes look more than 25° off the camera's axis.
    let depth: Double?
  }

  /// Computes the quantities; nil if the time is not finite.
  init?(_ frame: FaceFrame, after last: FaceFrame?) {
    guard frame.time.isFinite else { return nil }
    time = frame.time
    isTracked = frame.isTracked
    isRepeat = last.map { $0.isTracked && frame.isTracked && frame.repeatsPose(of: $0) } ?? false
    let closure = Double(frame.blink.x + frame.blink.y) / 2
    lid = frame.isTracked && closure.isFinite ? closure : nil
    eyes = frame.isTracked ? Eyes(frame) : nil
  }
}

extension FrameGlance.Eyes {
  init?(_ frame: FaceFrame) {
    guard let left = EyeSlope(frame.leftEye, kappa: .zero), let right = EyeSlope(frame.rightEye, kappa: .zero),
      let eye = CyclopeanEye(left, right), let cameraFromFace = frame.cameraFromFace
    else { return nil }
    func angles(_ slope: Vector2) -> Vector2 { GazeAngles(direction: SIMD3(slope, 1)).vector }
    self.cameraFromFace = cameraFromFace
    origin = eye.origin
    self.angles = angles(SIMD2(eye.direction.x, eye.direction.y) / eye.direction.z)
    self.left = angles(left.slope)
    self.right = angles(right.slope)
    // The eyes' positions decide which eye is on which side, since this depends on the recording's convention.
    outward = (left.slope.x - right.slope.x) * (left.origin.x < right.origin.x ? -1 : 1)
    separation = abs(left.origin.x - right.origin.x)
    let distance = -cameraFromFace.apply(eye.origin).z
    let approach = cameraFromFace.apply(direction: eye.direction / eye.direction.z).z
    depth = distance > 0 && approach > 0.9 ? distance / approach : nil
  }

  /// The same face at a multiple of its distance from the camera.
  func scaled(by factor: Double) -> Self {
    var scaled = self
    scaled.cameraFromFace.translation *= factor
    return scaled
  }
}

extension GazeAngles {
  /// (yaw, pitch), radians.
  var vector: Vector2 { SIMD2(yaw, pitch) }
}
