import GazePipeline
import TestSupport
import Testing

struct ExponentialFilterTests {
  @Test("a gap is weighted by its duration")
  func gap() {
    var filter = ExponentialFilter(.init(timeConstant: 0.1))
    _ = filter.step(SIMD2(10, 10), at: 0)
    // Two steps of 50 ms and one of 100 ms towards the same point give the same result.
    var other = filter
    _ = filter.step(SIMD2(20, 0), at: 0.05)
    expectNear(filter.step(SIMD2(20, 0), at: 0.1), other.step(SIMD2(20, 0), at: 0.1), 1e-12)
  }
}

struct DoubleExponentialFilterTests {
  @Test("LaViola's two stages with one α are the stated special case")
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
      expectNear(found, 2 * first - second, 1e-9, "sample \(index)")
    }
  }
}
