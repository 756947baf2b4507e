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
