infix operator ≈ : ComparisonPrecedence
infix operator ± : RangeFormationPrecedence

/// A value and the limit of the difference from it. An expectation that fails prints both operands of `≈`.
package struct Tolerance<Value> {
  fileprivate let value: Value
  fileprivate let difference: Double
}

package func ± <Value>(value: Value, difference: Double) -> Tolerance<Value> {
  Tolerance(value: value, difference: difference)
}

/// True if the number differs by less than the tolerance; false for nil and NaN.
package func ≈ (found: Double?, expected: Tolerance<Double>) -> Bool {
  found.map { abs($0 - expected.value) < expected.difference } ?? false
}

/// True if the distance of two points is less than the tolerance; false for nil and NaN.
package func ≈ <Point: SIMD<Double>>(found: Point?, expected: Tolerance<Point>) -> Bool {
  found.map { (($0 - expected.value) * ($0 - expected.value)).sum().squareRoot() < expected.difference } ?? false
}
