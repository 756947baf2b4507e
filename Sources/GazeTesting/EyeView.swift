import GazePipeline
import GazeRecording

/// The screen as seen from a frame's cyclopean eye: angles between points on it, and the positions of eye and phone.
///
/// A value that is not known is NaN, here and in `SeenPoint`: a measured frame has a dozen such values, and every sum
/// that takes them in ignores NaN.
struct EyeView {
  private let origin: SIMD3<Double>
  /// Vertical part of the direction out of the screen's back, in the world; NaN if the world has no vertical, as in
  /// some recordings.
  private let lean: Double

  /// A view of which nothing is known.
  static let unknown = EyeView(origin: SIMD3(repeating: .nan), lean: .nan)

  /// A view from an eye on the normal of the camera's plane through a point of it, `distance` metres away.
  init(before hit: SIMD2<Double>, distance: Double) { self.init(origin: SIMD3(hit.x, hit.y, -distance), lean: .nan) }

  /// True if the eye's place is known.
  var isKnown: Bool { !origin.z.isNaN }

  private init(origin: SIMD3<Double>, lean: Double) { (self.origin, self.lean) = (origin, lean) }

  /// A view from the eye of a frame; not known if a pose is not a rigid transform or an eye looks backwards.
  ///
  /// - Parameter known: the eye's place in the camera's frame if a pipeline has computed it from this frame's poses.
  init(_ recorded: RecordedFrame, eye known: SIMD3<Double>?) {
    // The whole of the recorded frame is given and its parts are used, since a copy of the face's frame is large.
    guard let eye = known ?? Self.eye(recorded) else {
      self = .unknown
      return
    }
    origin = eye
    let camera = recorded.observation.frame.camera
    lean = camera == .identity ? .nan : camera.axis(2).y
  }

  private static func eye(_ recorded: RecordedFrame) -> SIMD3<Double>? {
    guard let worldFromCamera = RigidTransform(recorded.observation.frame.camera),
      let worldFromFace = RigidTransform(recorded.observation.frame.face),
      let left = EyeSlope(recorded.observation.frame.leftEye, kappa: .zero),
      let right = EyeSlope(recorded.observation.frame.rightEye, kappa: .zero), let eye = CyclopeanEye(left, right)
    else { return nil }
    return (worldFromCamera.inverse * worldFromFace).apply(eye.origin)
  }

  /// Direction from the eye to a point of the camera's plane, camera frame.
  func direction(ofHit hit: SIMD2<Double>) -> SIMD3<Double> { SIMD3(hit.x, hit.y, 0) - origin }

  /// Distance of the eye from the camera's plane, metres.
  var distance: Double { abs(origin.z) }

  /// Angle by which the phone leans back from upright, degrees: at 90 it lies on its back. NaN if the phone's pose does
  /// not give the angle.
  var reclineDegrees: Double {
    // The screen faces −z of the camera's frame; the world's y is up.
    lean.isNaN ? .nan : Elementary.asin(min(max(-lean, -1), 1)).degrees
  }
}
