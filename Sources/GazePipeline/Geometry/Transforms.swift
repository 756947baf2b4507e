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

/// A 4 × 4 matrix in ARKit's form: Float, column-major, kept bit for bit.
///
/// The matrix is not checked: it may contain NaN or not be a rotation at all. `RigidTransform(_:)` checks it.
public struct TransformMatrix: Sendable, Equatable {
  /// The four columns; the last is the translation in metres.
  public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// The unit matrix.
  public static let identity = TransformMatrix(.identity)

  /// A matrix from its columns.
  public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }

  /// A rigid transform rounded to Float.
  @inlinable public init(_ transform: RigidTransform) {
    func column(_ v: SIMD3<Double>, _ w: Float) -> SIMD4<Float> { SIMD4(Float(v.x), Float(v.y), Float(v.z), w) }
    columns = (
      column(transform.rotation.x, 0), column(transform.rotation.y, 0), column(transform.rotation.z, 0),
      column(transform.translation, 1)
    )
  }

  /// Element by column-major index, 0 to 15.
  public subscript(index: Int) -> Float {
    get {
      switch index >> 2 {
      case 0: columns.0[index & 3]
      case 1: columns.1[index & 3]
      case 2: columns.2[index & 3]
      default: columns.3[index & 3]
      }
    }
    set {
      switch index >> 2 {
      case 0: columns.0[index & 3] = newValue
      case 1: columns.1[index & 3] = newValue
      case 2: columns.2[index & 3] = newValue
      default: columns.3[index & 3] = newValue
      }
    }
  }

  /// First three elements of a column, 0 to 3, as Double: the x, y and z axes and, in column 3, the translation.
  @inlinable @inline(__always) public func axis(_ column: Int) -> SIMD3<Double> {
    let c =
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      default: columns.3
      }
    return SIMD3(Double(c.x), Double(c.y), Double(c.z))
  }

  /// True if the sixteen numbers are equal.
  public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}
