import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct RecordedRunTests {
  private func input(_ pipeline: Pipeline<GazeRig> = .standard) throws -> RecordedRun<GazeRig> {
    RecordedRun(profile: try .mini(), pipeline: pipeline)
  }

  @Test("with truth, a recorded run gives the result of Run<GazeRig> on the same frames", arguments: GazeRig.pipelines)
  func sameAsSimulated(pipeline: Pipeline<GazeRig>) async throws {
    let run = try Run.mini(
      GazeRig.facts.scenarios, participants: 3, duration: 25, pipeline: pipeline, personCalibration: .none)
    var input = try input(pipeline)
    for scenario in run.scenarios {
      var simulation = run.simulation
      simulation.scenario = scenario
      try input.add(simulation.header, simulation.everybody())
    }
    let (read, made) = (try await input.evaluation(), try await run.evaluation())
    // Recorded people are judged more strictly than simulated ones, since little is known of people who were not
    // recorded; and the report names the recorded people.
    #expect(try figures(read) == figures(made) && read.value(medianError) != nil)
  }

  /// An evaluation's JSON without its intervals.
  private func figures(_ evaluation: Report<GazeRig>) throws -> NSDictionary {
    func stripped(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(stripped) }
      guard let object = value as? [String: Any] else { return value }
      let others: Set = ["ci95", "peopleNeeded", "recorded"]
      return object.filter { !others.contains($0.key) }.mapValues(stripped)
    }
    return try #require(stripped(jsonObject(evaluation)) as? [String: Any]) as NSDictionary
  }

  @Test("people with alternating lines are evaluated like people one after the other")
  func interleaved() async throws {
    var simulation = try Run.mini(participants: 3, duration: 10).simulation
    try simulation.set("tracker.dropped", 0)
    let people = (0..<3).map { Array(simulation.frames(participant: $0)) }
    var (turns, after) = (try input(), try input())
    try turns.add(simulation.header, people[0].indices.flatMap { index in people.map { $0[index] } })
    try after.add(simulation.header, people.joined())
    let evaluation = try await turns.evaluation()
    #expect(evaluation.participants == 3)
    #expect(try jsonText(evaluation) == jsonText(await after.evaluation()))
  }

  /// Two people's take of 20 s, with or without the truth.
  private func take(keepsTruth: Bool, limits: [AccuracyGate] = []) throws -> RecordedRun<GazeRig> {
    let simulation = try Run.mini(participants: 2, duration: 20).simulation
    var input = try input()
    input.limits = limits
    try input.add(
      keepsTruth ? simulation.header : simulation.stated, simulation.everybody { if !keepsTruth { $0.truth = nil } })
    return input
  }

  @Test("a take without its truth has the same errors to the shown target, and no other errors")
  func withoutTruth() async throws {
    let (with, without) = (
      try await take(keepsTruth: true).evaluation(), try await take(keepsTruth: false).evaluation()
    )
    #expect(with.against == .truth && without.against == .target)
    #expect(with.failing.participants == 0 && without.failing.participants == 0)
    let ofTargets = GazeMetric.all.map(\.name).filter { $0.hasPrefix("pointer.target") }
    #expect(ofTargets.count == 17)
    for name in ofTargets { #expect(without.value(name) != nil && with.value(name) == without.value(name), "\(name)") }
    #expect(with.pointer.samples.target == without.pointer.samples.target)
    #expect(without.value("pointer.accuracyDegrees") != nil && without.pointer.cells.contains { $0.people > 0 })
    // A figure that needs the truth is null, and not replaced by another figure.
    #expect(with.value(medianError) != nil)
    let named = GazeMetric.all.filter(\.needsTruth).map(\.name).filter { without.value($0) != nil }
    #expect(named.isEmpty)
    let markdown = without.markdown
    #expect(markdown.contains("pointer.targetErrorPoints") && !markdown.contains("pointer.errorPoints"))
    #expect(without.html.contains("Median pointer error to the shown target"))
  }

  @Test("a limit that needs the truth is refused without it, and the error names the limit to use instead")
  func limitsWithoutTruth() async throws {
    func evaluation(keepsTruth: Bool = false, _ metrics: String...) async throws -> Report<GazeRig> {
      let limits = metrics.map { AccuracyGate.most($0, 1) }
      return try await take(keepsTruth: keepsTruth, limits: limits).evaluation()
    }
    let refusal = await #expect(throws: FileError.self) {
      try await evaluation(medianError, "pointer.dataLoss", "pointer.latencyMilliseconds")
    }
    let error = try #require(refusal)
    #expect(error.field == "truth" && error.path == "a.jsonl")
    for part in ["pointer.errorPoints.median, pointer.latencyMilliseconds cannot", "pointer.targetErrorPoints.median"] {
      #expect(error.message.contains(part))
    }
    #expect(!error.message.contains("dataLoss"))
    let fine = try await evaluation("pointer.targetErrorPoints.median", "pointer.dataLoss")
    #expect(fine.gates.map { $0.value != nil } == [true, true])
    #expect(try await evaluation(keepsTruth: true, medianError).gates[0].value != nil)
  }

  @Test("a recording without anything to judge by is refused by name")
  func nothingToJudge() async throws {
    let simulation = try Run.mini([.reading], participants: 1, duration: 2).simulation
    var blank = try input()
    try blank.add(simulation.header, simulation.everybody { ($0.truth, $0.observation.intent) = (nil, nil) })
    let evaluation = blank
    let error = await #expect(throws: FileError.self) { try await evaluation.evaluation() }
    #expect(error?.path == "a.jsonl")
    #expect(error?.field == "target")
    var empty = try input()
    try empty.add(simulation.header, [])
    let nobody = empty
    await #expect(throws: FileError.self) { try await nobody.evaluation() }
    let nothing = try input()
    await #expect(throws: FileError.self) { try await nothing.evaluation() }
  }

  @Test("a header whose rate disagrees with the timestamps is refused, since data loss and lag depend on it")
  func contradictoryRate() throws {
    let simulation = try Run.mini([.reading], participants: 1, duration: 4).simulation
    for (rate, isFine) in [(60.0, true), (50, true), (30, false), (1000, false)] {
      var header = simulation.header
      header.rate = rate
      var judged = try input()
      var refusal: FileError?
      do { try judged.add(header, simulation.frames(participant: 0)) } catch { refusal = error as? FileError }
      #expect((refusal == nil) == isFine, "\(rate)")
      if !isFine { #expect(refusal?.field == "rate") }
    }
  }

  @Test("takes with and without the true gaze are not mixed")
  func mixed() async throws {
    let simulation = try Run.mini(participants: 1, duration: 4).simulation
    var judged = try input()
    for keepsTruth in [true, false] {
      try judged.add(simulation.header, simulation.everybody { if !keepsTruth { $0.truth = nil } })
    }
    let all = judged
    let error = await #expect(throws: FileError.self) { try await all.evaluation() }
    #expect(error?.field == "truth")
  }
}
