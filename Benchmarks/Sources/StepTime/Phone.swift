import Foundation
import GazePipeline
import GazeSimulation

/// The phone, the trigger and the clock of all measurements of steps.
enum Phone {
  static let nominal = NominalPhone(
    id: "iphone12mini",
    geometry: ScreenGeometry(points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
    sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))
  static let smoothing = OneEuroFilter.Settings(minCutoff: 2, beta: 0.02)
  static let trigger = ScrollTrigger.Settings.standard

  /// The pipelines of the comparisons.
  static var standard: StandardPipeline {
    StandardPipeline(geometry: nominal.geometry, smoothing: .oneEuro(smoothing), trigger: trigger)
  }
  static var article: Article2021GazePipeline { Article2021GazePipeline(.iPhone12Mini(.worldTakenAsLocal)) }

  /// People who read for ten minutes.
  static func readers(_ count: Int) -> Simulation {
    Simulation(device: nominal, scenario: .reading, seed: 1, participants: count, duration: 600)
  }
}

/// Nanoseconds of this thread.
func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
