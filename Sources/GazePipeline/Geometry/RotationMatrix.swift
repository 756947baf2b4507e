/// A proper rotation of three-dimensional space, stored as the images of the three axes.
///
/// Invariant: the columns are orthonormal within `RotationMatrix.tolerance` and right-handed. `init?(columns:)` checks
/// this invariant; products and inverses preserve it.
public struct RotationMatrix: Sendable, Equatable {
  /// Images of the x, y and z axes.
  public let x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>

  /// Largest deviation from orthonormality that is still accepted as a rotation. ARKit's matrices consist of Floats and
  /// deviate by about 1e-6 after a few products.
  public static let tolerance = 1e-3

  /// No rotation.
  public static let identity = RotationMatrix(unchecked: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  @inlinable package init(unchecked x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The rotation with these columns, or nil if they are not finite, not orthonormal, or left-handed.
  @inlinable @inline(__always) public init?(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    // Comparisons with NaN are false, so a non-finite column fails here too.
    let isOrthonormal =
      abs(x.dot(x) - 1) < Self.tolerance && abs(y.dot(y) - 1) < Self.tolerance
      && abs(z.dot(z) - 1) < Self.tolerance && abs(x.dot(y)) < Self.tolerance
      && abs(x.dot(z)) < Self.tolerance && abs(y.dot(z)) < Self.tolerance
    guard isOrthonormal, x.cross(y).dot(z) > 0 else { return nil }
    self.init(unchecked: x, y, z)
  }

  /// Right-handed rotation about the x axis by `angle` radians.
  public static func aboutX(_ angle: Double) -> RotationMatrix {
    let (s, c) = (Elementary.sin(angle), Elementary.cos(angle))
    return RotationMatrix(unchecked: SIMD3(1, 0, 0), SIMD3(0, c, s), SIMD3(0, -s, c))
  }

  /// Right-handed rotation about the y axis by `angle` radians.
  public static func aboutY(_ angle: Double) -> RotationMatrix {
    let (s, c) = (Elementary.sin(angle), Elementary.cos(angle))
    return RotationMatrix(unchecked: SIMD3(c, 0, -s), SIMD3(0, 1, 0), SIMD3(s, 0, c))
  }

  /// Right-handed rotation about the z axis by `angle` radians.
  public static func aboutZ(_ angle: Double) -> RotationMatrix {
    let (s, c) = (Elementary.sin(angle), Elementary.cos(angle))
    return RotationMatrix(unchecked: SIMD3(c, s, 0), SIMD3(-s, c, 0), SIMD3(0, 0, 1))
  }

  /// `aboutY(yaw) * aboutX(pitch)`, in closed form.
  public static func yawPitch(_ yaw: Double, _ pitch: Double) -> RotationMatrix {
    let (s, c) = Elementary.sinCos(SIMD2(yaw, pitch))
    let (sy, sp, cy, cp) = (s.x, s.y, c.x, c.y)
    return RotationMatrix(unchecked: SIMD3(cy, 0, -sy), SIMD3(sy * sp, cp, cy * sp), SIMD3(sy * cp, -sp, cy * cp))
  }

  /// The image of a vector.
  @inlinable @inline(__always) public func apply(_ v: SIMD3<Double>) -> SIMD3<Double> { x * v.x + y * v.y + z * v.z }

  /// The inverse rotation: the transpose.
  @inlinable @inline(__always) public var inverse: RotationMatrix {
    RotationMatrix(unchecked: SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
  }

  /// The product of two rotations: `a * b` applies `b` first, then `a`.
  @inlinable @inline(__always)
  public static func * (a: RotationMatrix, b: RotationMatrix) -> RotationMatrix {
    RotationMatrix(unchecked: a.apply(b.x), a.apply(b.y), a.apply(b.z))
  }
}
