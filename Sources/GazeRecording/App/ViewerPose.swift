import GazePipeline

/// Where a face is and where it looks, as an app can tell before anything is calibrated.
struct ViewerPose: Sendable {
  /// Of the eyes from the screen's plane, metres.
  var distance: Double
  /// Where the face points, (yaw, pitch) towards the interface's right and up, radians.
  var head: SIMD2<Double>
  /// Where the reported gaze meets the screen's plane, the interface's axes, metres from the camera; nil where it misses.
  var hit: SIMD2<Double>?
  /// A lid is more than half closed, on average of the two.
  var isBlinking: Bool

  /// nil without a face, or where the poses are no rigid transforms or put the eyes behind the screen.
  init?(_ frame: FaceFrame, _ orientation: ScreenOrientation) {
    guard frame.isTracked, let cameraFromFace = frame.cameraFromFace, let eye = CyclopeanEye(frame) else { return nil }
    let origin = cameraFromFace.apply(eye.origin)
    let facing = GazeAngles(direction: cameraFromFace.rotation.z)
    guard origin.z < 0, facing.yaw.isFinite, facing.pitch.isFinite else { return nil }
    distance = -origin.z
    head = orientation.interface(fromPortrait: SIMD2(facing.yaw, facing.pitch))
    let ray = GazeRay(origin: origin, direction: cameraFromFace.apply(direction: eye.direction))
    hit = ray.hitOnScreenPlane().map(orientation.interface(fromPortrait:))
    // Written so that a NaN is no blink: the matrices decide then.
    isBlinking = frame.blink.x + frame.blink.y > 1
  }
}
