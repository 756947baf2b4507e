/// A rotation followed by a translation in metres: `p ↦ R·p + t`.
///
/// A variable's name states target and source: `worldFromFace.apply(p)` maps face coordinates to world coordinates.
public struct RigidTransform: Sendable, Equatable {
  /// The rotation.
  public var rotation: RotationMatrix
  /// The image of the origin, metres.
  public var translation: SIMD3<Double>

  /// The transform that leaves every point in place.
  public static let identity = RigidTransform(rotation: .identity, translation: .zero)

  /// A transform from its two parts.
  @inlinable public init(rotation: RotationMatrix = .identity, translation: SIMD3<Double> = .zero) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The transform of an ARKit matrix, or nil if the matrix is not finite or its upper 3 × 3 part is not a rotation
  /// (see `RotationMatrix.tolerance`).
  ///
  /// Inlined, as is all that a frame passes in every pipeline: a call returns an optional of this size through memory,
  /// and with such calls a step of `standard` takes a tenth to a half longer.
  @inlinable @inline(__always) public init?(_ matrix: TransformMatrix) {
    guard let rotation = RotationMatrix(columns: matrix.axis(0), matrix.axis(1), matrix.axis(2)) else { return nil }
    let translation = matrix.axis(3)
    guard translation.isFinite else { return nil }
    self.init(rotation: rotation, translation: translation)
  }

  /// The image of a point.
  @inlinable @inline(__always) public func apply(_ point: SIMD3<Double>) -> SIMD3<Double> {
    rotation.apply(point) + translation
  }

  /// The image of a direction.
  @inlinable @inline(__always) public func apply(direction: SIMD3<Double>) -> SIMD3<Double> {
    rotation.apply(direction)
  }

  /// The inverse: `p ↦ Rᵀ·(p − t)`.
  @inlinable @inline(__always) public var inverse: RigidTransform {
    let back = rotation.inverse
    return RigidTransform(rotation: back, translation: -back.apply(translation))
  }

  /// The product of two transforms: `a * b` applies `b` first, then `a`.
  @inlinable @inline(__always) public static func * (a: RigidTransform, b: RigidTransform) -> RigidTransform {
    RigidTransform(rotation: a.rotation * b.rotation, translation: a.apply(b.translation))
  }
}
