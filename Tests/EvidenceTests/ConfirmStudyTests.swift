import GazeMetrics
import GazePipeline
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct ConfirmStudyTests {
  /// A study of few people with two cells.
  private func study(
    _ participants: Int = 6, seconds: Double = 90, _ constants: [String: Double] = [:]
  ) throws -> ConfirmStudy {
    var study = ConfirmStudy(
      try .mini(
        .reading, seed: 77, phone: 81, participants: participants, duration: seconds, setting: constants), try .mini())
    study.cells = [.init(gaze: 1.02), .init(gaze: 1.06, patience: 2.5)]
    study.arms = ConfirmStudy.Arm.judged
    return study
  }

  @Test("confirmed scrolls are right more often than those of the gaze or of the sign alone, and every bar is stated")
  func figures() async throws {
    let study = try study(8, seconds: 150)
    var r = try await study.findings(twoJobs)
    #expect(r.rows.map(\.arm.name) == ["edge", "confirm", "sign", "sign, calm"].flatMap { [$0, $0] })
    #expect(r.rows.map(\.isLimited) == Array(repeating: [false, true], count: 4).flatMap(\.self))
    func row(_ arm: String) throws -> ConfirmStudy.Row { try #require(r.rows.first { $0.arm.name == arm }) }
    let (edge, confirm, sign) = (try row("edge"), try row("confirm"), try row("sign"))
    let precision = try #require(confirm.precision.value)
    #expect(precision > (edge.precision.value ?? 1) && precision > (sign.precision.value ?? 1), "\(r.rows)")
    let falses = try #require(confirm.falsePerMinute.value)
    #expect(falses < (edge.falsePerMinute.value ?? 0) && falses < (sign.falsePerMinute.value ?? 0), "\(r.rows)")
    #expect(edge.detected == nil && confirm.worst?.cell.name == "gaze at 1.02")
    #expect(
      r.differences.map(\.from.name) == Array(repeating: ["edge", "sign", "sign, calm"], count: 2).flatMap(\.self))
    #expect((try row("sign, calm")).falsePerMinute.value ?? 9 < sign.falsePerMinute.value ?? 0, "\(r.rows)")
    #expect(study.bars(r).isEmpty && study.table(r).conclusion?.contains("too few people for a verdict") == true)
    r.people = 20
    // Without and with limited intents: two for each of the three compared arms, and two of `confirm` itself.
    #expect(study.bars(r).count == 16)
  }

  @Test("the share of signs that are too weak is chosen so that the detector finds the requested share")
  func detection() async throws {
    var study = try study(12, seconds: 150, ["sign.cannot": 0])
    study.detection = 0.6
    study.arms = [.init(rule: .confirm)]
    let r = try await study.findings(twoJobs)
    let found = try #require(r.rows.first?.detected)
    // About 150 signs of each of 12 people's intents; four standard errors of a share of 0.6.
    expectNear(found, 0.6, 0.16)
    #expect((r.misses[.confirm] ?? 0) > 0.3 && r.rows.first?.detectedOfAll == found)
    await #expect(throws: SimulationError.self) {
      try await self.study(2, seconds: 20, ["sign.cannot": 1]).findings(twoJobs)
    }
  }

  @Test("recentring gets what it needs, and the off-screen zone its instruction")
  func arms() async throws {
    var study = try study(2, seconds: 40)
    study.arms = [.init(rule: .below, recentre: .tap15), .init(rule: .edge, recentre: .reading)]
    let r = try await study.findings(twoJobs)
    // Recentred arms have no limited intents, and `below` one place of the gaze.
    #expect(r.rows.map(\.arm.name) == ["below, tap15", "edge, reading"])
    #expect(r.rows.map(\.isLimited) == [false, false])
    #expect(Set(ConfirmStudy.Arm.all).count == ConfirmStudy.Arm.all.count)
  }

  @Test("a break-even is interpolated between the points around it")
  func crossing() {
    let points = [(x: 0.8, y: 0.9), (x: 0.2, y: 0.3), (x: 0.4, y: 0.5)]
    expectNear(ConfirmStudy.crossing(points, at: 0.4), 0.3, 1e-12)
    #expect(ConfirmStudy.crossing(points, at: 0.95) == nil && ConfirmStudy.crossing(points, at: nil) == nil)
    #expect(ConfirmStudy.crossing([], at: 0.5) == nil)
  }
}
