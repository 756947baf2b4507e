/// A point in a plane, or the way from one to another.
package typealias Vector2 = SIMD2<Double>
/// A point in space, or the way from one to another.
package typealias Vector3 = SIMD3<Double>

extension Sequence {
  /// Sum of a number of each element, in their order.
  @inlinable
  package func sum<Number: AdditiveArithmetic>(_ number: (Element) throws -> Number) rethrows -> Number {
    try reduce(.zero) { try $0 + number($1) }
  }
}

/// Elementary vector arithmetic on the standard library's SIMD types (Apple's `simd` module is absent on Linux). Public
/// is what every pipeline of an app needs for rays and points.
extension SIMD3 where Scalar == Double {
  /// Scalar product.
  @inlinable @inline(__always) public func dot(_ other: Self) -> Double { (self * other).sum() }

  /// Vector product, right-handed.
  @inlinable @inline(__always) package func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// The vector divided by its length; undefined (NaN) for the zero vector.
  @inlinable @inline(__always) public var normalized: Self { self / length }

  /// True if no component is infinite or NaN.
  @inlinable @inline(__always) public var isFinite: Bool {
    // The difference of a component that is not finite is NaN, else it is 0.
    (self - self).sum() == 0
  }
}

extension SIMD2 where Scalar == Double {
  /// Euclidean length.
  @inlinable public var length: Double { (self * self).sum().squareRoot() }

  /// True if no component is infinite or NaN.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}
