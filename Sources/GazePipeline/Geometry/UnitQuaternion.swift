/// A unit quaternion w + xi + yj + zk: a rotation like that of a `RotationMatrix`, but in four numbers, which are cheap
/// to renormalise when rounding accumulates.
///
/// Invariant: |q| = 1 within `UnitQuaternion.drift`. The public initialisers normalise; every product is renormalised,
/// so that the invariant holds even after a million products. q and −q are the same rotation: `angle(to:)`,
/// `rotationVector` and `slerp` take the shorter way.
public struct UnitQuaternion: Sendable, Equatable {
  /// cos(θ/2).
  public let w: Double
  /// Axis · sin(θ/2).
  public let x: Double, y: Double, z: Double

  /// Largest deviation of |q| from 1 after any number of products.
  public static let drift = 1e-12

  /// No rotation.
  public static let identity = UnitQuaternion(unchecked: 1, 0, 0, 0)

  @inlinable package init(unchecked w: Double, _ x: Double, _ y: Double, _ z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// The unit quaternion proportional to these four numbers; nil if all are zero or one is not finite.
  ///
  /// Any non-zero length is accepted; a caller that requires a unit quaternion must check the length itself.
  public init?(w: Double, x: Double, y: Double, z: Double) {
    // Divide by the largest component first: squares of very large or very small numbers overflow or underflow.
    let largest = max(max(abs(w), abs(x)), max(abs(y), abs(z)))
    guard w.isFinite, x.isFinite, y.isFinite, z.isFinite, largest > 0 else { return nil }
    let (a, b, c, d) = (w / largest, x / largest, y / largest, z / largest)
    let length = (a * a + b * b + c * c + d * d).squareRoot()
    self.init(unchecked: a / length, b / length, c / length, d / length)
  }

  /// The rotation by |v| radians about v, the exponential map; nil if `v` is not finite. The zero vector gives the
  /// identity.
  public init?(rotationVector v: SIMD3<Double>) {
    guard v.isFinite else { return nil }
    let angle = v.length
    guard angle.isFinite else { return nil }
    // sin(θ/2)/θ = ½ − θ²/48 + …: below 1e-4 the next term is smaller than rounding.
    let scale = angle < 1e-4 ? 0.5 - angle * angle / 48 : Elementary.sin(angle / 2) / angle
    self.init(unchecked: Elementary.cos(angle / 2), v.x * scale, v.y * scale, v.z * scale)
  }

  /// The rotation by `angle` radians about `axis` (of any non-zero length); nil if one of them is not finite or the
  /// axis is zero.
  public init?(angle: Double, axis: SIMD3<Double>) {
    guard angle.isFinite, axis.isFinite, axis.length > 0, axis.length.isFinite else { return nil }
    let v = axis.normalized * Elementary.sin(angle / 2)
    self.init(unchecked: Elementary.cos(angle / 2), v.x, v.y, v.z)
  }

  /// Right-handed rotation about the x axis by `angle` radians.
  public static func aboutX(_ angle: Double) -> UnitQuaternion {
    UnitQuaternion(unchecked: Elementary.cos(angle / 2), Elementary.sin(angle / 2), 0, 0)
  }

  /// Right-handed rotation about the y axis by `angle` radians.
  public static func aboutY(_ angle: Double) -> UnitQuaternion {
    UnitQuaternion(unchecked: Elementary.cos(angle / 2), 0, Elementary.sin(angle / 2), 0)
  }

  /// Right-handed rotation about the z axis by `angle` radians.
  public static func aboutZ(_ angle: Double) -> UnitQuaternion {
    UnitQuaternion(unchecked: Elementary.cos(angle / 2), 0, 0, Elementary.sin(angle / 2))
  }

  /// The quaternion of a rotation, w ≥ 0 (Shepperd 1978: the largest of the four components is computed first, so that
  /// there is no division by a small number).
  public init(_ r: RotationMatrix) {
    let (xx, yy, zz) = (r.x.x, r.y.y, r.z.z)
    let trace = xx + yy + zz
    var q: SIMD4<Double>  // (w, x, y, z), times 4 of the largest
    if trace >= max(xx, max(yy, zz)) {
      q = SIMD4(1 + trace, r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x)
    } else if xx >= max(yy, zz) {
      q = SIMD4(r.y.z - r.z.y, 1 + xx - yy - zz, r.x.y + r.y.x, r.z.x + r.x.z)
    } else if yy >= zz {
      q = SIMD4(r.z.x - r.x.z, r.x.y + r.y.x, 1 + yy - xx - zz, r.y.z + r.z.y)
    } else {
      q = SIMD4(r.x.y - r.y.x, r.z.x + r.x.z, r.y.z + r.z.y, 1 + zz - xx - yy)
    }
    q /= (q * q).sum().squareRoot() * (q.x < 0 ? -1 : 1)
    self.init(unchecked: q.x, q.y, q.z, q.w)
  }

  /// The same rotation as a `RotationMatrix`.
  public var rotation: RotationMatrix {
    RotationMatrix(
      unchecked: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
  }

  /// (x, y, z): axis · sin(θ/2).
  @inlinable public var vector: SIMD3<Double> { SIMD3(x, y, z) }

  /// The inverse rotation: the conjugate.
  @inlinable public var inverse: UnitQuaternion { UnitQuaternion(unchecked: w, -x, -y, -z) }

  /// The same rotation with the opposite sign.
  @inlinable public static prefix func - (q: UnitQuaternion) -> UnitQuaternion {
    UnitQuaternion(unchecked: -q.w, -q.x, -q.y, -q.z)
  }

  /// Hamilton's product: `a * b` applies `b` first.
  @inlinable public static func * (a: UnitQuaternion, b: UnitQuaternion) -> UnitQuaternion {
    let (u, v) = (a.vector, b.vector)
    let w = a.w * b.w - u.dot(v)
    let p = v * a.w + u * b.w + u.cross(v)
    // One Newton step for 1/√n about 1: if both factors' lengths are off by 1e-12, the product's length is off by about
    // 1e-24.
    let mend = (3 - (w * w + p.dot(p))) / 2
    return UnitQuaternion(unchecked: w * mend, p.x * mend, p.y * mend, p.z * mend)
  }

  /// The image of a vector: v + 2u × (u × v + wv).
  @inlinable public func apply(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let u = vector
    return v + 2 * u.cross(u.cross(v) + v * w)
  }

  /// Rotation axis times rotation angle, radians. The angle is that of the shorter way, so the vector's length is at
  /// most π. `UnitQuaternion(rotationVector:)` is the inverse.
  public var rotationVector: SIMD3<Double> {
    let s = vector.length
    let sign = w < 0 ? -1.0 : 1
    // 2·atan2(s, w)/s → 2/w for small s.
    guard s > 1e-9 else { return vector * (2 * sign) }
    return vector * (2 * sign * Elementary.atan2(s, abs(w)) / s)
  }

  /// Angle of the rotation, radians, 0…π.
  public var angle: Double { 2 * Elementary.atan2(vector.length, abs(w)) }

  /// Angle between two rotations, radians, 0…π; accurate for tiny angles too.
  public func angle(to other: UnitQuaternion) -> Double { (inverse * other).angle }

  /// The rotation at `share` of the shortest way from this rotation (0) to another (1), at constant angular speed
  /// (Shoemake 1985). A share outside 0…1 extrapolates.
  public func slerp(to other: UnitQuaternion, _ share: Double) -> UnitQuaternion {
    // A rotation vector times a finite share is finite.
    self * (UnitQuaternion(rotationVector: (inverse * other).rotationVector * share) ?? .identity)
  }
}
