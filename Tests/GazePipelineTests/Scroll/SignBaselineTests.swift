import Foundation
import TestSupport
import Testing

@testable import GazePipeline

struct SignBaselineTests {
  /// The value after some seconds of a signal at 60 Hz.
  private func value(
    _ baseline: inout SignBaseline, seconds: Double, _ level: (Double) -> Double
  ) throws -> Double {
    for index in 0..<Int(seconds * 60) { baseline.add(level(Double(index) / 60), elapsed: 1.0 / 60) }
    return try #require(baseline.value)
  }

  @Test(
    "the median of a constant is the constant, to half a bin", arguments: [0, 0.003, 0.1, 0.24, 0.251, 0.6, 0.99, 1])
  func constant(level: Double) throws {
    var baseline = SignBaseline(0...1)
    #expect(baseline.value == nil)
    baseline.add(level, elapsed: 0)
    #expect(abs(try #require(baseline.value) - level) <= 0.5 / 64 + 1e-6)
    #expect(abs(try value(&baseline, seconds: 20) { _ in level } - level) <= 0.5 / 64 + 1e-6)
  }

  @Test("a lasting level replaces the old one after about 5 s")
  func change() throws {
    var baseline = SignBaseline(0...1)
    _ = try value(&baseline, seconds: 60) { _ in 0.1 }
    #expect(try value(&baseline, seconds: 4.5) { _ in 0.6 } < 0.12)
    #expect(try value(&baseline, seconds: 1) { _ in 0.6 } > 0.58)
  }

  @Test("peaks for less than half of the time do not move the median")
  func peaks() throws {
    var baseline = SignBaseline(0...1)
    let found = try value(&baseline, seconds: 60) { $0.truncatingRemainder(dividingBy: 1) < 0.4 ? 0.9 : 0.1 }
    expectNear(found, 0.1, 0.02)
  }

  @Test("a range around zero, levels outside of it, and long runs")
  func range() throws {
    var baseline = SignBaseline(-1...1)
    // Half of one of the 64 bins; a level outside of the range counts in the outermost bin, which begins at 0.97.
    #expect(abs(try value(&baseline, seconds: 20) { _ in -0.25 } + 0.25) <= 1.0 / 64)
    #expect(try value(&baseline, seconds: 20) { _ in 1e300 } > 0.96)
    #expect(try value(&baseline, seconds: 20) { _ in -1e300 } < -0.96)
    // After half an hour the weights of old samples have not become denormal numbers, nor has the sum overflowed.
    #expect(abs(try value(&baseline, seconds: 1800) { _ in 0.5 } - 0.5) <= 1.0 / 64)
  }

  @Test("the median agrees with the sorted one to 0.01 (20 runs)")
  func noise() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      var (baseline, levels) = (SignBaseline(0...1), [Double]())
      for _ in 0..<1800 {
        levels.append(0.3 + 0.05 * random.normal())
        baseline.add(levels[levels.count - 1], elapsed: 1.0 / 60)
      }
      let sorted = levels.suffix(600).sorted()
      expectNear(baseline.value, (sorted[299] + sorted[300]) / 2, 0.01)
    }
  }
}
