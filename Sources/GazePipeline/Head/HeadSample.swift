/// One sample of motion in the form of `CMDeviceMotion`: of a head (from AirPods) or of the phone itself.
///
/// The attitude is the unit quaternion (x, y, z, w) that takes the sensor's frame to the reference frame. Core Motion's
/// angles follow q = Rz(yaw) · Rx(pitch) · Ry(roll), z up (`HeadAngles`), as measured on 136 recordings of AirPods. To
/// recentre, compute q_ref⁻¹ · q with `relative(to:)`; never subtract angles.
public struct HeadSample: Sendable, Equatable {
  /// Seconds since the phone started, the clock of `ARFrame.timestamp`.
  public var time: Double
  /// `referenceFromSensor`, (x, y, z, w).
  public var attitude: SIMD4<Double>
  /// Angular velocity, rad/s about the sensor's axes.
  public var rotationRate: SIMD3<Double>
  /// Acceleration without gravity, m/s² along the sensor's axes.
  public var acceleration: SIMD3<Double>

  /// Standard gravity, m/s²: the unit of Core Motion's accelerations. CGPM 1901.
  public static let standardGravity = 9.80665

  /// A sample from its parts.
  public init(time: Double, attitude: SIMD4<Double>, rotationRate: SIMD3<Double>, acceleration: SIMD3<Double>) {
    self.time = time
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.acceleration = acceleration
  }

  /// A sample from values in Core Motion's own units.
  ///
  /// - Parameters:
  ///   - time: `timestamp`, seconds.
  ///   - attitude: `attitude.quaternion`, (x, y, z, w).
  ///   - rotationRate: rad/s.
  ///   - userAcceleration: in standard gravities, without gravity itself.
  public init(
    time: Double, attitude: SIMD4<Double>, rotationRate: SIMD3<Double>, userAcceleration: SIMD3<Double>
  ) {
    self.init(
      time: time, attitude: attitude, rotationRate: rotationRate,
      acceleration: userAcceleration * Self.standardGravity)
  }

  /// The attitude; nil if it is not a unit quaternion (within 1e-3, `RotationMatrix.tolerance`).
  public var quaternion: UnitQuaternion? {
    // NaN fails the comparison.
    guard abs((attitude * attitude).sum() - 1) < RotationMatrix.tolerance else { return nil }
    return UnitQuaternion(w: attitude.w, x: attitude.x, y: attitude.y, z: attitude.z)
  }

  /// The attitude as a rotation; nil if `quaternion` is nil.
  public var rotation: RotationMatrix? { quaternion?.rotation }

  /// Core Motion's angles of the attitude, radians, as in `HeadAngles`; nil if `quaternion` is nil.
  public var angles: HeadAngles? {
    quaternion.map(HeadAngles.init)
  }

  /// The attitude with these angles, in radians: Rz(yaw) · Rx(pitch) · Ry(roll).
  public static func attitude(yaw: Double, pitch: Double, roll: Double) -> SIMD4<Double> {
    attitude(HeadAngles(yaw: yaw, pitch: pitch, roll: roll).quaternion)
  }

  /// A quaternion in Core Motion's order, (x, y, z, w).
  public static func attitude(_ q: UnitQuaternion) -> SIMD4<Double> { SIMD4(q.x, q.y, q.z, q.w) }

  /// The same sample with its attitude relative to another sample's: q_ref⁻¹ · q. Rates are about the sensor's own axes
  /// and do not change. If either attitude is not a unit quaternion, the result's attitude is zero, for which
  /// `quaternion` is nil.
  public func relative(to reference: HeadSample) -> HeadSample {
    var sample = self
    if let q = quaternion, let reference = reference.quaternion {
      sample.attitude = Self.attitude(reference.inverse * q)
    } else {
      sample.attitude = .zero
    }
    return sample
  }
}

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
