import GazeSimulation
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct MisuseStudyTests {
  private func rows(
    people: Int, _ arms: [RecentreStudy.Arm], compensation: Double = 0, seconds: Double = 600
  ) async throws -> [MisuseStudy.Row] {
    var study = MisuseStudy(profile: try .mini())
    (study.participants, study.seed, study.arms) = (people, 1, arms)
    (study.compensation, study.seconds) = (compensation, seconds)
    return try await study.rows(StudyRunner(jobs: 2))
  }

  @Test("ten minutes of looking off, or of one column, shift the pointer by less than 10 pt for two people")
  func brief() async throws {
    // Two lines that agreed misled the second of these people by 39 pt.
    let rows = try await rows(people: 2, [.x])
    #expect(rows.count == 11 && rows.allSatisfy { $0.x < 40 && $0.y == 0 && $0.isMet != false }, "\(rows)")
    #expect(rows.allSatisfy { $0.allX == $0.x }, "without dots and taps all evidence is reading")
    // The control shows that reading is learned from.
    #expect(rows.filter { $0.isMet == nil }.map(\.way) == ["reads whole lines"] && (rows.last?.used ?? 0) > 20)
  }

  @Test(
    "the same for 20 people, with dots, with taps, and where lines are followed",
    .slow("60 s: 20 people look at a phone for ten minutes, in 20 ways"))
  func everybody() async throws {
    let rows = try await rows(people: 20, RecentreStudy.Arm.judged)
    #expect(rows.count == 24 && rows.allSatisfy { $0.isMet != false }, "\(rows.filter { $0.isMet == false })")
  }

  @Test(
    "the same where people see the pointer and the armed zone, and compensate half of the pointer's error",
    .slow("70 s: 20 people look at a phone for ten minutes, in 16 ways"))
  func visible() async throws {
    let rows = try await rows(people: 20, [.x, .reading], compensation: 0.5)
    #expect(rows.count == 18 && rows.allSatisfy { $0.isMet != false }, "\(rows.filter { $0.isMet == false })")
  }

  @Test("taps shift the pointer by their own noise, which is shown beside what reading does, and is not counted as it")
  func taps() async throws {
    let rows = try await rows(people: 2, [.tap15], seconds: 120)
    let judged = rows.filter { $0.isMet != nil }
    #expect(judged.count == 2 && judged.allSatisfy { max($0.allX, $0.allY) > 5 && $0.x < 10 && $0.y < 10 }, "\(rows)")
  }

  @Test("the table says by how much reading shifts the pointer, whatever the number of jobs, and what misses the bar")
  func table() async throws {
    var study = MisuseStudy(profile: try .mini())
    (study.participants, study.arms, study.seconds) = (1, [.x], 60)
    let one = try await study.run(StudyRunner(jobs: 1))
    #expect(one.conclusion == "too few people for a verdict: at least 20 are needed in each way")
    #expect(try await one.lines == study.run(StudyRunner(jobs: 2)).lines)
    var row = try #require(try await study.rows(StudyRunner(jobs: 1)).first)
    study.participants = 20
    #expect(study.table([row]).conclusion?.hasPrefix("reading along shifts the pointer by at most 0.0 pt") == true)
    (row.x, row.isMet) = (12, false)
    let missed = study.table([row]).conclusion ?? ""
    #expect(missed.hasPrefix("missed: reading along shifts the pointer by up to 12.0 pt"), "\(missed)")
  }
}
