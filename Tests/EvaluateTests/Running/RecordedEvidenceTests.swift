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
  ) async throws -> Report<GazeRig> {
    var simulation = try Run.mini([.reading], participants: 1, duration: 40).simulation
    for (key, value) in constants { try simulation.set(key, value) }
    var run = RecordedRun<GazeRig>(profile: try .mini())
    (run.options.recentre, run.options.trigger) = (recentre, trigger)
    try run.add(simulation.header, simulation.everybody { change(&$0.observation) })
    return try await run.evaluation()
  }

  private func refusal(
    _ recentre: RecentreChoice, trigger: ScrollRule? = nil, constants: [String: Double] = [:],
    _ change: (inout RecordedFrame.Observation) -> Void = { _ in }
  ) async throws -> FileError {
    let error = await #expect(throws: FileError.self) {
      try await judged(recentre, trigger: trigger, constants: constants, change)
    }
    return try #require(error)
  }

  @Test("dots, taps, lines and page of a recording recentre the pointer", arguments: RecentreChoice.allCases)
  func used(choice: RecentreChoice) async throws {
    let constants = ["task.appStates": 1, "task.dotAtStart": 1, "task.tapInterval": 8.0]
    let with = try await judged(choice, constants: constants)
    let without = try await judged(.none, constants: constants)
    let (a, b) = (with.value("pointer.errorPoints.mean"), without.value("pointer.errorPoints.mean"))
    if choice == .none { #expect(a == b) } else if choice != .x { #expect(a != b) }
    #expect(with.subject.recentre == (choice == .none ? nil : choice.rawValue))
  }

  @Test("a recording without the evidence is refused, with the file and the missing field")
  func missing() async throws {
    let fields: [(RecentreChoice, String)] = [(.dot, "dot"), (.tap15, "tap"), (.x, "lines"), (.reading, "lines")]
    for (choice, field) in fields {
      let error = try await refusal(choice)
      #expect(error.path == "a.jsonl" && error.field == field)
      #expect(error.message.contains("--recentre \(choice.rawValue)"))
    }
    #expect(try await refusal(.reading, constants: ["task.appStates": 1]) { $0.app.page = nil }.field == "page")
  }

  /// Judges a recording of two people who read, each a page of their own, after a change of its header.
  private func judge(_ recentre: RecentreChoice, _ change: (inout RecordingHeader) -> Void = { _ in }) async throws {
    var simulation = try Run.mini([.reading], participants: 2, duration: 40).simulation
    try simulation.set("task.appStates", 1)
    var header = simulation.header
    #expect(header.lines.isEmpty && header.pages.map(\.participant) == [0, 1])
    change(&header)
    var run = RecordedRun<GazeRig>(profile: try .mini())
    run.options.recentre = recentre
    try run.add(header, simulation.everybody())
    _ = try await run.evaluation()
  }

  /// Expects that a recording is refused because a participant's lines are missing, or everybody's if that is nil.
  private func expectRefusal(
    _ recentre: RecentreChoice, participant: Int?, _ change: (inout RecordingHeader) -> Void
  ) async throws {
    let refusal = await #expect(throws: FileError.self) { try await judge(recentre, change) }
    let error = try #require(refusal)
    let beginning = participant.map { "has no lines of participant \($0), so" } ?? "is missing, so"
    #expect(error.path == "a.jsonl" && error.field == (participant == nil ? "lines" : "pages"))
    #expect(
      error.message.hasPrefix("\(beginning) reading cannot recentre the pointer (--recentre \(recentre.rawValue))"))
  }

  @Test(
    "a recording in which one of two people has no lines is refused, with the person's number",
    arguments: [RecentreChoice.reading, .x])
  func pages(choice: RecentreChoice) async throws {
    try await expectRefusal(choice, participant: 1) { $0.pages[1].lines = [] }
    try await expectRefusal(choice, participant: 0) { $0.pages[0].lines = [] }
    try await expectRefusal(choice, participant: 1) { $0.pages.removeLast() }
    try await expectRefusal(choice, participant: nil) { $0.pages = [] }
    // Everybody else reads a page with lines.
    try await expectRefusal(choice, participant: 1) { header in
      header.lines = header.pages[0].lines
      header.pages = [RecordingHeader.PersonPage(participant: 1, lines: [])]
    }
    // The second person reads everybody's page.
    try await judge(choice) { header in
      let last = header.pages.removeLast()
      header.lines = last.lines
    }
    try await judge(choice)
    try await judge(.none) { $0.pages = [] }
  }

  @Test("signs need the facial coefficients; the other rules do not")
  func signs() async throws {
    let error = try await refusal(.none, trigger: .confirm) { $0.frame.blendShapes = nil }
    #expect(error.field == "blendShapes" && error.message.contains("--trigger confirm"))
    let below = try await judged(.none, trigger: .below) { $0.frame.blendShapes = nil }
    #expect(below.subject.trigger == "below")
  }
}
