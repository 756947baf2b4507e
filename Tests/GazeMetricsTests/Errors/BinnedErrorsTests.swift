import TestSupport
import Testing

@testable import GazeMetrics

struct BinnedErrorsTests {
  @Test("Each bin has its samples' mean; the end bins take those outside")
  func bins() {
    var errors = BinnedErrors(from: 0.2, width: 0.1, size: 3)
    for (value, error) in [(0.1, 1.0), (0.25, 3), (0.35, 10), (0.45, 20), (9, 40)] {
      errors.add(points: error, degrees: error / 10, at: value)
    }
    #expect(errors[0].errorPoints == 2 && errors[1].errorPoints == 10 && errors[2].errorPoints == 30)
    #expect(errors[0].errorDegrees == 0.2 && errors[3].errorPoints == nil && errors[-1].count == 0)
    #expect(errors.range(1) == (0.3, 0.4))
    expectNear(errors.mean, 10.15 / 5, 1e-12)
  }

  @Test("Merged halves equal the whole; other bins and invalid numbers change nothing")
  func merging() {
    let empty = BinnedErrors(from: 0, width: 1, size: 4)
    var (a, b, whole) = (empty, empty, empty)
    for i in 0..<8 {
      whole.add(points: Double(i), degrees: 1, at: Double(i) / 2)
      if i % 2 == 0 {
        a.add(points: Double(i), degrees: 1, at: Double(i) / 2)
      } else {
        b.add(points: Double(i), degrees: 1, at: Double(i) / 2)
      }
    }
    a.merge(b)
    a.merge(BinnedErrors(from: 1, width: 1, size: 4))
    for value in [Double.nan, .infinity, 1e10] {
      a.add(points: value, degrees: 1, at: 0)
      a.add(points: 1, degrees: value, at: 0)
      a.add(points: 1, degrees: 1, at: value)
    }
    #expect(a == whole && empty.mean == nil)
  }
}

struct PooledBinsTests {
  @Test("each bin has the means of its people, in order")
  func means() {
    var (pooled, people) = (PooledBins(), [BinnedErrors]())
    for person in 0..<10 {
      var own = BinnedErrors(from: 0, width: 2, size: 3)
      for sample in 0..<person { own.add(points: Double(sample), degrees: Double(person), at: Double(sample)) }
      pooled.add(own)
      people.append(own)
    }
    for bin in 0..<3 {
      let those = people.map { $0[bin] }.filter { $0.count > 0 }
      #expect(Array(pooled.bins[bin].errorDegrees) == those.compactMap(\.errorDegrees))
      #expect(pooled.bins[bin].people == those.count)
      #expect(pooled.bins[bin].samples == those.reduce(0) { $0 + $1.count })
      #expect(pooled.bins[bin].errorPoints == those.compactMap(\.errorPoints).mean)
      #expect(pooled.range(bin) == people[0].range(bin))
    }
    #expect(PooledBins().bins.isEmpty && PooledBins().range(0) == (0, 0))
  }
}

struct LinearHistogramTests {
  @Test("Shares at bins' ends are the values', quantiles within a bin (n = 10,000)")
  func shares() {
    var (rng, histogram, values) = (
      SeededGenerator(seed: 5), LinearHistogram(from: -1, width: 0.5, size: 20), [Double]()
    )
    for _ in 0..<10_000 {
      values.append(rng.normal() * 3)
      histogram.add(values[values.count - 1])
    }
    for end in stride(from: -1.0, through: 9, by: 0.5) {
      let share = Double(values.count { $0 < end }) / 10_000
      #expect(histogram.share(below: end) == share)
    }
    values.sort()
    for p in [0.5, 0.75, 0.9, 0.99] {
      expectNear(histogram.quantile(p), values[Int(p * 10_000)], 0.5)
    }
    // 37 % of the values lie below the bins, so lower quantiles are unknown, as are shares outside the bins.
    #expect(histogram.quantile(0.2) == nil && histogram.share(below: -2) == nil && histogram.share(below: 9.1) == nil)
  }

  @Test("Two merged halves equal the whole; other bins change nothing; NaN is refused")
  func merging() {
    let empty = LinearHistogram(from: 0, width: 1, size: 10)
    var (whole, a, b) = (empty, empty, empty)
    for i in 0..<100 {
      let value = Double(i * 37 % 130) / 10
      whole.add(value)
      if i < 50 { a.add(value) } else { b.add(value) }
    }
    a.merge(b)
    #expect(a == whole)
    a.merge(LinearHistogram(from: 0, width: 2, size: 10))
    let isTaken = a.add(.nan)
    #expect(a == whole && !isTaken)
    #expect(empty.share(below: 5) == nil && empty.quantile(0.5) == nil)
  }
}
