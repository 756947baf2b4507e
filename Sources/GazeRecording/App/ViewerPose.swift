import GazePipeline

/// Position of a face and direction of its gaze, as far as an app can determine them before any calibration.
struct ViewerPose: Sendable {
  /// Distance of the eyes from the screen's plane, metres.
  var distance: Double
  /// Direction of the face, (yaw, pitch) towards the interface's right and up, radians.
  var head: SIMD2<Double>
  /// Intersection of the reported gaze with the screen's plane, in the interface's axes, metres from the camera; nil if
  /// the gaze misses the plane.
  var hit: SIMD2<Double>?
  /// True if the mean closure of the two lids is more than one half.
  var isBlinking: Bool

  /// nil without a face, or if the poses are not rigid transforms or put the eyes behind the screen.
  init?(_ frame: FaceFrame, _ orientation: ScreenOrientation) {
    guard frame.isTracked, let cameraFromFace = frame.cameraFromFace, let eye = CyclopeanEye(frame) else { return nil }
    let origin = cameraFromFace.apply(eye.origin)
    let facing = GazeAngles(direction: cameraFromFace.rotation.z)
    guard origin.z < 0, facing.yaw.isFinite, facing.pitch.isFinite else { return nil }
    distance = -origin.z
    head = orientation.interface(fromPortrait: SIMD2(facing.yaw, facing.pitch))
    let ray = GazeRay(origin: origin, direction: cameraFromFace.apply(direction: eye.direction))
    hit = ray.hitOnScreenPlane().map(orientation.interface(fromPortrait:))
    // A comparison with NaN is false, so an unknown closure is not a blink; whether the frame is usable then depends on
    // its matrices.
    isBlinking = frame.blink.x + frame.blink.y > 1
  }
}
