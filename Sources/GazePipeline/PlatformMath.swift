#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// The elementary functions that the standard library lacks: the only place in this module that reaches
/// the platform's C math, so that an app links nothing else.
package enum Elementary {
  package static func sin(_ x: Double) -> Double { _sin(x) }
  package static func cos(_ x: Double) -> Double { _cos(x) }
  package static func tan(_ x: Double) -> Double { _tan(x) }
  package static func asin(_ x: Double) -> Double { _asin(x) }
  package static func acos(_ x: Double) -> Double { _acos(x) }
  package static func atan(_ x: Double) -> Double { _atan(x) }
  package static func atan2(_ y: Double, _ x: Double) -> Double { _atan2(y, x) }
  package static func exp(_ x: Double) -> Double { _exp(x) }
  package static func log(_ x: Double) -> Double { _log(x) }
  /// Sine and cosine of two angles at once: their series, to a rounding or two up to 0.8 radians; beyond, the platform's.
  package static func sinCos(_ x: SIMD2<Double>) -> (sin: SIMD2<Double>, cos: SIMD2<Double>) {
    guard abs(x.x) < 0.8, abs(x.y) < 0.8 else {
      return (SIMD2(_sin(x.x), _sin(x.y)), SIMD2(_cos(x.x), _cos(x.y)))
    }
    // sin x = x(1 − x²/2·3 (1 − x²/4·5 (…))) and cos x = 1 − x²/1·2 (1 − x²/3·4 (…)).
    let square = x * x
    func rest(_ divisor: Double, _ next: SIMD2<Double>) -> SIMD2<Double> { 1 - square * (1 / divisor) * next }
    let one = SIMD2(repeating: 1.0)
    let sin = x * rest(6, rest(20, rest(42, rest(72, rest(110, rest(156, rest(210, one)))))))
    let cos = rest(2, rest(12, rest(30, rest(56, rest(90, rest(132, rest(182, rest(240, one))))))))
    return (sin, cos)
  }

  /// Angles of two directions at once, each from the first axis towards the second: arctangents of across/along by
  /// their series, to a few roundings where |across| ≤ along; elsewhere the platform's.
  package static func angles(_ across: SIMD2<Double>, along: SIMD2<Double>) -> SIMD2<Double> {
    guard abs(across.x) <= along.x, abs(across.y) <= along.y, along.x > 0, along.y > 0 else {
      return SIMD2(_atan2(across.x, along.x), _atan2(across.y, along.y))
    }
    // atan x = 2 atan(x / (1 + √(1 + x²))), twice: what is left is at most tan(π/16) = 0.199.
    func halved(_ x: SIMD2<Double>) -> SIMD2<Double> { x / (1 + (1 + x * x).squareRoot()) }
    let x = halved(halved(across / along))
    // atan x = x − x³/3 + x⁵/5 − … as far as x²¹.
    let square = x * x
    func next(_ divisor: Double, _ rest: SIMD2<Double>) -> SIMD2<Double> { 1 / divisor - square * rest }
    let tail = next(15, next(17, next(19, SIMD2(repeating: 1.0 / 21))))
    return 4 * x * (1 - square * next(3, next(5, next(7, next(9, next(11, next(13, tail)))))))
  }

  package static func pow(_ x: Double, _ y: Double) -> Double { _pow(x, y) }
}

// Inside `Elementary` the C names are shadowed by its own members; these carry them in.
private func _sin(_ x: Double) -> Double { sin(x) }
private func _cos(_ x: Double) -> Double { cos(x) }
private func _tan(_ x: Double) -> Double { tan(x) }
private func _asin(_ x: Double) -> Double { asin(x) }
private func _acos(_ x: Double) -> Double { acos(x) }
private func _atan(_ x: Double) -> Double { atan(x) }
private func _atan2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
private func _exp(_ x: Double) -> Double { exp(x) }
private func _log(_ x: Double) -> Double { log(x) }
private func _pow(_ x: Double, _ y: Double) -> Double { pow(x, y) }
