import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct LimitsStudyTests {
  @Test("the default limits are as new as profiles, constants, metrics, simulator and pipelines")
  func current() async throws {
    let rows = try await LimitsStudy().rows(jobs: 2)
    #expect(rows.map(\.name) == ["gaze-phone", "gaze-tablet", "head", "body", "drag"])
    for row in rows {
      #expect(row.changes == [], "make the limits again: script/limits \(row.name)")
      #expect(row.inputs.keys.sorted() == ["constants", "figures", "metrics", "profiles", "simulator"])
    }
  }
}
