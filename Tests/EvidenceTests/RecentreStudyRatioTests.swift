import GazeMetrics
import GazePipeline
import GazeSimulation
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct RecentreStudyRatioTests {
  private typealias Ratio = RecentreStudy.MedianRatio

  /// Errors of people: log-normal with a sigma of 0.5.
  private func people(_ count: Int, seed: UInt64, times factor: Double = 1) -> [Double] {
    let stream = RandomStream(seed: seed, .anatomy)
    return (0..<count).map { 100 * factor * Elementary.exp(0.5 * stream.normal(UInt64($0))) }
  }

  @Test("the same people in both lists, one of them scaled, have exactly that ratio in every resample")
  func paired() throws {
    for count in [20, 21] {
      let none = people(count, seed: 1)
      let found = try #require(Ratio(none.map { 0.5 * $0 }, none, seed: 9))
      let interval = try #require(found.ci95)
      #expect(abs(found.value - 0.5) < 1e-12 && abs(interval.lower - 0.5) < 1e-12 && abs(interval.upper - 0.5) < 1e-12)
    }
  }

  @Test("intervals contain the estimate, and the truth in nearly 95 % of 200 studies of 60 people")
  func coverage() throws {
    var covered = 0
    for study in 0..<200 as Range<UInt64> {
      let none = people(60, seed: 1000 + study)
      // The factor of each person has a median of 0.6; the medians' ratio is then 0.6, since both are log-normal.
      let arm = zip(none, people(60, seed: 5000 + study, times: 0.01)).map { 0.6 * $0 * $1 }
      let found = try #require(Ratio(arm, none, seed: study))
      let interval = try #require(found.ci95)
      #expect(interval.contains(found.value))
      if interval.contains(0.6) { covered += 1 }
    }
    // The standard error of the count is 3.1; a percentile bootstrap of medians covers 93 to 97 %.
    #expect((178...200).contains(covered), "\(covered)")
  }

  @Test("the same seed gives the same interval, and another seed another one")
  func seeds() throws {
    let (none, arm) = (people(50, seed: 3), people(50, seed: 4))
    let ends = try [1, 1, 2].map { try #require(Ratio(arm, none, seed: $0)?.ci95) }
    #expect(ends[0] == ends[1] && ends[0] != ends[2])
  }

  @Test("too few people have a ratio without an interval; nobody, or a median of 0, has none")
  func few() throws {
    #expect(try #require(Ratio([1, 2], [2, 4], seed: 1)).ci95 == nil)
    #expect(Ratio([], [], seed: 1) == nil && Ratio([1], [0], seed: 1) == nil && Ratio([1], [1, 2], seed: 1) == nil)
  }
}
