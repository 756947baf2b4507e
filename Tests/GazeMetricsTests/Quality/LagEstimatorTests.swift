import Foundation
import GazeMetrics
import GazePipeline
import TestSupport
import Testing

struct LagEstimatorTests {
  /// Runs the estimator on a gaze that jumps every 0.3 s on average, at 60 Hz, and on a pointer that follows it.
  private static func run(
    frames: Int, seed: UInt64, noise: Double, jump: Double = 200, follow: (SIMD2<Double>) -> SIMD2<Double>
  ) -> LagEstimator {
    var (rng, lag) = (SeededGenerator(seed: seed), LagEstimator(frameInterval: 1.0 / 60))
    var truth = SIMD2<Double>.zero
    for i in 0..<frames {
      if rng.uniform() < 1.0 / 18 { truth = SIMD2(rng.uniform(), rng.uniform()) * jump }
      let pointer = follow(truth) + SIMD2(rng.normal(), rng.normal()) * noise + SIMD2(31, -50)
      lag.step(truth: truth, pointer: pointer, at: Double(i) / 60)
    }
    return lag
  }

  @Test("A pure delay of k frames, also 0, is found under noise and offset", arguments: [0, 1, 5, 29])
  func delay(frames: Int) throws {
    var line: [SIMD2<Double>] = []
    let lag = Self.run(frames: 3000, seed: 8, noise: 10) { truth in
      line.append(truth)
      return line[max(line.count - 1 - frames, 0)]
    }
    try expectNear(#require(lag.lag) * 60, Double(frames), 0.3)
  }

  @Test("Noise alone, or a pointer that does not follow, has no delay (50 seeds)")
  func nothing() {
    for seed in 0..<50 {
      #expect(Self.run(frames: 1500, seed: UInt64(seed), noise: 20, jump: 0) { $0 }.lag == nil)
    }
    #expect(Self.run(frames: 3000, seed: 1, noise: 0, jump: 0) { _ in .zero }.lag == nil)
  }

  @Test("A delay beyond the range is not reported as its end")
  func border() {
    var line: [SIMD2<Double>] = []
    let lag = Self.run(frames: 3000, seed: 10, noise: 0) { truth in
      line.append(truth)
      return line[max(line.count - 41, 0)]
    }
    #expect(lag.lag == nil)
  }

  @Test("Gaps, lost faces and NaN are skipped without mixing frames")
  func gaps() throws {
    var (rng, lag) = (SeededGenerator(seed: 11), LagEstimator(frameInterval: 1.0 / 60))
    var (line, time) = ([SIMD2<Double>](), 0.0)
    for i in 0..<6000 {
      let last = line.last ?? .zero
      line.append(rng.uniform() < 0.05 ? SIMD2(rng.uniform(), rng.uniform()) * 300 : last)
      time += 1.0 / 60
      switch i % 400 {
      case 397: time += 2
      case 398: lag.step(truth: nil, pointer: line[i], at: time)
      case 399: lag.step(truth: SIMD2(.nan, 0), pointer: SIMD2(.infinity, 1e300), at: i == 399 ? .nan : time)
      default: lag.step(truth: line[i], pointer: line[max(i - 4, 0)], at: time)
      }
    }
    try expectNear(#require(lag.lag) * 60, 4, 0.1)
    #expect(lag.count > 5000 && lag.count < 5600)
  }

  @Test("An invalid frame interval gives no delay", arguments: [0, -1, Double.nan, .infinity])
  func hostile(interval: Double) {
    var lag = LagEstimator(frameInterval: interval, maximumLag: .max)
    for i in 0..<20 { lag.step(truth: SIMD2(Double(i), 0), pointer: .zero, at: Double(i)) }
    #expect(lag.lag == nil)
  }

  @Test(
    "The delay is the formula's, for even and odd numbers of delays", arguments: [(30, 2), (31, 2), (7, 7)])
  func formula(lag: Int, lead: Int) throws {
    var rng = SeededGenerator(seed: 5)
    var estimator = LagEstimator(frameInterval: 1.0 / 60, maximumLag: lag, maximumLead: lead)
    var (truths, pointers, place) = ([SIMD2<Double>](), [SIMD2<Double>](), SIMD2<Double>.zero)
    for i in 0..<900 {
      if rng.uniform() < 0.06 { place = SIMD2(rng.uniform(), rng.uniform()) * 200 }
      truths.append(place)
      pointers.append(truths[max(i - 4, 0)] + SIMD2(rng.normal(), rng.normal()) * 5)
      estimator.step(truth: truths[i], pointer: pointers[i], at: Double(i) / 60)
    }
    let frames = lag..<(truths.count - lead)
    let costs = (-lead...lag).map { delay in
      let differences = frames.map { pointers[$0] - truths[$0 - delay] }
      let (sum, squares) = differences.reduce(into: (SIMD2<Double>.zero, 0.0)) {
        ($0.0, $0.1) = ($0.0 + $1, $0.1 + ($1 * $1).sum())
      }
      let mean = sum / Double(frames.count)
      return squares / Double(frames.count) - (mean * mean).sum()
    }
    let least = try #require(costs.min())
    let index = try #require(costs.firstIndex(of: least))
    let (before, after) = (costs[index - 1], costs[index + 1])
    let expected = Double(index - lead) + (before - after) / (2 * (before - 2 * least + after))
    #expect(estimator.count == frames.count)
    try expectNear(#require(estimator.lag) * 60, expected, 1e-9)
  }
}
