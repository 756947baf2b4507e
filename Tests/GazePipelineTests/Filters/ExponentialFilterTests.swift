import GazePipeline
import Testing

@Suite("Exponential filter")
struct ExponentialFilterTests {
  @Test("two steps by hand, and a gap counts by its length")
  func byHand() {
    var filter = ExponentialFilter(.init(timeConstant: 0.1))
    #expect(filter.step(SIMD2(10, 10), at: 0) == SIMD2(10, 10))
    // 1 − e^(−0.5) of the way.
    let half = filter.step(SIMD2(20, 0), at: 0.05)
    #expect((half - SIMD2(13.934693402873666, 6.065306597126334)).length < 1e-12)
    // Two steps of 50 ms or one of 100 ms towards the same point come out the same.
    var other = filter
    _ = filter.step(SIMD2(20, 0), at: 0.1)
    #expect((filter.step(SIMD2(20, 0), at: 0.15) - other.step(SIMD2(20, 0), at: 0.15)).length < 1e-12)
  }

  @Test("a time constant that is none filters nothing", arguments: [0, -1, Double.nan])
  func none(timeConstant: Double) {
    var filter = ExponentialFilter(.init(timeConstant: timeConstant))
    for index in 0..<5 { #expect(filter.step(SIMD2(Double(index), 3), at: Double(index)) == SIMD2(Double(index), 3)) }
  }

  @Test("after a reset it is as new")
  func reset() {
    var filter = ExponentialFilter(.init())
    _ = filter.step(SIMD2(100, 100), at: 0)
    filter.reset()
    #expect(filter == ExponentialFilter(.init()))
    #expect(filter.step(SIMD2(2, 3), at: 0) == SIMD2(2, 3))
  }
}
