/// Core Motion's three angles of a head's attitude, radians:
///
///     q = Rz(yaw) · Rx(pitch) · Ry(roll),   x to the right, y forwards, z up
///
/// Positive yaw turns to the left, positive pitch lifts the face, positive roll lowers the right ear. The angles and
/// the quaternion represent the same rotation up to rounding everywhere, including the poles (pitch ±90°); at the poles
/// yaw and roll are one angle, which is given as yaw. The convention was measured on 136 recordings of AirPods.
///
/// Use the angles for display only. A difference of angles is not a rotation; recentre and compare with
/// `UnitQuaternion`.
public struct HeadAngles: Sendable, Equatable {
  /// About z (up), −π…π.
  public var yaw: Double
  /// About x (right), −π/2…π/2.
  public var pitch: Double
  /// About y (forwards), −π…π.
  public var roll: Double

  /// cos(pitch) below which yaw and roll are treated as one angle.
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
    // The rotation that remains after yaw and pitch is about y. Near a pole yaw is uncertain by rounding; a roll
    // computed from the remainder compensates for this error, a roll computed independently would not.
    let rest = (UnitQuaternion.aboutZ(yaw) * .aboutX(pitch)).inverse * q
    let angle = 2 * Elementary.atan2(rest.y, rest.w)
    roll = angle > .pi ? angle - 2 * .pi : angle <= -.pi ? angle + 2 * .pi : angle
  }

  /// The attitude.
  public var quaternion: UnitQuaternion { .aboutZ(yaw) * .aboutX(pitch) * .aboutY(roll) }

  /// The angle wrapped to −π…π; NaN and infinities are returned as NaN.
  package static func wrapped(_ angle: Double) -> Double { angle - 2 * .pi * (angle / (2 * .pi)).rounded() }
}

extension UnitQuaternion {
  /// Rotation of the forward direction (y) about the vertical (z), radians, −π…π: Core Motion's yaw. At a pitch of
  /// ±90°, where forwards is up or down, the result is the yaw of `HeadAngles`.
  public var headYaw: Double { HeadAngles(self).yaw }
}
