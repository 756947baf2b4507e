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
