#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// The elementary functions that the standard library lacks. This is the only file in this module that uses the
/// platform's C math library, so an app links nothing else.
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
  /// Sine and cosine of two angles at once. If both angles are below 0.8 radians, series are used, which are accurate
  /// to one or two roundings; otherwise the platform's functions are used.
  package static func sinCos(_ x: SIMD2<Double>) -> (sin: SIMD2<Double>, cos: SIMD2<Double>) {
    guard abs(x.x) < 0.8, abs(x.y) < 0.8 else {
      return (SIMD2(_sin(x.x), _sin(x.y)), SIMD2(_cos(x.x), _cos(x.y)))
    }
    // sin x = x(1 − x²/3! + x⁴/5! − …), cos x = 1 − x²/2! + x⁴/4! − …
    let powers = Powers(x * x)
    let sin =
      x
      * powers.series(
        1, -1 / 6, 1 / 120, -1 / 5040, 1 / 362_880, -1 / 39_916_800, 1 / 6_227_020_800, -1 / 1_307_674_368_000)
    let cos = powers.series(
      1, -1 / 2, 1 / 24, -1 / 720, 1 / 40_320, -1 / 3_628_800, 1 / 479_001_600, -1 / 87_178_291_200,
      1 / 20_922_789_888_000)
    return (sin, cos)
  }

  /// Angles of two directions at once, each measured from the `along` axis towards the `across` axis. If |across| ≤
  /// along for both, they are arctangents of across/along by their series, accurate to a few roundings; otherwise the
  /// platform's `atan2` is used. The squares of all four numbers must be finite, normal Doubles, as the squares of all
  /// Floats are.
  package static func angles(_ across: SIMD2<Double>, along: SIMD2<Double>) -> SIMD2<Double> {
    guard abs(across.x) <= along.x, abs(across.y) <= along.y, along.x > 0, along.y > 0 else {
      return SIMD2(_atan2(across.x, along.x), _atan2(across.y, along.y))
    }
    // Halve the angle twice with atan x = 2 atan(x / (1 + √(1 + x²))); the remaining argument is at most
    // tan(π/16) = 0.199. With c = across, a = along and r = √(c² + a²), the first halving gives c/(a + r) and the
    // second c/(a + r + √((a + r)² + c²)), so one division is enough.
    let sum = along + (across * across + along * along).squareRoot()
    let x = across / (sum + (sum * sum + across * across).squareRoot())
    return 4 * x * arctangent(Powers(x * x))
  }

  /// Angle of a direction, measured from the `along` axis towards the `across` axis, for code that runs once a frame.
  /// Up to 11 degrees it comes from the arctangent's series, which is accurate to one or two roundings and faster than
  /// the platform's `atan2`: an evaluated frame has four such angles and takes 2 % less. Larger ones come from `atan2`.
  @inline(__always)
  package static func angle(_ across: Double, along: Double) -> Double {
    guard abs(across) < 0.2 * along else { return _atan2(across, along) }
    let x = SIMD2(repeating: across / along)
    return (x * arctangent(Powers(x * x))).x
  }

  /// atan x/x = 1 − x²/3 + x⁴/5 − … as far as x²⁰, for |x| ≤ 0.2.
  @inline(__always)
  private static func arctangent(_ powers: Powers) -> SIMD2<Double> {
    powers.series(1, -1 / 3, 1 / 5, -1 / 7, 1 / 9, -1 / 11, 1 / 13, -1 / 15, 1 / 17, -1 / 19, 1 / 21)
  }

  /// Powers of two numbers, for polynomials evaluated by Estrin's scheme (1960). The scheme is used because its terms
  /// do not wait for each other, whereas Horner's rule is one long dependency chain; these polynomials run once a
  /// frame.
  private struct Powers {
    let first: SIMD2<Double>, second: SIMD2<Double>, fourth: SIMD2<Double>, eighth: SIMD2<Double>

    init(_ x: SIMD2<Double>) {
      first = x
      second = x * x
      fourth = second * second
      eighth = fourth * fourth
    }

    /// c0 + c1·x + c2·x² + … + c10·x¹⁰.
    @inline(__always)
    func series(
      _ c0: Double, _ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double, _ c6: Double, _ c7: Double,
      _ c8: Double = 0, _ c9: Double = 0, _ c10: Double = 0
    ) -> SIMD2<Double> {
      let low = (c0 + c1 * first) + second * (c2 + c3 * first)
      let high = (c4 + c5 * first) + second * (c6 + c7 * first)
      let top = (c8 + c9 * first) + second * c10
      return low + fourth * high + eighth * top
    }
  }

  package static func pow(_ x: Double, _ y: Double) -> Double { _pow(x, y) }
}

// The members of `Elementary` shadow the C functions of the same names; these wrappers make the C functions reachable.
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
