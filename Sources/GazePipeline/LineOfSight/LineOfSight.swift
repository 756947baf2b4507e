/// Which way both eyes look in one frame: the angles that the 2018 article shows and the correct ones, side by side.
///
/// All angles are radians: yaw (the article's x) towards +x, pitch (its y) towards +y. They are of the axes in which
/// `FaceFrame.face` is given, ARKit's world, as in the article, and no camera pose is read; in a recording without one the
/// world *is* the camera. Where a person looks as seen from a phone that leans back, `Axes.camera` says.
///
/// With f the third column of the face (`worldFromFace`) and e that of an eye (`faceFromEye`), the article shows
///
///     x = atan2(target.x − face.x, target.z − face.z) + e.x     target: a node 1 m out along the face's z
///       = atan2(f.x, f.z) + e.x
///     y = f.y + e.y
///
/// times 180/π. Direction cosines are read as radians, and angles are added across rotations that are nested. Correct are
/// the angles of the direction itself, d = R·e with R the face's rotation:
///
///     yaw = atan2(d.x, d.z), pitch = atan2(d.y, √(d.x² + d.z²))
///
/// What that costs, in closed form:
/// - Eyes yawed by ε in a head that looks straight ahead: sin ε is shown for ε. At 20° that is 19.596°, 0.404° or 2.0 %
///   low. The same holds for pitch, of the eye or of the head. A head that only yaws is shown right.
/// - Head rolled by ρ, eyes yawed by ε: d = (sin ε·cos ρ, sin ε·sin ρ, cos ε), so
///   yaw = atan(tan ε·cos ρ) and pitch = asin(sin ε·sin ρ), but (sin ε, 0) is shown: the formula never sees a roll. At
///   ρ = 20°, ε = 10° the eyes look 9.408° aside and 3.405° up, and 9.949° and 0° are shown: 3.4° apart.
///   To first order the error is 2·sin(ρ/2)·ε.
///
/// Source: the 2018 article on recording and replaying the line of sight with ARKit; formula as its code has it.
public struct LineOfSight: Sendable, Equatable {
  /// What the angles are of.
  public enum Axes: String, Sendable, Codable, CaseIterable {
    /// ARKit's world, as the article has it.
    case world
    /// The portrait view's camera: x to the screen's right, y up, whatever the phone leans. The article's formula is then
    /// that of the face's pose in the camera's frame, as it would be in a session whose world is aligned to the camera.
    case camera
  }

  /// One eye.
  public struct Eye: Sendable, Equatable {
    /// As the article shows them (before × 180/π); its x is the yaw, its y the pitch.
    public var published: GazeAngles
    /// Of the eye's own direction.
    public var correct: GazeAngles

    /// The angle between the correct direction and the one that the published angles stand for, radians, 0 … π.
    public var error: Double { angle(between: published.direction, and: correct.direction) }

    /// An eye's angles from two poses, or nil where either is no rigid transform.
    public init?(face: TransformMatrix, eye: TransformMatrix) {
      guard let face = RigidTransform(face), let eye = RigidTransform(eye) else { return nil }
      self.init(face: face, eye: eye)
    }

    /// The same of transforms: `face` takes the face's frame to the axes that the angles are of.
    package init(face: RigidTransform, eye: RigidTransform) {
      let (f, e) = (face.rotation.z, eye.rotation.z)
      published = GazeAngles(yaw: Elementary.atan2(f.x, f.z) + e.x, pitch: f.y + e.y)
      correct = GazeAngles(direction: face.apply(direction: e))
    }
  }

  /// ARKit's left eye; nil where its matrix is no rigid transform.
  public var left: Eye?
  /// ARKit's right eye.
  public var right: Eye?

  /// Both eyes of a frame; nil where there is no face, or no eye with a pose.
  public init?(_ frame: FaceFrame, axes: Axes = .world) {
    guard frame.isTracked, let face = axes == .world ? RigidTransform(frame.face) : frame.cameraFromFace else {
      return nil
    }
    left = RigidTransform(frame.leftEye).map { Eye(face: face, eye: $0) }
    right = RigidTransform(frame.rightEye).map { Eye(face: face, eye: $0) }
    if left == nil, right == nil { return nil }
  }
}
