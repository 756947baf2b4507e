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
