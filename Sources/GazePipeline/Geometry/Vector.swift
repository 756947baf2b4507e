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

/// Angle between two directions in radians, accurate for tiny angles too: atan2(|a × b|, a · b).
package func angle(between a: SIMD3<Double>, and b: SIMD3<Double>) -> Double {
  Elementary.atan2(a.cross(b).length, a.dot(b))
}

/// Angle between two directions in radians, for code that runs once a frame: up to 11 degrees by a series, accurate to
/// one or two roundings more.
@inline(__always)
package func angleBySeries(between a: SIMD3<Double>, and b: SIMD3<Double>) -> Double {
  Elementary.angle(a.cross(b).length, along: a.dot(b))
}

extension Double {
  /// This number of degrees in radians. For input and output only, because all angles inside the program are in
  /// radians.
  @inlinable public var radians: Double { self * (.pi / 180) }

  /// This number of radians in degrees.
  @inlinable public var degrees: Double { self * (180 / .pi) }
}
