package import Testing

/// Expects that a number differs from another one by less than the limit; nil and NaN do not.
package func expectNear(
  _ found: Double?, _ expected: Double?, _ limit: Double, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(found, expected, limit, comment, sourceLocation) { abs($0 - $1) }
}

/// Expects that the distance of two points is less than the limit; nil and NaN are not near.
package func expectNear<Point: SIMD<Double>>(
  _ found: Point?, _ expected: Point?, _ limit: Double, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(found, expected, limit, comment, sourceLocation) { (($0 - $1) * ($0 - $1)).sum().squareRoot() }
}

private func expect<Value>(
  _ found: Value?, _ expected: Value?, _ limit: Double, _ comment: Comment?, _ sourceLocation: SourceLocation,
  distance: (Value, Value) -> Double
) {
  if let found, let expected, distance(found, expected) < limit { return }
  let (found, expected) = (found.map { "\($0)" } ?? "nil", expected.map { "\($0)" } ?? "nil")
  let words = comment.map { ": \($0.rawValue)" } ?? ""
  Issue.record("\(found) is not within \(limit) of \(expected)\(words)", sourceLocation: sourceLocation)
}
