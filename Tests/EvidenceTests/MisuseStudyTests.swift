import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct MisuseStudyTests {
  private func rows(
    people: Int, _ arms: [RecentreStudy.Arm], compensation: Double = 0, seconds: Double = 600
  ) async throws -> [MisuseStudy.Row] {
    var study = MisuseStudy(try .mini())
    (study.participants, study.arms, study.compensation, study.seconds) = (people, arms, compensation, seconds)
    return try await study.rows(twoJobs)
  }

  @Test("ten minutes of looking off, or of one column, shift the pointer by less than 10 pt for two people")
  func brief() async throws {
    // Two lines that agreed misled the second of these people by 39 pt.
    let rows = try await rows(people: 2, [.x])
    // One row for each of `MisuseStudy.Way.all`.
    #expect(rows.count == 11 && rows.allSatisfy { $0.reading.x < 40 && $0.reading.y == 0 && $0.isMet != false })
    #expect(rows.allSatisfy { $0.all.x == $0.reading.x }, "without dots and taps all evidence is reading")
    // The control shows that reading is learned from.
    #expect(rows.filter { $0.isMet == nil }.map(\.way.name) == ["reads whole lines"] && (rows.last?.used ?? 0) > 20)
  }

  @Test(
    "the same for 20 people, with dots, with taps, and where lines are followed",
    .slow("60 s: 20 people look at a phone for ten minutes, in 20 ways"))
  func everybody() async throws {
    let rows = try await rows(people: 20, RecentreStudy.Arm.judged)
    // All 11 ways for `x`, the 3 with reading for `dot` and for `tap15`, the 7 with text for `reading`.
    #expect(rows.count == 24 && rows.allSatisfy { $0.isMet != false }, "\(rows.filter { $0.isMet == false })")
  }

  @Test(
    "the same where people see the pointer and the armed zone, and compensate half of the pointer's error",
    .slow("70 s: 20 people look at a phone for ten minutes, in 16 ways"))
  func visible() async throws {
    let rows = try await rows(people: 20, [.x, .reading], compensation: 0.5)
    // All 11 ways for `x`, the 7 with text for `reading`.
    #expect(rows.count == 18 && rows.allSatisfy { $0.isMet != false }, "\(rows.filter { $0.isMet == false })")
  }

  @Test("taps shift the pointer by their own noise, which is shown beside what reading does; a larger shift is a miss")
  func taps() async throws {
    let rows = try await rows(people: 2, [.tap15], seconds: 120)
    let judged = rows.filter { $0.isMet != nil }
    #expect(judged.count == 2 && judged.allSatisfy { $0.all.max() > 5 && $0.reading.max() < 10 }, "\(rows)")
    let study = MisuseStudy(try .mini())
    #expect(study.table(judged).conclusion?.hasPrefix("met: ") == true)
    var off = judged
    off[0].reading.x = 12
    #expect(
      study.table(off).conclusion?.hasPrefix("missed: reading along shifts the pointer by at most 12.0 pt") == true)
  }
}
