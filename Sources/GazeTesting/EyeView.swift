import GazePipeline
import GazeRecording

/// The screen as seen from a frame's cyclopean eye: angles between points on it, and the positions of eye and phone.
struct EyeView {
  private let origin: SIMD3<Double>
  /// Vertical part of the direction out of the screen's back, in the world; nil if the world has no vertical, as in
  /// some recordings.
  private let lean: Double?

  /// A view from the eye of a frame; nil if a pose is not a rigid transform or an eye looks backwards.
  init?(_ recorded: RecordedFrame) {
    // The whole of the recorded frame is given and its parts are used, since a copy of the face's frame is large.
    let camera = recorded.observation.frame.camera
    guard let worldFromCamera = RigidTransform(camera),
      let worldFromFace = RigidTransform(recorded.observation.frame.face),
      let left = EyeSlope(recorded.observation.frame.leftEye, kappa: .zero),
      let right = EyeSlope(recorded.observation.frame.rightEye, kappa: .zero), let eye = CyclopeanEye(left, right)
    else { return nil }
    origin = (worldFromCamera.inverse * worldFromFace).apply(eye.origin)
    lean = camera == .identity ? nil : worldFromCamera.rotation.z.y
  }

  /// Direction from the eye to a point of the camera's plane, camera frame.
  func direction(ofHit hit: SIMD2<Double>) -> SIMD3<Double> { SIMD3(hit.x, hit.y, 0) - origin }

  /// Distance of the eye from the camera's plane, metres.
  var distance: Double { abs(origin.z) }

  /// Angle by which the phone leans back from upright, degrees: at 90 it lies on its back. nil if the phone's pose does
  /// not give the angle.
  var reclineDegrees: Double? {
    // The screen faces −z of the camera's frame; the world's y is up.
    lean.map { Elementary.asin(min(max(-$0, -1), 1)).degrees }
  }
}
