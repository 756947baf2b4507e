import GazePipeline
import TestSupport
import Testing

/// Functions of `PlatformMath.swift` against the platform's own.
struct PlatformMathTests {
  @Test("each function returns its own known value, so no function is wired to another")
  func knownValues() {
    let values: [(Double, Double)] = [
      (Elementary.sin(1), 0.8414709848078965), (Elementary.cos(1), 0.5403023058681398),
      (Elementary.tan(1), 1.5574077246549023), (Elementary.asin(0.5), 0.5235987755982989),
      (Elementary.acos(0.5), 1.0471975511965979), (Elementary.atan(0.5), 0.4636476090008061),
      (Elementary.atan2(1, -2), 2.677945044588987), (Elementary.exp(1), 2.718281828459045),
      (Elementary.log(2), 0.6931471805599453), (Elementary.pow(2, 0.5), 1.4142135623730951),
    ]
    for (value, expected) in values { expectNear(value, expected, 4e-16 * max(1, expected)) }
  }

  @Test("sine and cosine at once equal the platform's to 3e-16")
  func sinesAndCosines() {
    for k in -2000...2000 {
      let x = SIMD2(Double(k) / 1000, 0.79 * Double(k) / 2000)
      let (sin, cos) = Elementary.sinCos(x)
      for i in 0..<2 {
        expectNear(sin[i], Elementary.sin(x[i]), 3e-16)
        expectNear(cos[i], Elementary.cos(x[i]), 3e-16)
      }
    }
  }

  @Test("angles of two directions at once equal the platform's to a relative 1e-15")
  func angles() {
    for k in -3141...3141 {
      let angle = SIMD2(Double(k) / 1000, 0.78 * Double(k) / 3141)
      let across = SIMD2(Elementary.sin(angle.x), Elementary.sin(angle.y)) * 0.4
      let along = SIMD2(Elementary.cos(angle.x), Elementary.cos(angle.y)) * 0.4
      let found = Elementary.angles(across, along: along)
      for i in 0..<2 {
        let expected = Elementary.atan2(across[i], along[i])
        #expect(abs(found[i] - expected) <= 1e-15 * abs(expected))
      }
    }
    #expect(Elementary.angles(.zero, along: SIMD2(1, -1)) == SIMD2(0, .pi))
    #expect(Elementary.angles(SIMD2(.nan, 0), along: SIMD2(1, 1)).x.isNaN)
  }

  @Test("one direction's angle equals the platform's to a relative 1e-15")
  func angleOfOne() {
    var inSeries = 0
    for k in -3141...3141 {
      let (across, along) = (0.4 * Elementary.sin(Double(k) / 1000), 0.4 * Elementary.cos(Double(k) / 1000))
      let (found, expected) = (Elementary.angle(across, along: along), Elementary.atan2(across, along))
      #expect(abs(found - expected) <= 1e-15 * abs(expected))
      if found != expected { inSeries += 1 }
    }
    #expect(inSeries > 0, "some last digit differs, so the series was used")
    #expect(Elementary.angle(0, along: 1) == 0 && Elementary.angle(0, along: -1) == .pi)
    #expect(Elementary.angle(1e-300, along: 1) == 1e-300 && Elementary.angle(0, along: 0) == 0)
    #expect(Elementary.angle(.nan, along: 1).isNaN && Elementary.angle(0, along: .nan).isNaN)
    #expect(Elementary.angle(.infinity, along: .infinity) == .pi / 4)
  }
}
