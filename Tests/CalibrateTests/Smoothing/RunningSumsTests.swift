import GazePipeline
import Testing

@testable import Calibrate

@Suite struct RunningSumsTests {
  private let track = PointerTrack.jumping(white: 5, coloured: 5, looks: 20)

  /// Largest distance of points, each the unsmoothed one moved by its way, from a filter's.
  private func error(_ smoothing: Smoothing, _ run: ((_ sample: Int, _ way: SIMD2<Double>) -> Void) -> Void) -> Double {
    let expected = track.filtered(smoothing)
    var (largest, count) = (0.0, 0)
    run { sample, way in
      largest = max(largest, (track.samples[sample].point + way - expected[sample]).length)
      count += 1
    }
    #expect(count == expected.count)
    return largest
  }

  @Test("the means are those of the filters, for every window, with and without saccades")
  func means() {
    let sums = RunningSums(track)
    for window in 2...32 {
      #expect(error(.movingAverage(window)) { sums.mean(of: window, $0) } < 1e-8)
      for threshold in [6.0, 27, 140, .infinity] {
        let settings = GatedTriangularFilter.Settings(window: window, threshold: threshold)
        #expect(error(.gatedTriangular(settings)) { sums.triangularMean(settings, $0) } < 1e-8)
      }
    }
  }
}
