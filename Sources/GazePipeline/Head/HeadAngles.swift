/// Core Motion's three angles of a head's attitude, radians:
///
///     q = Rz(yaw) · Rx(pitch) · Ry(roll),   x to the right, y forwards, z up
///
/// yaw turns to the left, pitch lifts the face, roll lowers the right ear. As rotations the angles and the quaternion are
/// the same to rounding everywhere, the poles (pitch ±90°) included; there yaw and roll are one angle, which is given as
/// yaw. Measured on 136 recordings of AirPods.
///
/// Angles are for showing. A difference of angles is no rotation: recentre and compare with `UnitQuaternion`.
public struct HeadAngles: Sendable, Equatable {
  /// About z (up), −π…π.
  public var yaw: Double
  /// About x (right), −π/2…π/2.
  public var pitch: Double
  /// About y (forwards), −π…π.
  public var roll: Double

  /// cos(pitch) below which yaw and roll are taken for one angle, rad.
  private static let pole = 1e-9

  /// Three angles in radians.
  public init(yaw: Double, pitch: Double, roll: Double) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }

  /// The angles of an attitude.
  public init(_ q: UnitQuaternion) {
    let r = q.rotation
    // The second column of Rz·Rx·Ry is (−sin y cos p, cos y cos p, sin p).
    let cosine = (r.y.x * r.y.x + r.y.y * r.y.y).squareRoot()
    pitch = Elementary.atan2(r.y.z, cosine)
    guard cosine > Self.pole else {
      yaw = Elementary.atan2(r.x.y, r.x.x)
      roll = 0
      return
    }
    yaw = Elementary.atan2(-r.y.x, r.y.y)
    // What yaw and pitch leave is a turn about y. Near a pole rounding makes yaw uncertain, and this roll makes it good,
    // which one computed for itself would not.
    let rest = (UnitQuaternion.aboutZ(yaw) * .aboutX(pitch)).inverse * q
    let angle = 2 * Elementary.atan2(rest.y, rest.w)
    roll = angle > .pi ? angle - 2 * .pi : angle <= -.pi ? angle + 2 * .pi : angle
  }

  /// The attitude.
  public var quaternion: UnitQuaternion { .aboutZ(yaw) * .aboutX(pitch) * .aboutY(roll) }

  /// An angle brought to −π…π; NaN and infinities stay.
  package static func wrapped(_ angle: Double) -> Double { angle - 2 * .pi * (angle / (2 * .pi)).rounded() }
}

extension UnitQuaternion {
  /// How far the forward direction (y) is turned about the vertical (z), radians, −π…π: Core Motion's yaw. At a pitch of
  /// ±90°, where forwards is up or down, it is that of `HeadAngles`.
  public var headYaw: Double { HeadAngles(self).yaw }
}
