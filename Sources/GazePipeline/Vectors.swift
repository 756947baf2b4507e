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
