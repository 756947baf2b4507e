import GazePipeline
import TestSupport
import Testing

@Suite("Double exponential filter")
struct DoubleExponentialFilterTests {
  @Test("LaViola's two stages with one α are the special case stated in the doc comment")
  func laViola() {
    let (interval, stage) = (1.0 / 60, 0.3)
    // The time constant for a gain α = 1 − e^(−te/τ): for the level's α(2 − α) and for the trend's gain.
    func constant(_ gain: Double) -> Double { -interval / Elementary.log(1 - gain) }
    var filter = DoubleExponentialFilter(
      .init(timeConstant: constant(stage * (2 - stage)), trendTimeConstant: constant(stage / (2 - stage))))
    var random = SeededGenerator(seed: 31)
    var (first, second): (SIMD2<Double>, SIMD2<Double>) = (.zero, .zero)
    for index in 0..<200 {
      let point = SIMD2(random.number(0...400), random.number(0...800))
      if index == 0 {
        (first, second) = (point, point)
      } else {
        first += (point - first) * stage
        second += (first - second) * stage
      }
      let found = filter.step(point, at: Double(index) * interval)
      #expect((found - (2 * first - second)).length < 1e-9, "sample \(index)")
    }
  }

  @Test("a jump is overshot, and the overshoot decays")
  func overshoot() {
    var filter = DoubleExponentialFilter(.init(timeConstant: 0.05, trendTimeConstant: 0.1))
    var highest = 0.0
    var last = 0.0
    for index in 0..<600 {
      last = filter.step(SIMD2(index < 60 ? 0 : 100, 0), at: Double(index) / 60).x
      highest = max(highest, last)
    }
    #expect(highest > 105)
    #expect(abs(last - 100) < 1e-6)
  }

  @Test("a reset filter equals a new one")
  func reset() {
    var filter = DoubleExponentialFilter(.init())
    for index in 0..<9 { _ = filter.step(SIMD2(Double(index * index), 0), at: Double(index)) }
    filter.reset()
    #expect(filter == DoubleExponentialFilter(.init()))
  }
}
