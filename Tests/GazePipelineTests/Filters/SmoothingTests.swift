import GazePipeline
import Testing

@Suite("Smoothing")
struct SmoothingTests {
  @Test("each choice runs its own filter and keeps its memory")
  func choices() {
    let settings = OneEuroFilter.Settings(minCutoff: 2, beta: 0.01)
    var (none, mean, euro) = (
      PointerFilter(.none), PointerFilter(.movingAverage(4)), PointerFilter(.oneEuro(settings))
    )
    var (meanAlone, euroAlone) = (MovingAverage(window: 4), OneEuroFilter(settings))
    var random = SeededGenerator(seed: 20)
    for index in 0..<50 {
      let (point, time) = (SIMD2(random.number(0...400), random.number(0...800)), Double(index) / 60)
      #expect(none.step(point, at: time) == point)
      #expect(mean.step(point, at: time) == meanAlone.step(point))
      #expect(euro.step(point, at: time) == euroAlone.step(point, at: time))
    }
  }
}
