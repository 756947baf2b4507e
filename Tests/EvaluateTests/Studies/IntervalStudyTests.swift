import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct IntervalStudyTests {
  private func study(_ metrics: [String], people: [Int] = [20], studies: Int = 200) throws -> IntervalStudy {
    let run = try Run<GazeRig>.mini([.validation, .stare], participants: 60, duration: 15)
    return IntervalStudy(run, people: people, studies: studies, metrics: metrics)
  }

  @Test("intervals of 20 people cover in .88 to 1 of 200 studies (.92 to .98, 3 standard errors more), whatever --jobs")
  func coverage() async throws {
    let study = try study(["pointer.errorPoints.median", "scroll.falsePerMinute"])
    let report = try await study.findings(StudyRunner(jobs: 2))
    #expect(report.rows.map(\.metric) == ["pointer.errorPoints.median", "scroll.falsePerMinute"])
    for row in report.rows {
      #expect(row.studies == 200 && row.printed == 200)
      #expect((0.88...1).contains(try #require(row.coverage)))
      #expect(try #require(row.ci95).contains(try #require(row.coverage)))
    }
    #expect(try await study.findings(StudyRunner(jobs: 1)).rows == report.rows)
  }

  @Test("with too few people for an interval, no interval is counted and the number needed is given")
  func needs() async throws {
    let report = try await study(
      ["pointer.sizeFor95Points", "pointer.errorPoints.mean"], people: [5, 20], studies: 20
    )
    .findings(StudyRunner(jobs: 2))
    #expect(report.rows.map(\.people) == [5, 20, 5, 20])
    #expect(report.rows.map(\.peopleNeeded) == [100, 100, 8, nil])
    #expect(report.rows.map(\.printed) == [0, 0, 0, 20] && report.rows[0].coverage == nil)
  }

  @Test("a metric that does not exist and numbers out of range are refused")
  func refusals() async throws {
    await #expect(throws: UnknownNameError.self) {
      try await self.study(["pointer.error"]).findings(StudyRunner(jobs: 1))
    }
    await #expect(throws: SimulationError.self) {
      try await self.study(["scroll.f1"], people: [1]).findings(StudyRunner(jobs: 1))
    }
  }
}
