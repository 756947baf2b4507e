import TestSupport
import Testing

@testable import GazeMetrics

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
