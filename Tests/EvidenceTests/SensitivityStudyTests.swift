import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct SensitivityStudyTests {
  private func study(
    _ keys: [String], scenarios: [GazeScenario] = [.validation], participants: Int = 12, duration: Double = 12
  ) throws -> SensitivityStudy {
    SensitivityStudy(
      try Run<GazeRig>.mini(scenarios, seed: 71, participants: participants, duration: duration),
      constants: try keys.map { try GazeConstant.named($0) })
  }

  private func ranking(
    _ report: SensitivityStudy.Findings, _ outcome: SensitivityStudy.Outcome
  ) throws -> SensitivityStudy.Ranking { try #require(report.rankings.first { $0.outcome == outcome }) }

  @Test(
    "the most important constant is first and distinguishable from no effect; an unused constant changes nothing")
  func order() async throws {
    // 12 people, paired: eight times the bias of the face's rotation changes everybody's error by degrees.
    let study = try study(["task.absence", "tracker.faceRotationNoise", "tracker.latency", "people.eyeDepth"])
    var far = study
    try far.run.simulation.set("tracker.faceRotationNoise", 2)
    let report = try await far.findings(StudyRunner(jobs: 2))
    let ranking = try ranking(report, .pointerError)
    #expect(ranking.rows.map(\.key).last == "task.absence")
    #expect(ranking.rows.map(\.largest) == ranking.rows.map(\.largest).sorted(by: >))
    let noise = try #require(ranking.rows.first { $0.key == "tracker.faceRotationNoise" })
    let (low, high) = (try #require(noise.low), try #require(noise.high))
    #expect(low.at == 1 && high.at == 4 && noise.value == 2)
    #expect(high.difference > 0 && high.isDistinguishable && high.leavesOutZero, "\(high)")
    #expect(try #require(high.ci95).contains(high.difference))
    let absence = try #require(ranking.rows.last)
    #expect(absence.low?.difference == 0 && absence.high?.difference == 0)
    #expect(absence.low?.adjustedP == 1 && !absence.isDistinguishable)
    // Nobody wants to scroll in `validation`.
    #expect(try self.ranking(report, .scrollF1).base == nil)
  }

  @Test("F1's range is over every combination of its three assumptions, and holds the base")
  func f1Range() async throws {
    // 12 people read for 80 s: an interval of a mean needs 8 people who want to scroll, and some of their intents must
    // be answered at either end.
    let study = try study([], scenarios: [.reading], participants: 12, duration: 80)
    let report = try await study.findings(StudyRunner(jobs: 2))
    let (range, ranking) = (try #require(report.f1Range), try ranking(report, .scrollF1))
    let base = try #require(ranking.base)
    #expect(range.combinations == 9 && range.smallest.f1 < base && range.largest.f1 > base)
    for end in [range.smallest, range.largest] {
      #expect(Set(end.constants.keys) == Set(SensitivityStudy.F1Range.keys))
      var run = study.run
      for (key, value) in end.constants { try run.simulation.set(key, value) }
      let there = try await SensitivityStudy(run, constants: []).findings(StudyRunner(jobs: 2))
      #expect(try self.ranking(there, .scrollF1).base == end.f1)
      #expect(end.ci95 != nil, "\(end)")
    }
  }

  @Test("the base equals the evaluation, and an effect the difference of two evaluations")
  func differences() async throws {
    let study = try study(["tracker.driftSD"], scenarios: [.validation, .reading], participants: 9, duration: 20)
    let report = try await study.findings(StudyRunner(jobs: 2))
    let pointer = try ranking(report, .pointerError)
    let evaluation = try await study.run.evaluation(jobs: 2)
    #expect(pointer.base == evaluation.value("pointer.errorPoints.median"))
    #expect(pointer.baseCI95 == evaluation.figure("pointer.errorPoints.median")?.ci95)
    #expect(report.failing == evaluation.failing.participants && report.participants == 9)
    let high = try #require(pointer.rows.first?.high)
    var run = study.run
    try run.simulation.set("tracker.driftSD", high.at)
    let there = try await run.evaluation(jobs: 2)
    let difference = try #require(there.value("pointer.errorPoints.median")) - (try #require(pointer.base))
    #expect(abs(high.difference - difference) < 1e-9)
    #expect(high.people == 9 - report.failing)
    #expect(try ranking(report, .scrollF1).rows.first?.high?.at == high.at)
  }

  @Test("an end that equals the value has no effect entry, and a choice has no value halfway")
  func ends() async throws {
    let report = try await study(["tracker.visualAxis", "people.glassesFactor"], participants: 2, duration: 5)
      .findings(StudyRunner(jobs: 2))
    let rows = try ranking(report, .pointerError).rows
    let choice = try #require(rows.first { $0.key == "tracker.visualAxis" })
    #expect(choice.low == nil && choice.high?.at == 1)
    // Two people are too few for an interval.
    #expect(choice.high?.ci95 == nil)
  }

  @Test("figures do not depend on the number of jobs")
  func jobs() async throws {
    let study = try study(["tracker.gainV"], participants: 4, duration: 5)
    #expect(try await study.run(StudyRunner(jobs: 1)).lines == study.run(StudyRunner(jobs: 3)).lines)
  }

  @Test("all assumed constants are studied, except those of the design, and every range can be set")
  func assumed() throws {
    let keys = Set(SensitivityStudy.assumed.map(\.key))
    #expect(keys.count > 50)
    for key in SensitivityStudy.design {
      _ = try GazeConstant.named(key)
      #expect(!keys.contains(key))
    }
    for constant in GazeConstant.all where constant.provenance == .assumed {
      let isLeftOut =
        SensitivityStudy.design.contains(constant.key) || SensitivityStudy.isAskedFor(constant.key)
      #expect(keys.contains(constant.key) != isLeftOut, "\(constant.key)")
      var parameters = SimulationParameters()
      let sweep = constant.sweep(in: parameters)
      for end in [sweep.lowerBound, sweep.upperBound] {
        try constant.set(constant.isWhole ? end.rounded() : end, in: &parameters)
      }
    }
  }
}
