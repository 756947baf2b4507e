import GazePipeline
import TestSupport
import Testing

struct MovingAverageTests {
  @Test("agrees with a naively computed mean, for every window")
  func naive() {
    var random = SeededGenerator(seed: 17)
    for window in 1...MovingAverage.capacity {
      var filter = MovingAverage(window: window)
      var points: [SIMD2<Double>] = []
      for _ in 0..<100 {
        points.append(SIMD2(random.number(-500...500), random.number(-500...500)))
        let last = points.suffix(window)
        let expected = last.reduce(SIMD2.zero, +) / Double(last.count)
        expectNear(filter.step(points[points.count - 1]), expected, 1e-11)
      }
    }
  }

  @Test(
    "the window is clamped to 1…capacity", arguments: [(-5, 1), (0, 1), (7, 7), (33, 32), (Int.max, 32), (Int.min, 1)])
  func clamped(asked: Int, got: Int) {
    #expect(MovingAverage(window: asked).window == got)
  }

  @Test("a non-finite point has no effect once it leaves the window")
  func recovers() {
    var filter = MovingAverage(window: 3)
    for x in [1, .nan, 5, 7] { _ = filter.step(SIMD2(x, .infinity)) }
    _ = filter.step(SIMD2(1, 1))
    _ = filter.step(SIMD2(2, 2))
    #expect(filter.step(SIMD2(3, 3)) == SIMD2(2, 2))
  }
}

struct GatedTriangularFilterTests {
  @Test("agrees with the naively computed weighted mean, for every window and across saccades")
  func naive() {
    var random = SeededGenerator(seed: 33)
    for window in 1...GatedTriangularFilter.capacity {
      var filter = GatedTriangularFilter(.init(window: window, threshold: 50))
      var points: [SIMD2<Double>] = []
      var mean: SIMD2<Double>?
      for index in 0..<120 {
        // A saccade far above the threshold every 40 samples, and noise far below it.
        let place = SIMD2(Double(index / 40) * 200, 300)
        let point = place + SIMD2(random.number(-5...5), random.number(-5...5))
        if let mean, (point - mean).length > 50 { points = [] }
        points.append(point)
        let last = Array(points.suffix(window))
        let weights = (1...last.count).map(Double.init)
        mean = zip(last, weights).reduce(SIMD2.zero) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
        expectNear(filter.step(point), (mean ?? .zero), 1e-9, "window \(window), sample \(index)")
        if index == 40 || index == 80 { #expect(points.count == 1) }
      }
    }
  }

  @Test(
    "the window is clamped to 1…capacity", arguments: [(-5, 1), (0, 1), (7, 7), (33, 32), (Int.max, 32), (Int.min, 1)])
  func clamped(asked: Int, got: Int) {
    var (one, other) = (
      GatedTriangularFilter(.init(window: asked, threshold: 1e9)),
      GatedTriangularFilter(.init(window: got, threshold: 1e9))
    )
    for index in 0..<80 {
      let point = SIMD2(Double(index * index % 17), 1)
      #expect(one.step(point) == other.step(point))
    }
  }
}
