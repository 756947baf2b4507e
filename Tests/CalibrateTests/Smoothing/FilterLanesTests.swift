import GazePipeline
import Testing

@testable import Calibrate

@Suite struct FilterLanesTests {
  /// Checks that eight lanes return the bytes of eight filters.
  private func check<Filters: FilterLanes>(_: Filters.Type, _ family: Smoothing.Family) {
    let search = SmoothingSearch(family)
    let smoothings = (0..<8).map { lane in
      search.smoothing(lane % search.variants.count, at: search.ranges.indices.map { Double((lane + $0) % 8) - 3.5 })
    }
    var lanes = Filters(smoothings.compactMap(Filters.settings))
    var filters = smoothings.map { PointerFilter($0) }
    var samples = PointerTrack.jumping(white: 5, coloured: 5, looks: 4).samples
    // A time that repeats.
    samples[50].time = samples[49].time
    for sample in samples {
      let found = lanes.step(sample.point, at: sample.time)
      for lane in filters.indices {
        let expected = filters[lane].step(sample.point, at: sample.time)
        #expect(SIMD2(found.x[lane], found.y[lane]) == expected, "\(smoothings[lane]) at \(sample.time)")
      }
    }
    #expect(smoothings.allSatisfy { Filters.settings(of: $0) != nil } && Filters.settings(of: .none) == nil)
  }

  @Test("a lane returns the bytes of its filter")
  func lanes() {
    check(ExponentialLanes.self, .exponential)
    check(DoubleExponentialLanes.self, .doubleExponential)
    check(OneEuroLanes.self, .oneEuro)
    check(VelocityKalmanLanes.self, .kalman)
  }
}
