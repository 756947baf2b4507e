import GazeMetrics
import GazePipeline
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

struct PointerMapTests {
  private let middle = SIMD2(187.5, 406.0)

  /// The map of a pointer that is this function of its reference, all over a 375 × 812 screen.
  private func map(_ pointer: (SIMD2<Double>) -> SIMD2<Double>) -> PointerMap {
    var map = PointerMap(middle: middle)
    for i in 0..<20 {
      for k in 0..<20 {
        let gaze = SIMD2(375 * (Double(i) + 0.5) / 20, 812 * (Double(k) + 0.5) / 20)
        map.add(pointer(gaze), to: gaze)
      }
    }
    return map
  }

  @Test("the fit recovers a linear map, with crosstalk too")
  func linear() throws {
    let fit = try #require(
      map { SIMD2(0.8 * $0.x - 0.2 * $0.y, 0.3 * $0.x + 1.1 * $0.y) + SIMD2(12, -30) }.fit)
    for (found, planted) in zip([fit.x.x, fit.x.y, fit.y.x, fit.y.y], [0.8, -0.2, 0.3, 1.1]) {
      expectNear(found, planted, 1e-12)
    }
    #expect(fit.gain == SIMD2(fit.x.x, fit.y.y) && fit.crosstalk == SIMD2(fit.x.y, fit.y.x))
    // Means by hand: the pointer's mean at the middle, minus the middle.
    expectNear(fit.offset.x, 0.8 * 187.5 - 0.2 * 406 + 12 - 187.5, 1e-9)
    // Each sum of 400 squares is rounded by a share of up to 400 · 2⁻⁵³ = 4e-14; for (305 points)² that is the square
    // of 6e-5.
    #expect(fit.residual < 1e-4 && fit.unexplained < 1e-12)
  }

  @Test("the residual is reported in points and as a share")
  func residual() throws {
    // The pointer alternates by ±10 points, which no line follows.
    var sign = 1.0
    let fit = try #require(
      map { point in
        sign = -sign
        return point + SIMD2(10 * sign, 0)
      }.fit)
    #expect(fit.unexplained < 0.01)
    expectNear(fit.residual, 10, 0.2)
    let still = try #require(map { _ in middle }.fit)
    #expect(still.spread == 0 && still.unexplained == 1 && still.gain == .zero && still.residual == 0)
  }

  @Test("too few samples, or a gaze that does not move, give nothing")
  func nothing() {
    #expect(PointerMap(middle: middle).fit == nil)
    var map = PointerMap(middle: middle)
    for i in 0..<100 { map.add(SIMD2(Double(i), 0), to: SIMD2(Double(i), 406)) }
    #expect(map.fit == nil)
  }
}
