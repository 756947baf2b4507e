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
