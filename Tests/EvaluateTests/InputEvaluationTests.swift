import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct InputEvaluationTests {
  private func bytes(_ evaluation: Evaluation) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return try encoder.encode(evaluation)
  }

  private func input(_ pipeline: PipelineName = .standard) throws -> InputEvaluation {
    InputEvaluation(profile: try Profile.mini(), pipeline: pipeline, calibration: nil, smoothing: nil)
  }

  @Test("against truth it says what EvaluationRun says of the same frames", arguments: PipelineName.allCases)
  func sameAsSimulated(pipeline: PipelineName) async throws {
    let run = try EvaluationRun.mini(
      EvaluationRun.defaultScenarios, participants: 3, duration: 25, pipeline: pipeline, personCalibration: .none)
    var input = try input(pipeline)
    for scenario in run.scenarios {
      var simulation = run.simulation
      simulation.scenario = scenario
      input.begin(simulation.header)
      for person in 0..<3 { simulation.frames(participant: person).forEach { input.step($0) } }
      try input.end(path: "a.jsonl")
    }
    let (read, made) = (try input.evaluation(path: "a"), try await run.evaluation(jobs: 2))
    #expect(try String(decoding: bytes(read), as: UTF8.self) == String(decoding: bytes(made), as: UTF8.self))
  }

  @Test("people whose lines take turns are as people one after the other")
  func interleaved() throws {
    var simulation = try EvaluationRun.mini(participants: 3, duration: 10).simulation
    try simulation.set("tracker.dropped", 0)
    let people = (0..<3).map { Array(simulation.frames(participant: $0)) }
    var (turns, after) = (try input(), try input())
    turns.begin(simulation.header)
    after.begin(simulation.header)
    for index in people[0].indices { for person in people { turns.step(person[index]) } }
    for person in people { person.forEach { after.step($0) } }
    try turns.end(path: "a.jsonl")
    try after.end(path: "a.jsonl")
    let evaluation = try turns.evaluation(path: "a")
    #expect(evaluation.participants == 3)
    #expect(try bytes(evaluation) == bytes(after.evaluation(path: "a")))
  }

  @Test("without truth the pointer is held to the targets, and failing people cannot be told")
  func withoutTruth() throws {
    let simulation = try EvaluationRun.mini(participants: 2, duration: 20).simulation
    var header = simulation.header
    header.truth = nil
    var input = try input()
    input.begin(header)
    for person in 0..<2 {
      for var frame in simulation.frames(participant: person) {
        frame.truth = nil
        input.step(frame)
      }
    }
    try input.end(path: "a.jsonl")
    let evaluation = try input.evaluation(path: "a")
    #expect(evaluation.against == .target)
    #expect(evaluation.pointer.errorPoints.median != nil)
    #expect(evaluation.pointer.accuracyDegrees != nil)
    #expect(evaluation.pointer.latencyMilliseconds == nil)
    #expect(evaluation.failing.participants == 0)
  }

  @Test("a recording that nothing can be judged by is refused by name")
  func nothingToJudge() throws {
    let simulation = try EvaluationRun.mini([.reading], participants: 1, duration: 2).simulation
    var blank = try input()
    blank.begin(simulation.header)
    for var frame in simulation.frames(participant: 0) {
      (frame.truth, frame.observation.intent) = (nil, nil)
      blank.step(frame)
    }
    try blank.end(path: "a.jsonl")
    let evaluation = blank
    let error = #expect(throws: FileError.self) { try evaluation.evaluation(path: "a.jsonl") }
    #expect(error?.path == "a.jsonl")
    #expect(error?.field == "target")
    var empty = try input()
    empty.begin(simulation.header)
    try empty.end(path: "a.jsonl")
    let nobody = empty
    #expect(throws: FileError.self) { try nobody.evaluation(path: "a.jsonl") }
    let nothing = try input()
    #expect(throws: FileError.self) { try nothing.evaluation(path: "a.jsonl") }
  }

  @Test("a header whose rate is not the frames' is refused, since data loss and lag are told by it")
  func contradictoryRate() throws {
    let simulation = try EvaluationRun.mini([.reading], participants: 1, duration: 4).simulation
    for (rate, isFine) in [(60.0, true), (50, true), (30, false), (1000, false)] {
      var header = simulation.header
      header.rate = rate
      var judged = try input()
      judged.begin(header)
      simulation.frames(participant: 0).forEach { judged.step($0) }
      var refusal: FileError?
      do throws(FileError) { try judged.end(path: "a.jsonl") } catch { refusal = error }
      #expect((refusal == nil) == isFine, "\(rate)")
      if !isFine { #expect(refusal?.field == "rate") }
    }
  }

  @Test("takes with and without the true gaze are not thrown together")
  func mixed() throws {
    let simulation = try EvaluationRun.mini([.validation], participants: 1, duration: 4).simulation
    var judged = try input()
    for keepsTruth in [true, false] {
      judged.begin(simulation.header)
      for var frame in simulation.frames(participant: 0) {
        if !keepsTruth { frame.truth = nil }
        judged.step(frame)
      }
      try judged.end(path: "a.jsonl")
    }
    let all = judged
    let error = #expect(throws: FileError.self) { try all.evaluation(path: "a.jsonl") }
    #expect(error?.field == "truth")
  }
}
