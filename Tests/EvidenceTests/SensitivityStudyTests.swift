import GazeMetrics
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct SensitivityStudyTests {
  private func study(
    _ keys: [String], scenarios: [GazeScenario] = [.validation], participants: Int = 12, duration: Double = 12
  ) throws -> SensitivityStudy {
    SensitivityStudy(
      try .mini(scenarios, seed: 71, participants: participants, duration: duration),
      constants: try keys.map { try GazeConstant.named($0) })
  }

  private func ranking(
    _ report: SensitivityStudy.Findings, _ outcome: SensitivityStudy.Outcome
  ) throws -> SensitivityStudy.Ranking { try #require(report.rankings.first { $0.outcome == outcome }) }

  @Test(
    "the most important constant is first and distinguishable from no effect; an unused constant changes nothing")
  func order() async throws {
    // 12 people, paired: eight times the bias of the face's rotation changes everybody's error by degrees.
    var study = try study(["task.absence", "tracker.faceRotationNoise", "tracker.latency", "people.eyeDepth"])
    try study.run.simulation.set("tracker.faceRotationNoise", 2)
    let report = try await study.findings(StudyRunner(jobs: 2))
    let rows = try ranking(report, .pointerError).rows
    #expect(rows.map(\.constant.key).last == "task.absence" && rows.map(\.largest) == rows.map(\.largest).sorted(by: >))
    let noise = try #require(rows.first { $0.constant.key == "tracker.faceRotationNoise" })
    let (low, high) = (try #require(noise.low), try #require(noise.high))
    #expect(low.at == 1 && high.at == 4 && noise.value == 2)
    #expect(try #require(high.difference.value) > 0 && high.isDistinguishable && high.excludesZero, "\(high)")
    let absence = try #require(rows.last)
    #expect(absence.low?.difference.value == 0 && absence.low?.adjustedP == 1 && !absence.isDistinguishable)
    // Nobody wants to scroll in `validation`.
    #expect(try ranking(report, .scrollF1).base.value == nil && report.f1Ends.isEmpty)
  }

  @Test("F1's range is over every combination of its three assumptions, and holds the base")
  func f1Range() async throws {
    // 12 people read for 80 s: an interval of a mean needs 8 people who want to scroll, and some of their intents must
    // be answered at either end.
    let study = try study([], scenarios: [.reading], participants: 12, duration: 80)
    let ends = try await study.findings(StudyRunner(jobs: 2)).f1Ends
    #expect(ends.count == 9 && ends.map { $0.f1.value ?? 0 } == ends.map { $0.f1.value ?? 0 }.sorted())
    let most = try #require(ends.last)
    #expect(Set(most.constants.keys) == Set(SensitivityStudy.f1Keys) && most.f1.ci95 != nil)
    var run = study.run
    for (key, value) in most.constants { try run.simulation.set(key, value) }
    let there = try await SensitivityStudy(run, constants: []).findings(StudyRunner(jobs: 2))
    #expect(try ranking(there, .scrollF1).base == most.f1)
  }

  @Test("the base equals the evaluation, and an effect the difference of two evaluations")
  func differences() async throws {
    let study = try study(["tracker.driftSD"], scenarios: [.validation, .reading], participants: 9, duration: 20)
    let report = try await study.findings(StudyRunner(jobs: 2))
    let pointer = try ranking(report, .pointerError)
    let evaluation = try await study.run.evaluation(jobs: 2)
    let error = evaluation.figure("pointer.errorPoints.median")
    #expect(pointer.base == Figure(error?.value, error?.ci95))
    #expect(report.failing == evaluation.failing.participants)
    let high = try #require(pointer.rows.first?.high)
    var run = study.run
    try run.simulation.set("tracker.driftSD", high.at)
    let there = try await run.evaluation(jobs: 2)
    let difference = try #require(there.value("pointer.errorPoints.median")) - (try #require(pointer.base.value))
    #expect(abs(try #require(high.difference.value) - difference) < 1e-9)
  }
  @Test("all assumed constants are studied, except those of the design, and every range can be set")
  func assumed() throws {
    let keys = Set(SensitivityStudy.assumed.map(\.key))
    #expect(keys.count > 50)
    for key in SensitivityStudy.design { _ = try GazeConstant.named(key) }
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

@Suite struct HolmTests {
  @Test("The adjustment agrees with Holm's example, in the order given")
  func holm() {
    let adjusted = PairedTest.holm([0.01, 0.04, nil, 0.03, 0.005]).map { $0.map { ($0 * 1e6).rounded() / 1e6 } }
    // Holm's adjusted values are 4 × 0.005, 3 × 0.01 and 2 × 0.03; no adjusted value is below the one before it.
    #expect(adjusted == [0.03, 0.06, nil, 0.06, 0.02])
    #expect(PairedTest.holm([0.9, 0.8]) == [1, 1])
    #expect(PairedTest.holm([]).isEmpty)
  }

  @Test("Among 20 true null hypotheses Holm rejects one in at most 8 % of 500 studies")
  func familyWise() throws {
    var rng = SeededGenerator(seed: 31)
    let alarms = try (0..<500).count { _ in
      let p = try (0..<20).map { _ in try #require(PairedTest.p(of: (0..<15).map { _ in (rng.normal(), 0) })) }
      return PairedTest.holm(p).contains { $0.map { $0 < 0.05 } ?? false }
    }
    // If 5 % of studies have a false rejection, the share in 500 studies has a standard deviation of 1 %; without the
    // adjustment 64 % of studies would have one.
    #expect((10...40).contains(alarms), "\(alarms)")
  }
}
