import TestSupport
import Testing

@testable import Inspection

@Suite struct TargetLayoutTests {
  private let size = SIMD2<Double>(375, 812)
  private func places(_ x: [Double], _ y: [Double]) -> Set<SIMD2<Double>> {
    Set(y.flatMap { y in x.map { SIMD2($0, y) * size } })
  }

  /// A grid of these shares of the screen.
  private func grid(_ x: [Double], _ y: [Double]) throws -> TargetLayout {
    try #require(TargetLayout(places(x, y)))
  }

  @Test("a grid on its own screen is in order; on another screen it is not, until it is corrected")
  func order() throws {
    let grid = places([0.1, 0.5, 0.9], [0.1, 0.5, 0.9])
    let own = try #require(TargetLayout(grid))
    let zoomed = try #require(TargetLayout(Set(grid.map { $0 * (320.0 / 375) })))
    #expect(own.order(size) > 15)
    #expect(zoomed.order(size) < own.order(size) - 10)
    #expect(zoomed.order(size) { $0 / (320.0 / 375) } == own.order(size))
    expectNear(zoomed.middle(size).x, 320.0 / 375, 1e-12)
  }

  @Test("twentieths and middles of 2, 4 and 8 cells are round; sixteenths around a middle target are not")
  func round() throws {
    let centred = 2 * TargetLayout.middleWorth + TargetLayout.shareWorth
    for shares in [[0.1, 0.5, 0.9], [0.25, 0.75], [0.125, 0.375, 0.625, 0.875], [0.0625, 0.3125, 0.6875, 0.9375]] {
      #expect(try grid(shares, shares).order(size) == centred + TargetLayout.roundWorth, "\(shares)")
    }
    // Targets at 10 and 8 % of a Plus phone's screen would lie at 1/16 of the size of its body, in both directions.
    for shares in [[0.0625, 0.5, 0.9375], [0.08, 0.5, 0.92]] {
      #expect(try grid(shares, shares).order(size) == centred, "\(shares)")
    }
  }

  @Test("a layout is centred if the middle of its extremes is the screen's within 0.75 %")
  func centred() throws {
    #expect(try grid([0.1, 0.5, 0.9], [0.08, 0.92]).isCentred(size))
    #expect(try grid([0.1, 0.5, 0.91], [0.08, 0.92]).isCentred(size))
    #expect(try !grid([0.1, 0.5, 0.92], [0.08, 0.92]).isCentred(size))
  }

  @Test("places without any order have no weight, and one row or none is no layout")
  func disorder() throws {
    let places: Set<SIMD2<Double>> = [SIMD2(31, 77), SIMD2(200, 605), SIMD2(290, 333), SIMD2(111, 480)]
    #expect(try #require(TargetLayout(places)).order(size) == 0)
    #expect(TargetLayout([]) == nil && TargetLayout([SIMD2(1, 2), SIMD2(5, 2)]) == nil)
  }
}
