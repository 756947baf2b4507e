import GazePipeline
import GazeRecording
private import PortableFoundation

/// The screen as seen from a frame's cyclopean eye: angles between points on it, and the positions of eye and phone.
///
/// A value that is not known is NaN, here and in `ScreenPoint`: a measured frame has a dozen such values, and every sum
/// that takes them in ignores NaN.
struct EyeGeometry {
  private let origin: Vector3
  /// Vertical part of the direction out of the screen's back, in the world; NaN if the world has no vertical, as in
  /// some recordings.
  private let lean: Double

  /// A view of which nothing is known.
  static let unknown = EyeGeometry(origin: SIMD3(repeating: .nan), lean: .nan)

  /// A view from an eye on the normal of the camera's plane through a point of it, `distance` metres away.
  init(before hit: Vector2, distance: Double) { self.init(origin: SIMD3(hit.x, hit.y, -distance), lean: .nan) }

  /// True if the eye's place is known.
  var isKnown: Bool { !origin.z.isNaN }

  private init(origin: Vector3, lean: Double) { (self.origin, self.lean) = (origin, lean) }

  /// A view from the eye of a frame; not known if a pose is not a rigid transform or an eye looks backwards.
  ///
  /// - Parameter known: the eye's place in the camera's frame if a pipeline has computed it from this frame's poses.
  init(_ recorded: RecordedFrame, eye known: Vector3?) {
    // The whole of the recorded frame is given and its parts are used, since a copy of the face's frame is large.
    guard let eye = known ?? Self.eye(recorded) else {
      self = .unknown
      return
    }
    origin = eye
    let camera = recorded.observation.frame.camera
    lean = camera == .identity ? .nan : camera.axis(2).y
  }

  private static func eye(_ recorded: RecordedFrame) -> Vector3? {
    guard let worldFromCamera = RigidTransform(recorded.observation.frame.camera),
      let worldFromFace = RigidTransform(recorded.observation.frame.face),
      let left = EyeSlope(recorded.observation.frame.leftEye, kappa: .zero),
      let right = EyeSlope(recorded.observation.frame.rightEye, kappa: .zero), let eye = CyclopeanEye(left, right)
    else { return nil }
    return (worldFromCamera.inverse * worldFromFace).apply(eye.origin)
  }

  /// Direction from the eye to a point of the camera's plane, camera frame.
  func direction(ofHit hit: Vector2) -> Vector3 { SIMD3(hit.x, hit.y, 0) - origin }

  /// Distance of the eye from the camera's plane, metres.
  var distance: Double { abs(origin.z) }

  /// Angle by which the phone leans back from upright, degrees: at 90 it lies on its back. NaN if the phone's pose does
  /// not give the angle.
  var reclineDegrees: Double {
    // The screen faces −z of the camera's frame; the world's y is up.
    lean.isNaN ? .nan : asin(min(max(-lean, -1), 1)).degrees
  }
}

/// The eye's view in the present frame for all pipelines that are measured on the frame. It does not depend on the
/// pipeline, and takes as long as a pipeline's own step.
@usableFromInline package struct CachedEyeView {
  private var view = EyeGeometry.unknown
  private var isKnown = false
  /// The eye's place in the camera's frame; zero if no pipeline has computed it.
  private var eye = Vector3.zero

  /// A view that is not known yet.
  @usableFromInline package init() {}

  /// Forgets the view of the last frame.
  @usableFromInline package mutating func renew() { (isKnown, eye) = (false, .zero) }

  /// Takes over the eye's place from `StandardPipeline`'s output for the present frame.
  mutating func take(_ output: PointerOutput) { eye = output.eye }

  /// The view in a frame, always of the same one until `renew()`.
  mutating func callAsFunction(_ recorded: RecordedFrame) -> EyeGeometry {
    if !isKnown { (view, isKnown) = (EyeGeometry(recorded, eye: eye == .zero ? nil : eye), true) }
    return view
  }
}

/// A point of the screen and its direction from the eye.
struct ScreenPoint {
  /// Screen points.
  let point: Vector2
  /// The point in the camera's plane, metres.
  let hit: Vector2
  /// Direction from the eye, camera frame; NaN if the eye's place is unknown.
  let direction: Vector3

  @inline(__always)
  init(_ point: Vector2, _ geometry: ScreenGeometry, _ view: EyeGeometry) {
    self.point = point
    hit = geometry.hit(ofPoint: point)
    direction = view.direction(ofHit: hit)
  }

  /// Distance from another point, points.
  @inline(__always)
  func points(to other: ScreenPoint) -> Double { (point - other.point).length }

  /// Distance from another point, millimetres.
  @inline(__always)
  func millimetres(to other: ScreenPoint) -> Double { (hit - other.hit).length * 1000 }

  /// Angle to another point at the eye, degrees; NaN if it is unknown.
  func degrees(to other: ScreenPoint) -> Double { angleBySeries(between: direction, and: other.direction).degrees }

  /// The direction as two angles.
  var angles: GazeAngles { GazeAngles(direction: direction) }
}
