public import GazePipeline

/// One sample of a head's motion, as `CMDeviceMotion` gives it: from AirPods, or of the phone itself.
///
/// The attitude is the unit quaternion (x, y, z, w) that takes the sensor's frame to the reference frame. Core Motion's
/// angles of it are q = Rz(yaw) · Rx(pitch) · Ry(roll), z up: measured on 136 recordings of AirPods. Recentring is
/// q_ref⁻¹ · q (`relative(to:)`), never a difference of angles.
public struct HeadSample: Sendable, Equatable {
  /// Seconds since the phone started, the clock of `ARFrame.timestamp`.
  public var time: Double
  /// `referenceFromSensor`, (x, y, z, w).
  public var attitude: SIMD4<Double>
  /// Rad/s about the sensor's axes.
  public var rotationRate: SIMD3<Double>
  /// Without gravity, m/s² along the sensor's axes.
  public var acceleration: SIMD3<Double>

  /// Standard gravity, m/s²: Core Motion counts accelerations in it. CGPM 1901.
  public static let standardGravity = 9.80665

  /// A sample from its parts.
  public init(time: Double, attitude: SIMD4<Double>, rotationRate: SIMD3<Double>, acceleration: SIMD3<Double>) {
    self.time = time
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.acceleration = acceleration
  }

  /// A sample from Core Motion's own units.
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

  /// The attitude as a rotation, nil where it is no unit quaternion (to 1e-3, as `Rotation.tolerance`).
  public var rotation: Rotation? {
    let (x, y, z, w) = (attitude.x, attitude.y, attitude.z, attitude.w)
    // The columns below are right for a unit quaternion only; of zero they would make no rotation at all.
    guard abs((attitude * attitude).sum() - 1) < Rotation.tolerance else { return nil }
    return Rotation(
      columns: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
  }

  /// Core Motion's angles of the attitude, radians: yaw about z in ±π, pitch about x in ±π/2, roll about y in ±π; nil
  /// as of `rotation`. At a pitch of ±π/2 yaw and roll are one angle, which is given as yaw.
  public var angles: (yaw: Double, pitch: Double, roll: Double)? {
    guard let rotation else { return nil }
    // The third row of Rz·Rx·Ry is (−cos p sin r, sin p, cos p cos r), the second column (−sin y cos p, cos y cos p, sin p).
    let pitch = Elementary.asin(min(max(rotation.y.z, -1), 1))
    guard abs(rotation.y.z) < 1 - 1e-12 else {
      return (Elementary.atan2(rotation.x.y, rotation.x.x), pitch, 0)
    }
    return (
      Elementary.atan2(-rotation.y.x, rotation.y.y), pitch, Elementary.atan2(-rotation.x.z, rotation.z.z)
    )
  }

  /// The attitude of these angles, radians: Rz(yaw) · Rx(pitch) · Ry(roll).
  public static func attitude(yaw: Double, pitch: Double, roll: Double) -> SIMD4<Double> {
    func half(_ angle: Double, _ axis: SIMD3<Double>) -> SIMD4<Double> {
      SIMD4(axis * Elementary.sin(angle / 2), Elementary.cos(angle / 2))
    }
    return product(product(half(yaw, SIMD3(0, 0, 1)), half(pitch, SIMD3(1, 0, 0))), half(roll, SIMD3(0, 1, 0)))
  }

  /// The same sample with its attitude seen from another's: q_ref⁻¹ · q. Rates are the sensor's own and stay.
  public func relative(to reference: HeadSample) -> HeadSample {
    var sample = self
    let q = reference.attitude
    sample.attitude = Self.product(SIMD4(-q.x, -q.y, -q.z, q.w), attitude)
    return sample
  }

  /// Hamilton's product: `b` first.
  private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    let (u, v) = (SIMD3(a.x, a.y, a.z), SIMD3(b.x, b.y, b.z))
    return SIMD4(u * b.w + v * a.w + u.cross(v), a.w * b.w - u.dot(v))
  }
}
