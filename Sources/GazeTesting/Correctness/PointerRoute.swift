import GazePipeline

/// A way to compute a point on the screen from a frame: the right way, and mistakes that pipelines make.
enum PointerRoute: CaseIterable {
  /// The mean of both eyes, in the camera's frame.
  case right
  /// The mean of both eyes, in the world's frame: right only for an upright phone that does not turn.
  case cameraIgnored
  /// The camera's pose applied instead of its inverse.
  case cameraInverted
  /// The eyes' directions in the face's frame taken for the camera's.
  case headRotationIgnored
  /// The direction of the face, whatever the eyes do.
  case headOnly
  /// One eye's own ray.
  case leftEye, rightEye

  /// Routes that are tried when the right one does not explain a pointer.
  static let mistakes: [PointerRoute] = [.cameraIgnored, .cameraInverted, .headRotationIgnored, .headOnly]

  /// The screen point of an error-free frame; nil where the ray misses the screen's plane.
  func point(_ frame: FaceFrame, _ screen: ScreenGeometry) -> Vector2? {
    guard let camera = RigidTransform(frame.camera), let face = RigidTransform(frame.face),
      let left = RigidTransform(frame.leftEye), let right = RigidTransform(frame.rightEye),
      let eye = CyclopeanEye(frame)
    else { return nil }
    var (origin, direction) = (eye.origin, eye.direction)
    switch self {
    case .headOnly: direction = SIMD3(0, 0, 1)
    case .leftEye: (origin, direction) = (left.translation, left.rotation.z)
    case .rightEye: (origin, direction) = (right.translation, right.rotation.z)
    default: break
    }
    let cameraFromFace =
      switch self {
      case .cameraIgnored: face
      case .cameraInverted: camera * face
      default: camera.inverse * face
      }
    let ray = GazeRay(
      origin: cameraFromFace.apply(origin),
      direction: self == .headRotationIgnored ? direction : cameraFromFace.apply(direction: direction))
    return screen.hit(of: ray).map(screen.point(ofHit:))
  }

  /// The mistake, and what to change.
  var sentence: String {
    switch self {
    case .right, .leftEye, .rightEye: ""
    case .cameraIgnored:
      """
      the camera's pose is ignored: the pointer is right only for an upright phone that does not turn; take \
      the face into the camera's frame first (the inverse of the camera's pose times the face's)
      """
    case .cameraInverted:
      """
      the camera's pose is applied the wrong way round: multiply the face's pose by \
      the camera's inverse, not by the camera's
      """
    case .headRotationIgnored:
      "the head's rotation is ignored: an eye's direction is relative to the face; multiply it by the face's pose"
    case .headOnly: "the pointer follows the head and not the eyes"
    }
  }
}
