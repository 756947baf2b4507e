/// A unit quaternion w + xi + yj + zk: the same turn as `RotationMatrix`, in four numbers that are quick to mend when rounding
/// adds up.
///
/// Invariant: |q| = 1 to `UnitQuaternion.drift`. The public initialisers normalise; every product is brought back to the
/// sphere, so that a million of them stay on it. q and −q are the same turn: `angle(to:)`, `rotationVector` and `slerp`
/// take the shorter way.
public struct UnitQuaternion: Sendable, Equatable {
  /// cos(θ/2).
  public let w: Double
  /// Axis · sin(θ/2).
  public let x: Double, y: Double, z: Double

  /// How far |q| may lie from 1 after any number of products.
  public static let drift = 1e-12

  /// No rotation.
  public static let identity = UnitQuaternion(unchecked: 1, 0, 0, 0)

  @inlinable package init(unchecked w: Double, _ x: Double, _ y: Double, _ z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// The unit quaternion in the direction of these four numbers; nil where they are all zero or not finite.
  ///
  /// Any length but zero is taken: a caller who must know whether the four were a unit quaternion asks before.
  public init?(w: Double, x: Double, y: Double, z: Double) {
    // By the largest first: squares of very large or very small numbers leave the Doubles.
    let largest = max(max(abs(w), abs(x)), max(abs(y), abs(z)))
    guard w.isFinite, x.isFinite, y.isFinite, z.isFinite, largest > 0 else { return nil }
    let (a, b, c, d) = (w / largest, x / largest, y / largest, z / largest)
    let length = (a * a + b * b + c * c + d * d).squareRoot()
    self.init(unchecked: a / length, b / length, c / length, d / length)
  }

  /// The turn by |v| radians about v, the exponential map; nil where `v` is not finite. The zero vector is no rotation.
  public init?(rotationVector v: SIMD3<Double>) {
    guard v.isFinite else { return nil }
    let angle = v.length
    guard angle.isFinite else { return nil }
    // sin(θ/2)/θ = ½ − θ²/48 + …: below 1e-4 the next term is under a rounding.
    let scale = angle < 1e-4 ? 0.5 - angle * angle / 48 : Elementary.sin(angle / 2) / angle
    self.init(unchecked: Elementary.cos(angle / 2), v.x * scale, v.y * scale, v.z * scale)
  }

  /// The turn by `angle` radians about `axis`, of any length but zero; nil where one of them is not finite or the axis is
  /// zero.
  public init?(angle: Double, axis: SIMD3<Double>) {
    guard angle.isFinite, axis.isFinite, axis.length > 0, axis.length.isFinite else { return nil }
    let v = axis.normalized * Elementary.sin(angle / 2)
    self.init(unchecked: Elementary.cos(angle / 2), v.x, v.y, v.z)
  }

  /// Right-handed turn about the x axis by `angle` radians.
  public static func aboutX(_ angle: Double) -> UnitQuaternion {
    UnitQuaternion(unchecked: Elementary.cos(angle / 2), Elementary.sin(angle / 2), 0, 0)
  }

  /// Right-handed turn about the y axis by `angle` radians.
  public static func aboutY(_ angle: Double) -> UnitQuaternion {
    UnitQuaternion(unchecked: Elementary.cos(angle / 2), 0, Elementary.sin(angle / 2), 0)
  }

  /// Right-handed turn about the z axis by `angle` radians.
  public static func aboutZ(_ angle: Double) -> UnitQuaternion {
    UnitQuaternion(unchecked: Elementary.cos(angle / 2), 0, 0, Elementary.sin(angle / 2))
  }

  /// The quaternion of a rotation, w ≥ 0 (Shepperd 1978: the largest of the four is found first, so that nothing small is
  /// divided by).
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

  /// As a rotation.
  public var rotation: RotationMatrix {
    RotationMatrix(
      unchecked: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
  }

  /// (x, y, z): axis · sin(θ/2).
  @inlinable public var vector: SIMD3<Double> { SIMD3(x, y, z) }

  /// The inverse turn: the conjugate.
  @inlinable public var inverse: UnitQuaternion { UnitQuaternion(unchecked: w, -x, -y, -z) }

  /// The same turn with the other sign.
  @inlinable public static prefix func - (q: UnitQuaternion) -> UnitQuaternion {
    UnitQuaternion(unchecked: -q.w, -q.x, -q.y, -q.z)
  }

  /// Hamilton's product: `a * b` applies `b` first.
  @inlinable public static func * (a: UnitQuaternion, b: UnitQuaternion) -> UnitQuaternion {
    let (u, v) = (a.vector, b.vector)
    let w = a.w * b.w - u.dot(v)
    let p = v * a.w + u * b.w + u.cross(v)
    // One Newton step of 1/√n about 1: two units off by 1e-12 give a product off by some 1e-24.
    let mend = (3 - (w * w + p.dot(p))) / 2
    return UnitQuaternion(unchecked: w * mend, p.x * mend, p.y * mend, p.z * mend)
  }

  /// The image of a vector: v + 2u × (u × v + wv).
  @inlinable public func apply(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let u = vector
    return v + 2 * u.cross(u.cross(v) + v * w)
  }

  /// Axis times angle, radians, of the shorter way: a length of at most π. `UnitQuaternion(rotationVector:)` is its inverse.
  public var rotationVector: SIMD3<Double> {
    let s = vector.length
    let sign = w < 0 ? -1.0 : 1
    // 2·atan2(s, w)/s → 2/w for small s.
    guard s > 1e-9 else { return vector * (2 * sign) }
    return vector * (2 * sign * Elementary.atan2(s, abs(w)) / s)
  }

  /// Angle of the turn, radians, 0…π.
  public var angle: Double { 2 * Elementary.atan2(vector.length, abs(w)) }

  /// Angle between two turns, radians, 0…π; exact for tiny ones too.
  public func angle(to other: UnitQuaternion) -> Double { (inverse * other).angle }

  /// On the shortest way from this (0) to another (1), at a steady pace (Shoemake 1985); beyond 0…1 it goes on.
  public func slerp(to other: UnitQuaternion, _ share: Double) -> UnitQuaternion {
    // A rotation vector times a finite share is finite.
    self * (UnitQuaternion(rotationVector: (inverse * other).rotationVector * share) ?? .identity)
  }
}
