import Foundation
import GazeMetrics
import TestSupport
import Testing

@testable import Calibrate

struct BatchMeansTests {
  @Test("mean and SD are exact, whatever the count", arguments: [2, 31, 32, 33, 1000, 4097])
  func exact(count: Int) {
    var sum = BatchMeans()
    let values = (0..<count).map { 5 + Double($0 * 7919 % 101) }
    for value in values { sum.add(value) }
    let mean = values.reduce(0, +) / Double(count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
    #expect(sum.count == count)
    expectNear(sum.mean, mean, 1e-9)
    expectNear(sum.standardDeviation, variance.squareRoot(), 1e-9)
    #expect(sum.means.count < 32)
  }

  @Test("the mean of a correlated series is covered 88 to 99 % of 300 times")
  func coverage() throws {
    var random = SeededGenerator(seed: 51)
    var covered = 0
    for _ in 0..<300 {
      var sum = BatchMeans()
      // 6,000 samples of a series with a time constant of 30.
      for value in wander(6000, step: 1, sd: 1, time: 30, using: &random) { sum.add(value) }
      if try #require(sum.interval()).contains(0) { covered += 1 }
    }
    #expect((264...297).contains(covered), "\(covered)")
  }
}

struct LogNormalTallyTests {
  @Test("median and spread of log-normal lengths are covered 90 to 99 % of 400 times")
  func coverage() throws {
    // With a true coverage of 0.95 the observed one has a standard deviation of 0.011.
    var random = SeededGenerator(seed: 41)
    var covered = (median: 0, spread: 0)
    for _ in 0..<400 {
      var tally = LogNormalTally()
      for _ in 0..<8 { tally.add(0.2 * exp(0.3 * random.normal())) }
      if try #require(tally.median?.interval).contains(0.2) { covered.median += 1 }
      if try #require(tally.spread?.interval).contains(0.3) { covered.spread += 1 }
    }
    #expect((360...396).contains(covered.median) && (360...396).contains(covered.spread), "\(covered)")
  }

  @Test("one length has a median and no interval; invalid lengths are not counted")
  func few() {
    var tally = LogNormalTally()
    for length in [0, -1, .nan, .infinity] { tally.add(length) }
    #expect(tally.count == 0 && tally.median == nil)
    tally.add(2)
    #expect(tally.median?.value == 2 && tally.median?.interval == nil && tally.spread == nil)
  }
}

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
