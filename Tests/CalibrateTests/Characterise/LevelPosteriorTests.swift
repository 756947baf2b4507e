import Foundation
import GazeMetrics
import TestSupport
import Testing

@testable import Calibrate

struct LevelPosteriorTests {
  @Test("a log-normal law's quantiles on levels are right to a twentieth of a width")
  func logNormal() {
    let step = 0.1
    var weights: [Double: Double] = [:]
    for i in -60...60 {
      let z = Double(i) * step
      weights[2 * exp(z)] = step * exp(-z * z / 2) / (2 * Double.pi).squareRoot()
    }
    let posterior = LevelPosterior(weights)
    for (p, z) in [(0.025, -1.959964), (0.5, 0), (0.975, 1.959964)] {
      expectNear(log(posterior.quantile(p) / 2), z, 0.005, "\(p)")
    }
    #expect(posterior.figure.value == posterior.quantile(0.5))
    #expect(posterior.ends.low < 1e-6 && posterior.ends.high < 1e-6)
  }

  @Test("the ends tell on which side the data do not bound the parameter")
  func ends() {
    let posterior = LevelPosterior([1: 0.4, 2: 0.4, 4: 0.2, 8: 0])
    #expect(posterior.ends == (1, 0))
  }

  @Test("one level, or no weight at all, gives finite numbers")
  func degenerate() {
    for posterior in [LevelPosterior([3: 1]), LevelPosterior([1: 0, 2: 0]), LevelPosterior([1: .nan, 2: 1])] {
      #expect(posterior.quantile(0.5).isFinite && posterior.quantile(0.025).isFinite)
    }
  }
}
