import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct RecentreStudyTests {
  private func study(_ splits: [String] = ["typical"], people: Int = 24) throws -> RecentreStudy {
    var study = RecentreStudy(profile: try .mini(), worlds: try splits.map { try RecentreStudy.World($0) })
    (study.participants, study.seconds) = (people, 90)
    study.draws = [.init(seed: 5401, phone: 54)]
    study.arms = [.dot]
    return study
  }

  @Test("a dot helps, its interval contains the ratio, and the rows say what they are")
  func dot() async throws {
    let rows = try await study().rows(StudyRunner(jobs: 2))
    let row = try #require(rows.first)
    #expect(rows.count == 1 && row.split == "typical" && row.arm == .dot && row.window == .whole)
    #expect(row.seed == 5401 && row.phone == 54 && (20...24).contains(row.people) && row.bar == 0.80)
    let (ratio, interval) = (try #require(row.ratio), try #require(row.ratioCI95))
    #expect(interval.contains(ratio) && interval.upper > interval.lower)
    // The prototype's ratio is 0.71; 24 people determine it to about a quarter.
    #expect((0.3...1).contains(ratio), "\(row)")
    #expect(row.verdict == "met" || row.verdict?.hasPrefix("missed: ") == true)
  }

  @Test("the result does not depend on the number of jobs")
  func jobs() async throws {
    var study = try study(people: 4)
    (study.arms, study.conditions) = ([.reading], [.steps])
    let one = try await study.run(StudyRunner(jobs: 1))
    let two = try await study.run(StudyRunner(jobs: 2))
    #expect(one.lines == two.lines)
  }

  @Test("a condition is compared with the plain one of the same split; the preset pessimistic with typical")
  func conditions() async throws {
    var study = try study(["session", "typical"], people: 3)
    (study.arms, study.conditions) = ([.reading], [.typical, .pessimistic, .drift])
    let rows = try await study.rows(StudyRunner(jobs: 2))
    let plain = rows.filter { $0.condition == .typical }
    let others = rows.filter { $0.condition != .typical }
    #expect(plain.count == 6 && plain.allSatisfy { $0.change == nil })
    #expect(others.filter { $0.window == .late }.map(\.split) == ["pessimistic", "session", "typical"])
    for row in others {
      let reference = row.split == "session" ? "session" : "typical"
      let same = try #require(plain.first { $0.split == reference && $0.window == row.window })
      #expect(row.change == (try #require(row.ratio)) / (try #require(same.ratio)))
      #expect(row.ratio != same.ratio && row.verdict == (row.window == .whole ? nil : "too few people"))
    }
  }

  @Test("with too few people no bar is met or missed")
  func tooFew() async throws {
    let table = try await study(people: 3).run(StudyRunner(jobs: 2))
    #expect(table.lines.contains { $0.contains("too few people") } && !table.lines.contains { $0.contains("  met") })
    #expect(table.lines.contains("tuned on seed 77, phone 81; judged on seed 5401, phone 54"))
  }

  @Test("compensation of a visible pointer and the rule confirm change what people do")
  func visible() async throws {
    var study = try study(people: 3)
    let plain = try await study.rows(StudyRunner(jobs: 2))
    study.compensation = 0.5
    let visible = try await study.rows(StudyRunner(jobs: 2))
    study.rule = .confirm
    let confirmed = try await study.rows(StudyRunner(jobs: 2))
    #expect(plain[0].noneMean != visible[0].noneMean && visible[0].noneMean != confirmed[0].noneMean)
  }

  @Test("unknown splits, arms and conditions are refused by name")
  func names() throws {
    #expect(try RecentreStudy.World("pessimistic").preset.name == "pessimistic")
    #expect(try RecentreStudy.World("session").preset.name == "typical/session")
    #expect(throws: UnknownNameError.self) { try RecentreStudy.World("sesion") }
    #expect(throws: UnknownNameError.self) { try RecentreStudy.Arm.named("tap") }
    #expect(throws: UnknownNameError.self) { try RecentreStudy.Condition.named("skiming") }
    for arm in RecentreStudy.Arm.allCases { #expect(try RecentreStudy.Arm.named(arm.rawValue) == arm) }
  }
}
