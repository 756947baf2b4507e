import GazePipeline
import Testing

@Suite("Platform math")
struct PlatformMathTests {
  @Test("each function gives its own known value, so that none is wired to another")
  func knownValues() {
    let values: [(Double, Double)] = [
      (Elementary.sin(1), 0.8414709848078965), (Elementary.cos(1), 0.5403023058681398),
      (Elementary.tan(1), 1.5574077246549023), (Elementary.asin(0.5), 0.5235987755982989),
      (Elementary.acos(0.5), 1.0471975511965979), (Elementary.atan(0.5), 0.4636476090008061),
      (Elementary.atan2(1, -2), 2.677945044588987), (Elementary.exp(1), 2.718281828459045),
      (Elementary.log(2), 0.6931471805599453), (Elementary.pow(2, 0.5), 1.4142135623730951),
    ]
    for (value, expected) in values { #expect(abs(value - expected) < 4e-16 * max(1, expected)) }
  }
}
