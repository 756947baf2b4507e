import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct RecordedEvidenceTests {
  /// A judged recording of one person who reads, with these constants and after a change of its frames.
  private func judged(
    _ recentre: RecentreChoice, trigger: ScrollRule? = nil, constants: [String: Double] = [:],
    _ change: (inout RecordedFrame.Observation) -> Void = { _ in }
  ) throws -> Report<GazeRig> {
    var simulation = try Run<GazeRig>.mini([.reading], participants: 1, duration: 40).simulation
    for (key, value) in constants { try simulation.set(key, value) }
    var run = RecordedRun<GazeRig>(profile: try .mini())
    (run.options.recentre, run.options.trigger) = (recentre, trigger)
    let frames = simulation.frames(participant: 0).map { frame in
      var frame = frame
      change(&frame.observation)
      return frame
    }
    try run.add(simulation.header, frames, path: "a.jsonl")
    return try run.evaluation(path: "a.jsonl")
  }

  private func refusal(
    _ recentre: RecentreChoice, trigger: ScrollRule? = nil, constants: [String: Double] = [:],
    _ change: (inout RecordedFrame.Observation) -> Void = { _ in }
  ) throws -> FileError {
    try #require(
      #expect(throws: FileError.self) { try judged(recentre, trigger: trigger, constants: constants, change) })
  }

  @Test("dots, taps, lines and page of a recording recentre the pointer", arguments: RecentreChoice.allCases)
  func used(choice: RecentreChoice) throws {
    let constants = ["task.appStates": 1, "task.dotAtStart": 1, "task.tapInterval": 8.0]
    let (with, without) = (try judged(choice, constants: constants), try judged(.none, constants: constants))
    let (a, b) = (with.pointer.errorPoints, without.pointer.errorPoints)
    if choice == .none { #expect(a == b) } else if choice != .x { #expect(a != b) }
    #expect(with.subject.recentre == (choice == .none ? nil : choice.rawValue))
  }

  @Test("a recording without the evidence is refused, with the file and the missing field")
  func missing() throws {
    let fields: [(RecentreChoice, String)] = [(.dot, "dot"), (.tap15, "tap"), (.x, "lines"), (.reading, "lines")]
    for (choice, field) in fields {
      let error = try refusal(choice)
      #expect(error.path == "a.jsonl" && error.field == field)
      #expect(error.message.contains("--recentre \(choice.rawValue)"), "\(error.message)")
    }
    #expect(try refusal(.reading, constants: ["task.appStates": 1]) { $0.app.page = nil }.field == "page")
  }

  @Test("signs need the facial coefficients; the other rules do not")
  func signs() throws {
    let error = try refusal(.none, trigger: .confirm) { $0.frame.blendShapes = nil }
    #expect(error.field == "blendShapes" && error.message.contains("--trigger confirm"))
    let below = try judged(.none, trigger: .below) { $0.frame.blendShapes = nil }
    #expect(below.subject.trigger == "below")
  }
}
