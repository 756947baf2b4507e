import GazePipeline
import TestSupport
import Testing

struct SmoothingTests {
  @Test("each choice runs its own filter and keeps its state")
  func choices() {
    let settings = OneEuroFilter.Settings(minCutoff: 2, beta: 0.01)
    let (triangle, kalman) = (GatedTriangularFilter.Settings(), VelocityKalmanFilter.Settings())
    var filters = [
      PointerFilter(.none), PointerFilter(.movingAverage(4)), PointerFilter(.oneEuro(settings)),
      PointerFilter(.exponential(.init())), PointerFilter(.doubleExponential(.init())),
      PointerFilter(.gatedTriangular(triangle)), PointerFilter(.kalman(kalman)),
    ]
    var (mean, euro) = (MovingAverage(window: 4), OneEuroFilter(settings))
    var (low, trend) = (ExponentialFilter(.init()), DoubleExponentialFilter(.init()))
    var (gated, tracked) = (GatedTriangularFilter(triangle), VelocityKalmanFilter(kalman))
    var random = SeededGenerator(seed: 20)
    for index in 0..<50 {
      let (point, time) = (SIMD2(random.number(0...400), random.number(0...800)), Double(index) / 60)
      let found = filters.indices.map { filters[$0].step(point, at: time) }
      let expected = [
        point, mean.step(point), euro.step(point, at: time), low.step(point, at: time), trend.step(point, at: time),
        gated.step(point), tracked.step(point, at: time),
      ]
      #expect(found == expected)
    }
  }

  @Test("a reset filter equals a new one")
  func reset() {
    func check<Filter: Equatable>(
      _ new: Filter, _ step: (inout Filter, SIMD2<Double>, Double) -> Void, _ reset: (inout Filter) -> Void
    ) {
      var filter = new
      for index in 0..<9 { step(&filter, SIMD2(Double(index * index), 5), Double(index)) }
      #expect(filter != new)
      reset(&filter)
      #expect(filter == new)
    }
    check(MovingAverage(window: 4), { filter, point, _ in _ = filter.step(point) }, { $0.reset() })
    check(GatedTriangularFilter(.init()), { filter, point, _ in _ = filter.step(point) }, { $0.reset() })
    check(ExponentialFilter(.init()), { _ = $0.step($1, at: $2) }, { $0.reset() })
    check(DoubleExponentialFilter(.init()), { _ = $0.step($1, at: $2) }, { $0.reset() })
    check(OneEuroFilter(.init()), { _ = $0.step($1, at: $2) }, { $0.reset() })
    check(VelocityKalmanFilter(.init()), { _ = $0.step($1, at: $2) }, { $0.reset() })
  }

  @Test("a filter with an invalid setting gives each point back", arguments: [-1, Double.nan])
  func invalid(number: Double) {
    for smoothing in [
      Smoothing.exponential(.init(timeConstant: number)), .exponential(.init(timeConstant: 0)),
      .kalman(.init(noise: number, acceleration: 0, gate: .nan)), .kalman(.init(noise: 0, acceleration: 0, gate: .nan)),
      .gatedTriangular(.init(window: 8, threshold: number)),
    ] {
      var filter = PointerFilter(smoothing)
      for index in 0..<5 {
        let point = SIMD2(Double(index), 3)
        #expect(filter.step(point, at: Double(index)) == point, "\(smoothing)")
      }
    }
  }

  @Test("a family's example is of that family")
  func families() {
    for family in Smoothing.Family.allCases { #expect(family.example.family == family) }
  }

  @Test(
    "invalid points, and invalid, repeated or backward times, leave the output finite",
    arguments: Smoothing.Family.allCases.filter { $0 != .none && $0 != .movingAverage })
  func hostile(family: Smoothing.Family) {
    var filter = PointerFilter(family.example)
    let points = [1, .nan, -.infinity, 1e308, -1e308, 0, 7, .leastNonzeroMagnitude]
    let times = [0, 1, 1, 0.5, .nan, .infinity, -1e308, 1e308, 2, 2.1, 2.1]
    // The first point must be finite, because before it a filter has no output to hold.
    var last = filter.step(SIMD2(5, 5), at: 0)
    for index in 0..<2000 {
      let point = SIMD2(points[index % 8], points[index / 3 % 8])
      let (time, before) = (times[index % 11], last)
      last = filter.step(point, at: time)
      #expect(last.x.isFinite && last.y.isFinite, "\(family) at \(index)")
      if !(point.x.isFinite && point.y.isFinite) { #expect(last == before, "\(family) at \(index)") }
    }
    // Afterwards the filter works normally.
    for index in 0..<600 { last = filter.step(SIMD2(100, 200), at: 1e9 + Double(index)) }
    expectNear(last, SIMD2(100, 200), 1, "\(family): \(last)")
  }

  @Test(
    "a time that repeats or runs backwards leaves the last result unchanged",
    arguments: [Smoothing.Family.exponential, .doubleExponential, .oneEuro, .kalman])
  func time(family: Smoothing.Family) {
    var filter = PointerFilter(family.example)
    for index in 0..<10 { _ = filter.step(SIMD2(Double(index), 0), at: 10 + Double(index) / 60) }
    let last = filter.step(SIMD2(10, 0), at: 10.2)
    #expect(filter.step(SIMD2(500, 0), at: 10.2) == last)
    #expect(filter.step(SIMD2(500, 0), at: 3) == last)
    // The next time step is measured from the new time.
    #expect(filter.step(SIMD2(500, 0), at: 3.1) != last)
  }
}
