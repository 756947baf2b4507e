/// A screen's perspective view of the sphere around a camera, with a vertical field of view φ.
///
/// The camera frame is SceneKit's: x towards the screen's right, y up, view axis −z. Screen points count from the
/// top-left corner, y down.
///
///     f = (H/2)/tan(φ/2)                                  points
///     ray(x, y) = (x − W/2, H/2 − y, −f)/|…|
///     place(d)  = (W/2 + f·d_x/−d_z, H/2 − f·d_y/−d_z)
public struct PerspectiveView: Sendable, Equatable {
  /// Width and height, points.
  public let points: SIMD2<Double>
  /// Distance from the camera to the picture's plane, points.
  public let focalLength: Double

  /// A view from the screen's size in points and the vertical field of view in radians.
  ///
  /// - Throws: `PerspectiveViewError` for a size outside 1…100,000 points, and for a field of view that is not above
  ///   0.1° and below 179.9°.
  public init(points: SIMD2<Double>, fieldOfView: Double) throws(PerspectiveViewError) {
    guard points.isFinite, points.min() >= 1, points.max() <= 1e5 else { throw .points(points) }
    guard fieldOfView > 0.1.radians, fieldOfView < 179.9.radians else { throw .fieldOfView(fieldOfView) }
    self.init(points: points, focalLength: points.y / 2 / Elementary.tan(fieldOfView / 2))
  }

  private init(points: SIMD2<Double>, focalLength: Double) {
    self.points = points
    self.focalLength = focalLength
  }

  /// Substitute for an invalid view in code that must continue: SceneKit's 60° on 375 × 812 points.
  package static let fallback = PerspectiveView(points: SIMD2(375, 812), focalLength: 406 / Elementary.tan(.pi / 6))

  /// The vertical field of view, radians.
  public var fieldOfView: Double { 2 * Elementary.atan(points.y / 2 / focalLength) }

  /// The screen's middle.
  public var centre: SIMD2<Double> { points / 2 }

  /// The same screen with a field of view φ whose tan(φ/2) is `scale` times as large; unchanged for a scale outside
  /// 0.01…100.
  public func widened(by scale: Double) -> PerspectiveView {
    scale >= 0.01 && scale <= 100 ? PerspectiveView(points: points, focalLength: focalLength / scale) : self
  }

  /// The unit vector from the camera through a point of the screen.
  public func ray(through location: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(location.x - points.x / 2, points.y / 2 - location.y, -focalLength).normalized
  }

  /// Screen point of a direction in the camera's frame, on the screen or beside it; nil for a direction more than about
  /// 87° off the view axis.
  public func place(of direction: SIMD3<Double>) -> SIMD2<Double>? {
    guard direction.isFinite, -direction.z > 0.05 * direction.length else { return nil }
    let scale = focalLength / -direction.z
    return SIMD2(points.x / 2 + scale * direction.x, points.y / 2 - scale * direction.y)
  }

  /// Turn of the camera per screen of finger movement that makes content at the screen's centre follow the finger:
  /// radians per screen, across and down.
  ///
  ///     at the centre a finger movement dx is an angle of dx/f, so (W/f, H/f) = 2·tan(φ/2)·(W/H, 1)
  ///
  /// For a field of view of 60° the turn is 143.3° across and 66.2° down on 812 × 375 points, and 30.6° across and
  /// 66.2° down on 375 × 812 points.
  public var turnPerScreen: SIMD2<Double> { points / focalLength }
}

/// Reason why a view cannot be formed.
public enum PerspectiveViewError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The screen's size in points.
  case points(SIMD2<Double>)
  /// The vertical field of view in radians.
  case fieldOfView(Double)

  /// One line that says what was given and what is expected.
  public var description: String {
    switch self {
    case .points(let points): "a screen of \(points.x) x \(points.y) points; expected 1 to 100000 each"
    case .fieldOfView(let angle):
      "a vertical field of view of \(angle.degrees) degrees; expected more than 0.1 and less than 179.9"
    }
  }
}

/// Pose of a camera at the centre of a sphere: its orientation, which can also be read as heading, pitch and roll.
///
/// World: y up. Camera: view axis −z, x towards the screen's right, y up. The orientation maps camera to world,
///
///     q = Ry(heading) · Rx(pitch) · Rz(roll),  |pitch| ≤ 90°
///
/// so heading 0 is along −z and grows to the left, and pitch grows upwards. Beyond a pole the pitch decreases again,
/// the heading is on the opposite side and the roll is 180° (upside down). At a pole heading and roll cannot be
/// distinguished, and roll is set to 0.
public struct CameraPose: Sendable, Equatable {
  /// Rotation from the camera's frame to the world, a unit quaternion.
  public let orientation: UnitQuaternion

  /// A pose from its orientation.
  public init(_ orientation: UnitQuaternion) { self.orientation = orientation }

  /// A pose without roll, radians.
  public init(heading: Double, pitch: Double) {
    self.init(UnitQuaternion.aboutY(heading) * UnitQuaternion.aboutX(pitch))
  }

  /// Start pose of the article's camera: turned by 180° about y.
  public static let start = CameraPose(.aboutY(.pi))

  /// View direction, in the world.
  public var forward: SIMD3<Double> { orientation.apply(SIMD3(0, 0, -1)) }
  /// Direction of the screen's top, in the world.
  public var up: SIMD3<Double> { orientation.apply(SIMD3(0, 1, 0)) }
  /// Direction of the screen's right side, in the world.
  public var right: SIMD3<Double> { orientation.apply(SIMD3(1, 0, 0)) }

  /// Heading, radians, −π…π, positive to the left of −z.
  public var heading: Double {
    let back = -forward
    if isAtPole(back) { return Elementary.atan2(-right.z, right.x) }
    return Elementary.atan2(back.x, back.z)
  }

  /// Pitch, radians, −π/2…π/2, positive upwards.
  public var pitch: Double {
    let d = forward
    return Elementary.atan2(d.y, (d.x * d.x + d.z * d.z).squareRoot())
  }

  /// Roll, radians, −π…π; π is upside down. Rounding is magnified by 1/cos(pitch), so use `horizonTilt` near the poles.
  public var roll: Double { isAtPole(forward) ? 0 : Elementary.atan2(right.y, up.y) }

  /// Tilt of the screen's horizontal against the world's horizontal, radians, −π/2…π/2: the elevation of `right`. It is
  /// 0 whenever the horizon is level, also at the poles and upside down.
  public var horizonTilt: Double { Elementary.asin(min(max(right.y, -1), 1)) }

  /// Absolute value of `up.y` below which it is taken for a rounding error.
  private static let rounding = 1e-9

  /// True if the camera has gone over a pole; false at the pole itself.
  public var isUpsideDown: Bool { up.y < -Self.rounding }

  /// A direction of the world in the camera's frame.
  public func cameraDirection(_ world: SIMD3<Double>) -> SIMD3<Double> { orientation.inverse.apply(world) }

  /// A direction of the camera's frame in the world.
  public func worldDirection(_ camera: SIMD3<Double>) -> SIMD3<Double> { orientation.apply(camera) }

  private func isAtPole(_ d: SIMD3<Double>) -> Bool { abs(d.x) < 1e-12 && abs(d.z) < 1e-12 }
}

/// A difference of two headings, wrapped to the shorter way, radians, −π…π.
package func wrappedAngle(_ angle: Double) -> Double {
  guard abs(angle) > .pi else { return angle }
  return angle - 2 * .pi * (angle / (2 * .pi)).rounded()
}
