/// How a camera in the middle of a sphere stands: an orientation, and the same as heading, pitch and roll.
///
/// World: y up. Camera: looks along its −z, x to the screen's right, y up. The orientation takes camera to world,
///
///     q = Ry(heading) · Rx(pitch) · Rz(roll),  |pitch| ≤ 90°
///
/// so heading 0 looks along −z and grows to the left, pitch grows upwards. Beyond a pole pitch falls again, heading is
/// on the other side and roll is 180°: upside down. At a pole itself heading and roll are one angle, and roll is 0.
public struct CameraPose: Sendable, Equatable {
  /// Camera to world; a unit quaternion.
  public let orientation: UnitQuaternion

  /// A pose from its orientation.
  public init(_ orientation: UnitQuaternion) { self.orientation = orientation }

  /// A pose without roll, radians.
  public init(heading: Double, pitch: Double) {
    self.init(UnitQuaternion.aboutY(heading) * UnitQuaternion.aboutX(pitch))
  }

  /// Turned by 180° about y: how the article's camera starts.
  public static let start = CameraPose(.aboutY(.pi))

  /// Where the camera looks, in the world.
  public var forward: SIMD3<Double> { orientation.apply(SIMD3(0, 0, -1)) }
  /// Where the screen's top is, in the world.
  public var up: SIMD3<Double> { orientation.apply(SIMD3(0, 1, 0)) }
  /// Where the screen's right side is, in the world.
  public var right: SIMD3<Double> { orientation.apply(SIMD3(1, 0, 0)) }

  /// Radians, −π…π, positive to the left of −z.
  public var heading: Double {
    let back = -forward
    if isAtPole(back) { return Elementary.atan2(-right.z, right.x) }
    return Elementary.atan2(back.x, back.z)
  }

  /// Radians, −π/2…π/2, positive upwards.
  public var pitch: Double {
    let d = forward
    return Elementary.atan2(d.y, (d.x * d.x + d.z * d.z).squareRoot())
  }

  /// Radians, −π…π; π is upside down. Rounding is magnified by 1/cos(pitch): near the poles ask `horizonTilt`.
  public var roll: Double { isAtPole(forward) ? 0 : Elementary.atan2(right.y, up.y) }

  /// How far the screen's horizontal is off the world's, radians, −π/2…π/2: the height of `right`. It is 0 wherever no
  /// roll has crept in, also at the poles and upside down.
  public var horizonTilt: Double { Elementary.asin(min(max(right.y, -1), 1)) }

  /// Below this the height of `up` or a length of one is rounding.
  private static let rounding = 1e-9

  /// The camera has gone over a pole; one that stands at it has not.
  public var isUpsideDown: Bool { up.y < -Self.rounding }

  /// A direction of the world as the camera sees it.
  public func cameraDirection(_ world: SIMD3<Double>) -> SIMD3<Double> { orientation.inverse.apply(world) }

  /// A direction of the camera in the world.
  public func worldDirection(_ camera: SIMD3<Double>) -> SIMD3<Double> { orientation.apply(camera) }

  private func isAtPole(_ d: SIMD3<Double>) -> Bool { abs(d.x) < 1e-12 && abs(d.z) < 1e-12 }
}

/// The difference of two headings the shorter way, radians, −π…π.
package func wrappedAngle(_ angle: Double) -> Double {
  guard abs(angle) > .pi else { return angle }
  return angle - 2 * .pi * (angle / (2 * .pi)).rounded()
}
