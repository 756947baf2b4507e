import GazePipeline
import TestSupport
import Testing

struct QuantilesTests {
  @Test("an even count's median is the middle numbers' mean, the upper median the larger")
  func medians() {
    #expect(Quantiles.median([3, 1, 2]) == 2 && Quantiles.upperMedian([3, 1, 2]) == 2)
    #expect(Quantiles.median([4, 1, 2, 3]) == 2.5 && Quantiles.upperMedian([4, 1, 2, 3]) == 3)
    #expect(Quantiles.median(sorted: [1, 2] as [Float]) == 1.5 && Quantiles.upperMedian(sorted: [1, 2]) == 2)
    #expect(Quantiles.median([7]) == 7 && Quantiles.upperMedian([7]) == 7)
    #expect(Quantiles.median([1, .infinity]) == .infinity && Quantiles.median([1e308, 1e308, 1e308]) == 1e308)
    #expect(Quantiles.upperMiddle(sorted: ["a", "b"]) == "b")
  }

  @Test("an empty array has no quantiles")
  func none() {
    #expect(Quantiles.median([]) == nil && Quantiles.upperMedian([]) == nil && Quantiles.upperMedian(sorted: []) == nil)
    #expect(Quantiles.upperMiddle(sorted: [String]()) == nil && Quantiles.linear(0.5, sorted: []) == nil)
  }

  @Test("a quantile is interpolated linearly between neighbours, as by default in NumPy")
  func linear() {
    // numpy.quantile([0, 10, 20, 40], [0, 0.25, 0.5, 0.9, 1])
    let quantiles = [0, 0.25, 0.5, 0.9, 1].map { Quantiles.linear($0, sorted: [0, 10, 20, 40]) }
    #expect(quantiles == [0, 7.5, 15, 34, 40])
    #expect(Quantiles.linear(-0.1, sorted: [1]) == nil && Quantiles.linear(.nan, sorted: [1]) == nil)
    #expect(Quantiles.linear(0.3, sorted: [1]) == 1)
  }
}
