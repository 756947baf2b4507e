import GazeMetrics
import GazeSimulation
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ResamplingTests {
  private func mean(_ values: [Double]) -> ([Int]) -> Double? {
    { chosen in chosen.reduce(0) { $0 + values[$1] } / Double(chosen.count) }
  }

  @Test("intervals contain the mean of 24 trials in nearly 95 % of 200 studies")
  func coverage() throws {
    var covered = 0
    for seed in 0..<200 as Range<UInt64> {
      let stream = RandomStream(seed: 7200 + seed, .anatomy)
      let values = (0..<24).map { stream.normal(UInt64($0)) }
      let resampling = Resampling(seed: seed, study: 0x7264)
      if try #require(resampling.interval(of: 24, fewest: 5, mean(values))).contains(0) { covered += 1 }
    }
    // The standard error of the count is 3.1; a percentile bootstrap of 24 covers about 93 %.
    #expect((174...198).contains(covered), "\(covered)")
  }

  @Test("the same seed and study give the same interval, another seed or study another one, and too few none")
  func seeds() throws {
    let values = (0..<30).map { Double($0 * $0 % 17) }
    let ends = [(1, 1), (1, 1), (2, 1), (1, 2)].map { seed, study in
      Resampling(seed: UInt64(seed), study: study).interval(of: 30, fewest: 5, mean(values))
    }
    #expect(ends[0] != nil && ends[0] == ends[1] && ends[0] != ends[2] && ends[0] != ends[3])
    let resampling = Resampling(seed: 1, study: 1)
    #expect(resampling.interval(of: 4, fewest: 5, mean(values)) == nil)
    #expect(resampling.interval(of: 0, fewest: 0, mean(values)) == nil)
    #expect(resampling.interval(of: 30, fewest: 5) { _ in nil } == nil)
  }
}
