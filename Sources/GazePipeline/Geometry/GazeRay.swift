/// A half-line, such as an eye's position and gaze direction.
public struct GazeRay: Sendable, Equatable {
  /// Start, metres.
  public var origin: SIMD3<Double>
  /// Direction, of any non-zero length.
  public var direction: SIMD3<Double>

  /// A ray from its parts.
  public init(origin: SIMD3<Double>, direction: SIMD3<Double>) {
    self.origin = origin
    self.direction = direction
  }

  /// Point where the ray, given in the camera's frame, meets the screen's plane z = 0: `h = o − d · o_z / d_z`, metres
  /// from the camera.
  ///
  /// nil if the ray starts behind the plane (`o_z ≥ 0`), runs parallel to the plane or away from it (`d_z ≤ 0.02·|d|`,
  /// within about a degree of parallel), hits the plane more than `reach` metres from the camera, or is not finite.
  @inline(__always) public func hitOnScreenPlane(reach: Double = 1) -> SIMD2<Double>? {
    guard origin.z < 0, direction.z > 0.02 * direction.length else { return nil }
    let hit = origin - direction * (origin.z / direction.z)
    let point = SIMD2(hit.x, hit.y)
    return point.isFinite && point.length <= reach ? point : nil
  }
}

/// A direction in the face's frame as two angles in radians: yaw towards +x (screen right), pitch towards +y (up).
///
///     direction = (sin yaw · cos pitch, sin pitch, cos yaw · cos pitch)
///
/// (0, 0) is straight out of the face. The map is one to one for |yaw| ≤ π, |pitch| < π/2.
public struct GazeAngles: Sendable, Equatable {
  /// Angle towards +x.
  public var yaw: Double
  /// Angle towards +y.
  public var pitch: Double

  /// Straight ahead.
  public static let zero = GazeAngles(yaw: 0, pitch: 0)

  /// Two angles in radians.
  public init(yaw: Double, pitch: Double) {
    self.yaw = yaw
    self.pitch = pitch
  }

  /// The angles of a direction of any non-zero length.
  public init(direction d: SIMD3<Double>) {
    let angles = Elementary.angles(SIMD2(d.x, d.y), along: SIMD2(d.z, (d.x * d.x + d.z * d.z).squareRoot()))
    yaw = angles.x
    pitch = angles.y
  }

  /// The unit vector.
  public var direction: SIMD3<Double> {
    let c = Elementary.cos(pitch)
    return SIMD3(Elementary.sin(yaw) * c, Elementary.sin(pitch), Elementary.cos(yaw) * c)
  }

  /// The unit vector by series, for code that runs once a frame: several times as fast, and accurate to two roundings.
  package var directionBySeries: SIMD3<Double> {
    let (sine, cosine) = Elementary.sinCos(SIMD2(yaw, pitch))
    return SIMD3(sine.x * cosine.y, sine.y, cosine.x * cosine.y)
  }

  /// The rotation of an eye that looks in this direction and does not roll about its own axis, as ARKit reports it:
  /// `Ry(yaw) · Rx(−pitch)`.
  public var rotationWithoutRoll: RotationMatrix { .yawPitch(yaw, -pitch) }
}

/// The cyclopean eye in the face's frame: halfway between the two eyes, with their mean gaze direction.
///
/// The direction is the mean of the two eyes' slopes (x/z, y/z). If both eyes are at the same depth in the face and
/// both fixate a point T, the cyclopean eye points exactly at T, at every distance. Constant rotations of the two eyes
/// in opposite directions cancel (ARKit's eyes point outward by 3.7°).
public struct CyclopeanEye: Sendable, Equatable {
  /// Midpoint between the eyeballs' centres, face frame, metres.
  public var origin: SIMD3<Double>
  /// Mean gaze direction, a unit vector in the face's frame.
  public var direction: SIMD3<Double>

  /// The mean of two eyes, or nil if the mean direction is more than about 87° off the face's z axis (slope over 20).
  @inline(__always) package init?(_ left: EyeSlope, _ right: EyeSlope) {
    let slope = (left.slope + right.slope) / 2
    guard slope.isFinite, slope.length < 20 else { return nil }
    origin = (left.origin + right.origin) / 2
    direction = SIMD3(slope.x, slope.y, 1).normalized
  }

  /// The mean of a frame's two eyes, each first turned by its own kappa, or nil if either eye is unusable.
  public init?(_ frame: FaceFrame, kappa: PersonCalibration.EyeKappa = .zero) {
    guard let left = EyeSlope(frame.leftEye, kappa: kappa.left),
      let right = EyeSlope(frame.rightEye, kappa: kappa.right)
    else { return nil }
    self.init(left, right)
  }
}

/// One eye: its position in the face and the slope (x/z, y/z) of its visual axis.
package struct EyeSlope: Sendable {
  package var origin: SIMD3<Double>
  package var slope: SIMD2<Double>

  package init(origin: SIMD3<Double>, slope: SIMD2<Double>) {
    self.origin = origin
    self.slope = slope
  }

  /// The eye whose pose is `matrix`; nil if the matrix is not a rigid transform or the eye points backwards or nearly
  /// sideways.
  @inline(__always) package init?(_ matrix: TransformMatrix, kappa: Kappa) {
    guard let faceFromEye = RigidTransform(matrix) else { return nil }
    let axis = kappa.visualAxis(optical: faceFromEye.rotation.z.normalized)
    guard axis.z > 0.05 else { return nil }
    self.init(origin: faceFromEye.translation, slope: SIMD2(axis.x, axis.y) / axis.z)
  }
}
