/// Gaze angles of both eyes in one frame: the angles that the 2018 article shows and the correct angles, side by side.
///
/// All angles are radians: yaw (the article's x) towards +x, pitch (its y) towards +y. As in the article, they refer to
/// the axes of `FaceFrame.face`, ARKit's world, without using a camera pose; in a recording without camera poses the
/// world *is* the camera. `Axes.camera` gives the angles relative to the phone, even if the phone leans back.
///
/// With f the third column of the face (`worldFromFace`) and e that of an eye (`faceFromEye`), the article shows
///
///     x = atan2(target.x − face.x, target.z − face.z) + e.x     target: a node 1 m out along the face's z
///       = atan2(f.x, f.z) + e.x
///     y = f.y + e.y
///
/// times 180/π. This formula treats direction cosines as radians and adds angles of nested rotations. The correct
/// angles are those of the direction itself, d = R·e with R the face's rotation:
///
///     yaw = atan2(d.x, d.z), pitch = atan2(d.y, √(d.x² + d.z²))
///
/// The article's error in closed form:
/// - Eyes yawed by ε in a head that points straight ahead: sin ε is shown instead of ε. For ε = 20° the article shows
///   19.596°, which is 0.404° or 2.0 % too low. The same holds for pitch, of the eye or of the head. A pure yaw of the
///   head is shown correctly.
/// - Head rolled by ρ, eyes yawed by ε: d = (sin ε·cos ρ, sin ε·sin ρ, cos ε), so yaw = atan(tan ε·cos ρ) and pitch =
///   asin(sin ε·sin ρ), but (sin ε, 0) is shown, because the formula ignores the roll. At ρ = 20°, ε = 10° the correct
///   angles are 9.408° to the side and 3.405° up; the article shows 9.949° and 0°, an error of 3.4°. To first order the
///   error is 2·sin(ρ/2)·ε.
///
/// Source: the 2018 article on recording and replaying the line of sight with ARKit; the formula is taken from the
/// article's code.
public struct LineOfSight: Sendable, Equatable {
  /// Axes that the angles refer to.
  public enum Axes: String, Sendable, Codable, CaseIterable {
    /// ARKit's world, as in the article.
    case world
    /// The portrait view's camera: x towards the screen's right, y up, however the phone leans. The article's formula
    /// is then applied to the face's pose in the camera's frame, as in a session whose world is aligned with the
    /// camera.
    case camera
  }

  /// The angles of one eye.
  public struct Eye: Sendable, Equatable {
    /// Angles as in the article (before × 180/π): its x is the yaw, its y the pitch.
    public var published: GazeAngles
    /// Angles of the eye's actual direction.
    public var correct: GazeAngles

    /// Angle between the correct direction and the direction of the published angles, radians, 0 … π.
    public var error: Double { angle(between: published.direction, and: correct.direction) }

    /// An eye's angles from two poses, or nil if either is not a rigid transform.
    public init?(face: TransformMatrix, eye: TransformMatrix) {
      guard let face = RigidTransform(face), let eye = RigidTransform(eye) else { return nil }
      self.init(face: face, eye: eye)
    }

    /// An eye's angles from transforms; `face` maps the face's frame to the axes that the angles refer to.
    package init(face: RigidTransform, eye: RigidTransform) {
      let (f, e) = (face.rotation.z, eye.rotation.z)
      published = GazeAngles(yaw: Elementary.atan2(f.x, f.z) + e.x, pitch: f.y + e.y)
      correct = GazeAngles(direction: face.apply(direction: e))
    }
  }

  /// ARKit's left eye; nil if its matrix is not a rigid transform.
  public var left: Eye?
  /// ARKit's right eye; nil if its matrix is not a rigid transform.
  public var right: Eye?

  /// Both eyes of a frame; nil if there is no face, or neither eye has a pose.
  public init?(_ frame: FaceFrame, axes: Axes = .world) {
    guard frame.isTracked, let face = axes == .world ? RigidTransform(frame.face) : frame.cameraFromFace else {
      return nil
    }
    left = RigidTransform(frame.leftEye).map { Eye(face: face, eye: $0) }
    right = RigidTransform(frame.rightEye).map { Eye(face: face, eye: $0) }
    if left == nil, right == nil { return nil }
  }
}
