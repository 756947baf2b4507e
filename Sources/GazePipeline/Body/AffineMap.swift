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
