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

/// Angle between two directions in radians, accurate for tiny angles too: atan2(|a × b|, a · b).
package func angle(between a: SIMD3<Double>, and b: SIMD3<Double>) -> Double {
  Elementary.atan2(a.cross(b).length, a.dot(b))
}

/// Angle between two directions in radians, for code that runs once a frame: up to 11 degrees by a series, accurate to
/// one or two roundings more.
@inline(__always)
package func angleBySeries(between a: SIMD3<Double>, and b: SIMD3<Double>) -> Double {
  Elementary.angle(a.cross(b).length, along: a.dot(b))
}

extension Double {
  /// This number of degrees in radians. For input and output only, because all angles inside the program are in
  /// radians.
  @inlinable public var radians: Double { self * (.pi / 180) }

  /// This number of radians in degrees.
  @inlinable public var degrees: Double { self * (180 / .pi) }
}

/// A difference of two headings, wrapped to the shorter way, radians, −π…π.
package func wrappedAngle(_ angle: Double) -> Double {
  guard abs(angle) > .pi else { return angle }
  return angle - 2 * .pi * (angle / (2 * .pi)).rounded()
}
