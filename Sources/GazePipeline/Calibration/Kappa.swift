/// Angle kappa: the angle from an eye's optical axis (visible to a camera) to its visual axis (towards the fixated
/// point).
///
/// Kappa is one rotation in the eye's Listing frame. With the eye in its primary position the visual axis is +z of the
/// face and the optical axis is `GazeAngles(yaw: −towardsX, pitch: −up)`. In any other position both axes are turned by
/// the rotation that Listing's law gives for the *visual* axis v: the shortest one from +z to v, without torsion about
/// +z.
///
/// If `towardsX` is positive, the visual axis lies towards the face's +x from the optical axis; if `up` is positive,
/// the visual axis lies above the optical axis.
public struct Kappa: Sendable, Equatable {
  /// Radians towards the face's +x.
  public var towardsX: Double
  /// Radians up.
  public var up: Double

  /// No angle: the two axes coincide.
  public static let zero = Kappa(towardsX: 0, up: 0)

  /// Two angles in radians.
  public init(towardsX: Double, up: Double) {
    self.towardsX = towardsX
    self.up = up
  }

  /// The optical axis of an eye in its primary position; `RotationMatrix.listing` turns it together with the visual
  /// axis.
  package var opticalAxisAtRest: SIMD3<Double> { GazeAngles(yaw: -towardsX, pitch: -up).direction }

  /// The optical axis of an eye whose visual axis is the unit vector `v`.
  public func opticalAxis(visual v: SIMD3<Double>) -> SIMD3<Double> {
    RotationMatrix.listing(v).apply(opticalAxisAtRest)
  }

  /// The visual axis of an eye whose optical axis is the unit vector `o`; the inverse of `opticalAxis(visual:)`.
  ///
  /// ARKit's eyes carry no roll, so the torsion is reconstructed here: of all rotations that take the optical axis at
  /// rest `a` to `o`, Listing's law allows the one whose axis has no z component. With q₀ the shortest rotation from a
  /// to o, these rotations are `(cos φ/2 + sin φ/2 · o) q₀`, and the z component vanishes at
  /// `tan φ/2 = −q₀_z / (o q₀)_z`.
  @inline(__always)
  public func visualAxis(optical o: SIMD3<Double>) -> SIMD3<Double> { self == .zero ? o : turned(optical: o) }

  /// The general case.
  private func turned(optical o: SIMD3<Double>) -> SIMD3<Double> {
    let a = opticalAxisAtRest
    let (w, u) = (1 + a.dot(o), a.cross(o))
    let (c, s) = (w * o.z + o.cross(u).z, -u.z)
    let (qw, qv) = (c * w, u * c + (o * w + o.cross(u)) * s)
    let square = qw * qw + qv.dot(qv)
    let (x, y) = (qv.x, qv.y)
    return SIMD3(2 * qw * y / square, -2 * qw * x / square, 1 - 2 * (x * x + y * y) / square)
  }
}

extension RotationMatrix {
  /// Listing's law: the shortest rotation from +z to the unit vector `v` (`v.z > −1`). Its axis lies in the
  /// plane z = 0, so the eye does not twist about its primary direction.
  @inlinable public static func listing(_ v: SIMD3<Double>) -> RotationMatrix {
    let k = 1 / (1 + v.z)
    return RotationMatrix(
      unchecked: SIMD3(1 - v.x * v.x * k, -v.x * v.y * k, -v.x),
      SIMD3(-v.x * v.y * k, 1 - v.y * v.y * k, -v.y), v)
  }
}
