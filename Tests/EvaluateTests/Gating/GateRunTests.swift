import Documents
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct GateRunTests {
  private func run(seed: UInt64 = 95, participants: Int = 10, duration: Double = 12) throws -> Run<GazeRig> {
    try Run.mini(GazeRig.facts.scenarios, seed: seed, participants: participants, duration: duration)
  }

  private let lag = "pointer.latencyMilliseconds"

  @Test(
    "a clear limit takes one interim analysis; a limit at the figure itself takes all, the same for any number of jobs")
  func looks() async throws {
    let lax = Evaluation(
      try run(), limits: [.most(lag, 1e5)], mostParticipants: 40)
    let first = try await lax.evaluation()
    #expect(first.verdict == .pass && first.participants == 10)
    #expect(first.analyses?.people == [10, 20, 40] && first.analyses?.taken == 1)
    expectNear(try #require(first.gates[0].decision).level, 1 - 0.05 / 3, 1e-12)

    var whole = try run()
    whole.simulation.participants = 40
    let value = try #require(try await whole.evaluation().value(medianError))
    let tight = Evaluation(
      try run(), limits: [.most(medianError, value)], mostParticipants: 40)
    let last = try await tight.evaluation(jobs: 1)
    #expect(last.verdict == .inconclusive && last.participants == 40 && last.analyses?.taken == 3)
    // The people of all interim analyses together equal the people of one evaluation of forty; the printed interval is
    // the interval without the correction for interim analyses.
    #expect(last.value(medianError) == value)
    #expect(last.gates[0].ci95 == last.figure(medianError)?.ci95)
    let (plain, strict) = (try #require(last.gates[0].ci95), try #require(last.gates[0].decision))
    #expect(strict.lower < plain.lower && plain.upper < strict.upper && strict.people == 40)
    #expect(try await jsonText(tight.evaluation(jobs: 7)) == jsonText(last))
  }

  @Test("a wrong mapping is the verdict after five people, although a limit is undecided")
  func wrongMapping() async throws {
    let run = try Run.mini(seed: 95, participants: 8, duration: 6, pipeline: .article2021)
    let value = try #require(try await run.evaluation().value(medianError))
    // A resting pointer has no lag, so the second limit keeps it from meeting both.
    let limits: [AccuracyGate] = [
      .most(medianError, value), .most(lag, 1e5),
    ]
    let report = try await Evaluation(run, limits: limits, mostParticipants: 32).evaluation()
    #expect(report.verdict == .fail && report.correctness?.isWrong == true)
    #expect(report.gates[0].verdict == .inconclusive && report.analyses?.people == [5])
    #expect(report.participants == 5 && report.analyses?.taken == 1)
  }

  @Test("a baseline of another version of a metric is refused with advice, which then works")
  func outdatedBaseline() async throws {
    let size = "pointer.sizeFor95Points"
    let limits = [AccuracyGate(metric: size, limit: 1, direction: .max, version: 2)]
    var gate = Evaluation(try run(duration: 6), limits: limits, mostParticipants: 10)
    var old = try await gate.accepted().baseline
    #expect(old.figures[size]?.version == 2 && old.figures["scroll.f1"]?.version == 1)
    gate.baseline = old
    #expect(try await gate.evaluation().baseline?.isIdentical == true)
    // Files that were written before metrics had versions state no version.
    for name in old.metrics { old.figures[name]?.version = nil }
    gate.baseline = old
    let outdated = gate
    let error = try #require(
      await #expect(throws: FileError.self) { try await outdated.evaluation(baselinePath: "b.json") })
    #expect(error.path == "b.json" && error.field == "figures.\(size)")
    #expect(error.message.contains("is of version 1; expected version 2") && error.message.contains("--accept"))
    // Other figures of the same file are still compared.
    let accepted = try await gate.accepted()
    #expect(accepted.baseline.figures[size]?.version == 2)
    #expect(accepted.evaluation.baseline?.comparisons.isEmpty == true)
    var others = gate
    others.limits = []
    #expect(try await others.evaluation().baseline?.isIdentical == true)
    others.limits = [.most(size, 1)]
    let unset = others
    await #expect(throws: OutdatedMetricError.self) { try await unset.evaluation() }
  }

  @Test(
    "before the run, it says which figures have too few people, and from which interim analysis on they are judged")
  func shortfalls() throws {
    let size = "pointer.sizeFor95Points"
    let limits = [medianError, size].map { AccuracyGate.most($0, 100) }
    #expect(try Evaluation(run(participants: 20), limits: [limits[0]]).shortfalls().isEmpty)
    #expect(
      try Evaluation(run(participants: 5), limits: limits, mostParticipants: 40).shortfalls() == [
        "\(medianError) needs 8 people, so it is judged only when 10 have been simulated",
        "\(size) needs 100 people; --most-participants is 40",
      ])
  }

  @Test(
    "against itself nothing differs; a regression fails, an improvement is reported; fewer people end the gate")
  func baseline() async throws {
    var slow = Evaluation(try run(), limits: [], mostParticipants: 20)
    slow.run.options.smoothing = .movingAverage(30)
    // The lag of means of 30 and 60 frames is declared, so that the correctness stage does not blame it.
    slow.claims = PointerClaims()
    slow.claims?.lag = 0.6
    let (old, _) = try await slow.accepted()
    #expect(old.people.count == 20 && old.facts.smoothing == "mean of 30")

    var same = slow
    same.baseline = old
    same.mostParticipants = 160
    let unchanged = try await same.evaluation()
    let comparison = try #require(unchanged.baseline)
    #expect(unchanged.verdict == .pass && comparison.isIdentical)
    #expect(unchanged.analyses?.people == [10, 20] && comparison.remarks.isEmpty)
    #expect(comparison.comparisons.allSatisfy { $0.change == 0 && $0.verdict == .pass })

    // The profile's own smoothing lags less than the baseline's, and the improved latency is reported.
    var fast = same
    fast.run.options.smoothing = nil
    let better = try #require(try await fast.evaluation().baseline)
    let latency = try #require(better.comparisons.first { $0.metric == lag })
    #expect(latency.isBetter && latency.verdict == .pass && !better.isIdentical)
    #expect(better.remarks.contains { $0.hasPrefix("pointer.latencyMilliseconds is better than the baseline by ") })

    var slower = same
    slower.run.options.smoothing = .movingAverage(60)
    let worse = try await slower.evaluation()
    let regressed = try #require(worse.baseline?.comparisons.first { $0.metric == lag })
    #expect(worse.verdict == .fail && regressed.verdict == .fail && !regressed.isBetter)
    // With a large margin of its own, the same change of each metric passes.
    slower.margins = [lag: 10, medianError: 10, "scroll.f1": 10, "scroll.falsePerMinute": 10]
    #expect(try await slower.evaluation().verdict != .fail)

    // Every format contains the comparison.
    #expect(worse.junit.contains("\(lag) against the baseline: at most +5") && worse.csv.contains("\(lag).change,"))
    for texts in [[worse.markdown], GitHubActions.annotations(worse)] {
      #expect(texts.contains { $0.contains("against the baseline") })
    }
  }

  @Test(
    "a baseline of another scenario is refused with the differences, and one without a requested figure with its name")
  func refuses() async throws {
    var gate = Evaluation(try run(duration: 5), limits: [], mostParticipants: 10)
    gate.baseline = try await gate.accepted().baseline
    var other = gate
    other.run.simulation.seed += 1
    let error = await #expect(throws: FileError.self) { try await other.evaluation(baselinePath: "b.json") }
    #expect(error?.path == "b.json" && error?.field == "scenarioHash")
    #expect(error?.message.contains("seed (95 in the baseline, 96 now) differs") == true)
    // An older gazesim gave all people one page, and wrote no field for it.
    var fields = try #require(gate.baseline?.conditions.fields)
    #expect(fields["page"] == "one for each person")
    fields["page"] = nil
    var old = gate
    old.baseline?.conditions = ScenarioConditions(fields: fields)
    let refused = await #expect(throws: FileError.self) { try await old.evaluation(baselinePath: "b.json") }
    #expect(
      refused?.message.contains("page (one for all people in the baseline, one for each person now) differs") == true)
    var limited = gate
    limited.limits = [.most("pointer.errorDegrees.rms", 1e5)]
    let missing = await #expect(throws: FileError.self) { try await limited.evaluation() }
    #expect(missing?.message.contains("has no pointer.errorDegrees.rms") == true)
    limited.limits[0].metric = "pointer.errorDegrees.rmx"
    await #expect(throws: UnknownNameError.self) { try await limited.evaluation() }
  }

  @Test("a wrong mapping fails a gate whose limits pass; a declared mapping does not")
  func correctness() async throws {
    var gate = Evaluation(
      try run(), limits: [.most(lag, 1e5)], mostParticipants: 10)
    #expect(try await gate.evaluation().verdict == .pass)
    gate.run.options.smoothing = .movingAverage(30)
    let late = try await gate.evaluation()
    #expect(late.gates.map(\.verdict) == [.inconclusive] && late.verdict == .fail)
    #expect(late.correctness?.findings.count == 1)
    #expect(late.correctness?.findings.first?.hasPrefix("the pointer follows the gaze 24") == true)
    #expect(GitHubActions.annotations(late).contains { $0.contains("correctness: pointer.lagMilliseconds") })
    gate.claims = PointerClaims()
    gate.claims?.lag = 0.25
    #expect(try await gate.evaluation().verdict == .pass)
  }
}
