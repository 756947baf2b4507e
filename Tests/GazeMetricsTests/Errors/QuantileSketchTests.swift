import Foundation
import TestSupport
import Testing

@testable import GazeMetrics

struct QuantileSketchTests {
  @Test(
    "A quantile is within 0.1 % of the order statistic (n = 2,000)",
    arguments: [0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.999, 1])
  func accuracy(p: Double) throws {
    var (rng, sketch, values) = (SeededGenerator(seed: 1), QuantileSketch(), [Double]())
    for _ in 0..<2000 {
      // With σ = 6 of the logarithm the values cover almost the whole range.
      values.append(rng.logNormal(sigma: 6) * 1e8)
      sketch.add(values[values.count - 1])
    }
    values = values.map { min($0, 1e9) }.sorted()
    let exact = values[Int(p * 1999)]
    let estimate = try #require(sketch.quantile(p))
    #expect(abs(estimate - exact) <= 0.001_000_001 * exact)
  }

  /// A value, its neighbours, and values near it.
  private func around(_ value: Double) -> [Double] {
    let near = [-1e-5, -1e-6, -1e-9, -1e-12, 0, 1e-12, 1e-9, 1e-6, 1e-5].map { value * (1 + $0) }
    return (near + [value.nextDown, value.nextDown.nextDown, value.nextUp, value.nextUp.nextUp])
      .filter { QuantileSketch.range.contains($0) }
  }

  @Test("The bin is the formula's at and between all edges")
  func bins() {
    var rng = SeededGenerator(seed: 4)
    let gamma = (1 + QuantileSketch.relativeAccuracy) / (1 - QuantileSketch.relativeAccuracy)
    var differences: [Double] = []
    func check(_ value: Double) {
      if QuantileSketch.bin(value) != QuantileSketch.binByFormula(value) { differences.append(value) }
    }
    for bin in -10_363...10_363 { around(exp(Double(bin) * log(gamma))).forEach(check) }
    for exponent in -30...29 {
      for piece in 0..<256 {
        around(Double(sign: .plus, exponent: exponent, significand: 1 + Double(piece) / 256)).forEach(check)
      }
    }
    for _ in 0..<200_000 {
      let value = exp(rng.number(log(1e-9)...log(1e9)))
      if QuantileSketch.range.contains(value) { check(value) }
    }
    check(1e-9)
    check(1e9)
    #expect(differences.isEmpty)
  }

  @Test("Merging in any order gives the sketch of all values")
  func merging() {
    var rng = SeededGenerator(seed: 2)
    var (whole, parts) = (QuantileSketch(), Array(repeating: QuantileSketch(), count: 5))
    for i in 0..<500 {
      let value = i % 7 == 0 ? 0 : rng.logNormal(sigma: 3)
      whole.add(value)
      parts[i % 4].add(value)  // the fifth stays empty
    }
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
      var sum = QuantileSketch()
      for i in order { sum.merge(parts[i]) }
      #expect(sum == whole)
    }
  }

  @Test("Zeros are exact, tiny values count as 0 and huge ones as 1e9")
  func ends() {
    var sketch = QuantileSketch()
    for value in [0, 0, 0, 1e-300, 1e300] { sketch.add(value) }
    #expect(sketch.count == 5)
    #expect(sketch.quantile(0.5) == 0)
    #expect(sketch.quantile(1) == 1e9)
    #expect(sketch.minimum == 0 && sketch.maximum == 1e9)
  }

  @Test("An invalid value is refused and changes nothing", arguments: [-1, -Double.infinity, .infinity, .nan])
  func refusal(value: Double) {
    var sketch = QuantileSketch()
    let isTaken = sketch.add(value)
    #expect(!isTaken)
    #expect(sketch == QuantileSketch())
    #expect(sketch.quantile(0.5) == nil)
  }

  @Test("A share outside 0…1 has no quantile", arguments: [-0.1, 1.1, Double.nan, .infinity])
  func noShare(p: Double) {
    var sketch = QuantileSketch()
    sketch.add(1)
    #expect(sketch.quantile(p) == nil)
  }

  @Test("A sketch merged into itself until its counts saturate neither traps nor loses its quantiles")
  func saturation() throws {
    var sketch = QuantileSketch()
    for value in [0, 1, 2, 3.0] { sketch.add(value) }
    for _ in 0..<70 { sketch.merge(sketch) }
    #expect(sketch.count == .max)
    #expect(sketch.quantile(1) == 3)
    #expect(try #require(sketch.quantile(0.9)) <= 3)
  }

  @Test("Latencies of either sign keep their order (n = 1,001)")
  func signed() throws {
    var (rng, sketch, values) = (SeededGenerator(seed: 3), SignedQuantileSketch(), [Double]())
    for _ in 0..<1001 {
      values.append(rng.normal() + 0.3)
      sketch.add(values[values.count - 1])
    }
    values.sort()
    for p in [0, 0.1, 0.35, 0.5, 0.9, 1] {
      let exact = values[Int(p * 1000)]
      #expect(abs(try #require(sketch.quantile(p)) - exact) <= 0.001_000_001 * abs(exact))
    }
    let isTaken = (sketch.add(.nan), sketch.add(-.infinity))
    #expect(isTaken == (false, false))
    #expect(sketch.count == 1001)
  }
}
