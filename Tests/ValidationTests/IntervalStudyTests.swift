import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import StudySupport
@testable import Validation

struct IntervalStudyTests {
  private func study(
    _ scenarios: [GazeScenario], _ metrics: [String], people: [Int], studies: Int, population: Int,
    setting constants: [String: Double] = [:]
  ) throws -> IntervalStudy {
    let run = try Run<GazeRig>.mini(
      scenarios, seed: 7100, participants: population, duration: 30, setting: constants)
    return IntervalStudy(run, people: people, studies: studies, metrics: metrics)
  }

  /// With one page for all people of a seed, the page is behind every figure of scrolling and in no interval. At a
  /// coverage of 0.95, fewer than 25 of 30 come in 0.3 % of such tests; at the 0.5 to 0.7 of a shared page, 25 or more
  /// in less than 4 %.
  @Test("the interval of F1 covers the truth with a page for each person, and not with one page for all (30 studies)")
  func pages() async throws {
    for (isShared, covers) in [(0.0, 25...30), (1, 0...24)] {
      let rows = try await study(
        [.reading], ["scroll.f1"], people: [40], studies: 30, population: 150, setting: ["task.samePage": isShared]
      ).findings(jobs: 2)
      #expect(rows[0].printed == 30)
      #expect(covers.contains(rows[0].covered), "\(rows[0].covered), task.samePage \(isShared)")
    }
  }

  @Test("with too few people for an interval, no interval is counted and the number needed is given; whatever --jobs")
  func needs() async throws {
    let study = try study(
      [.validation], ["pointer.sizeFor95Points", "pointer.errorPoints.mean"], people: [5, 20], studies: 6,
      population: 20)
    let rows = try await study.findings(jobs: 2)
    #expect(rows.map(\.people) == [5, 20, 5, 20])
    #expect(rows.map(\.peopleNeeded) == [100, 100, 8, nil])
    #expect(rows.map(\.printed) == [0, 0, 0, 6] && rows[0].coverage.value == nil)
    #expect(try await study.findings(jobs: 1) == rows)
  }
}
