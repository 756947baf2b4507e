/// An affine map of the plane, whose six numbers have the same names as in `CGAffineTransform`.
///
///     x' = a·x + c·y + tx
///     y' = b·x + d·y + ty
public struct AffineMap: Sendable, Equatable {
  /// The image of the x axis.
  public var a: Double, b: Double
  /// The image of the y axis.
  public var c: Double, d: Double
  /// The image of the origin.
  public var tx: Double, ty: Double

  /// The map that leaves every point in place.
  public static let identity = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A map from its numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// A scaling along the axes.
  public static func scale(_ by: SIMD2<Double>) -> AffineMap { AffineMap(a: by.x, b: 0, c: 0, d: by.y, tx: 0, ty: 0) }

  /// The image of a point.
  @inline(__always)
  public func apply(_ p: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }

  /// The product of two maps: `m * n` applies `n` first, then `m`.
  public static func * (m: AffineMap, n: AffineMap) -> AffineMap {
    AffineMap(
      a: m.a * n.a + m.c * n.b, b: m.b * n.a + m.d * n.b, c: m.a * n.c + m.c * n.d, d: m.b * n.c + m.d * n.d,
      tx: m.a * n.tx + m.c * n.ty + m.tx, ty: m.b * n.tx + m.d * n.ty + m.ty)
  }

  /// a·d − b·c: the factor by which areas grow; negative if the map mirrors.
  public var determinant: Double { a * d - b * c }

  /// True if none of the six numbers is infinite or NaN.
  public var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}

/// A projective map of the plane, a 3 × 3 matrix: (x, y) ↦ (X/W, Y/W) with (X, Y, W) = M·(x, y, 1).
public struct ProjectiveMap: Sendable, Equatable {
  /// The matrix's rows.
  public let x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>

  /// The map that leaves every point in place.
  public static let identity = ProjectiveMap(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// A map from its rows.
  public init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ w: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// A translation, in the plane's unit.
  public static func shift(_ by: SIMD2<Double>) -> ProjectiveMap {
    ProjectiveMap(SIMD3(1, 0, by.x), SIMD3(0, 1, by.y), SIMD3(0, 0, 1))
  }

  /// The image of a point; nil if the point is not in front of the eye (W is not above 1e-6) or the image is not
  /// finite.
  public func apply(_ point: SIMD2<Double>) -> SIMD2<Double>? {
    let p = SIMD3(point.x, point.y, 1)
    let depth = w.dot(p)
    guard depth > 1e-6 else { return nil }
    let image = SIMD2(x.dot(p), y.dot(p)) / depth
    return image.isFinite ? image : nil
  }

  /// The product of two maps: `a * b` applies `b` first, then `a`.
  public static func * (a: ProjectiveMap, b: ProjectiveMap) -> ProjectiveMap {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { b.x * r.x + b.y * r.y + b.w * r.z }
    return ProjectiveMap(row(a.x), row(a.y), row(a.w))
  }
}
