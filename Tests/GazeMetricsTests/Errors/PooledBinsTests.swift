import TestSupport
import Testing

@testable import GazeMetrics

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
