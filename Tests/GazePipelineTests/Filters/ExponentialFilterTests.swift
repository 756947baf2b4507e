import GazePipeline
import Testing

@Suite("Exponential filter")
struct ExponentialFilterTests {
  @Test("two steps by hand; a gap is weighted by its duration")
  func byHand() {
    var filter = ExponentialFilter(.init(timeConstant: 0.1))
    #expect(filter.step(SIMD2(10, 10), at: 0) == SIMD2(10, 10))
    // 1 − e^(−0.5) of the way.
    let half = filter.step(SIMD2(20, 0), at: 0.05)
    #expect((half - SIMD2(13.934693402873666, 6.065306597126334)).length < 1e-12)
    // Two steps of 50 ms and one of 100 ms towards the same point give the same result.
    var other = filter
    _ = filter.step(SIMD2(20, 0), at: 0.1)
    #expect((filter.step(SIMD2(20, 0), at: 0.15) - other.step(SIMD2(20, 0), at: 0.15)).length < 1e-12)
  }

  @Test("an invalid time constant disables the filter", arguments: [0, -1, Double.nan])
  func none(timeConstant: Double) {
    var filter = ExponentialFilter(.init(timeConstant: timeConstant))
    for index in 0..<5 { #expect(filter.step(SIMD2(Double(index), 3), at: Double(index)) == SIMD2(Double(index), 3)) }
  }

  @Test("a reset filter equals a new one")
  func reset() {
    var filter = ExponentialFilter(.init())
    _ = filter.step(SIMD2(100, 100), at: 0)
    filter.reset()
    #expect(filter == ExponentialFilter(.init()))
    #expect(filter.step(SIMD2(2, 3), at: 0) == SIMD2(2, 3))
  }
}
