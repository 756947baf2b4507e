import Testing

@testable import Evaluate

@Suite struct TargetLayoutTests {
  private let size = SIMD2<Double>(375, 812)
  private var grid: Set<SIMD2<Double>> {
    Set([0.1, 0.5, 0.9].flatMap { x in [0.1, 0.5, 0.9].map { SIMD2(x, $0) * SIMD2<Double>(375, 812) } })
  }

  @Test("a grid on its own screen is in order; on another screen it is not, until it is corrected")
  func order() throws {
    let own = try #require(TargetLayout(grid))
    let zoomed = try #require(TargetLayout(Set(grid.map { $0 * (320.0 / 375) })))
    #expect(own.order(size) > 15)
    #expect(zoomed.order(size) < own.order(size) - 10)
    #expect(zoomed.order(size) { $0 / (320.0 / 375) } == own.order(size))
    #expect(abs(zoomed.middle(size).x - 320.0 / 375) < 1e-12)
  }

  @Test("places without any order have no weight, and one row or none is no layout")
  func disorder() throws {
    let places: Set<SIMD2<Double>> = [SIMD2(31, 77), SIMD2(200, 605), SIMD2(290, 333), SIMD2(111, 480)]
    #expect(try #require(TargetLayout(places)).order(size) == 0)
    #expect(TargetLayout([]) == nil && TargetLayout([SIMD2(1, 2), SIMD2(5, 2)]) == nil)
  }
}
