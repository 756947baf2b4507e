import Documents
import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

extension Explanation {
  fileprivate var shown: [String] { document(Invocation(["explain"])).text(width: 80) }
}

@Suite struct ExplanationTests {
  private func explanation(_ constants: [String: Double] = [:], preset: GazePreset = .typical) async throws
    -> Explanation
  {
    try await Run.mini(preset: preset, participants: 5, duration: 25, setting: constants).explanation()
  }

  @Test("the short form begins with the cause and its remedy")
  func brief() async throws {
    let explanation = try await explanation(["tracker.sessionBiasSD": 4, "people.failingShare": 0])
    let budget = try #require(explanation.budget)
    #expect(budget.largest.first == .session && !budget.isPersonAndSession)
    #expect(explanation.repeats?.sessions == 3 && explanation.repeats?.takes == 2)
    #expect(explanation.remedies.first?.name == Remedy.atStart && explanation.remedies.first?.helps == true)
    let first = explanation.shown.prefix(3).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(first.contains("the session's offset (") && first.contains("; five points at the session's start: "))
  }

  @Test("an error-free pointer has no cause and needs no remedy")
  func nothing() async throws {
    let explanation = try await explanation(preset: .ideal)
    #expect(explanation.conclusion.hasPrefix("No cause: the error is "))
    #expect(!explanation.shown.contains { $0.contains("mend") })
  }

  @Test("a wrong mapping comes before the causes, and has no remedy but its own; a late pointer is a cause")
  func wrongMapping() async throws {
    let wrong = try await Run.mini(participants: 3, duration: 25, pipeline: .article2021).explanation()
    let stage = try #require(wrong.correctness)
    let lines = wrong.shown
    #expect(lines[0] == "The mapping is wrong, on error-free faces as well: mend that first")
    let text = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for finding in stage.findings { #expect(text.contains(finding), "\(finding)") }
    #expect(!text.contains("would mend") && !wrong.conclusion.contains(" pt"))
    #expect(lines.count <= 20 && wrong.document().details()[0] == lines[0])
    var late = try Run.mini(participants: 3, duration: 25)
    late.options.smoothing = .exponential(.init(timeConstant: 0.5))
    let explained = try await late.explanation()
    #expect(explained.correctness?.fault == "the pointer is late", "\(String(describing: explained.correctness))")
    #expect(!explained.shown[0].contains("mapping"))
  }

  @Test("in recordings person and session are one, and a remedy that cannot be computed is not known")
  func recordings() throws {
    let simulation = try Simulation.mini(.validation, duration: 25)
    var run = RecordedRun<GazeRig>(profile: try .mini())
    run.addSmoothings()
    // All but `profile` and the family that the profile has.
    #expect(run.others.count == Smoothing.names.count - 2)
    try run.add(simulation.stated, simulation.everybody { $0.truth = nil })
    let explanation = try run.explanation(path: "a.jsonl")
    let budget = try #require(explanation.budget)
    #expect(budget.isPersonAndSession && explanation.subject.comparedWith == "target")
    #expect(explanation.remedies.contains { $0 == Remedy.unknown && $0.change == nil })
    let own = try #require(explanation.remedies.first { $0.reason?.contains("flatters") == true })
    let change = try #require(own.change)
    expectNear((1 + change) * (1 + change), budget.withoutPersonDegrees2 / budget.meanSquareDegrees2, 1e-9)
    #expect(explanation.conclusion.contains("the offset of person and session"))
  }

  @Test("a dot and recentring by reading are tried on a page, each against the same page without it")
  func recentring() async throws {
    var run = try Run.mini([.validation, .reading], participants: 3, duration: 25)
    let plain = try await run.explanation()
    #expect(plain.subject.scenario == "validation")
    let own = plain.remedies.filter { $0.errorPointsBefore != nil }
    #expect(Set(own.map(\.name)) == [Remedy.dot, Remedy.reading])
    #expect(Set(own.map(\.errorPointsBefore)).count == 1)
    run.options.recentre = .dot
    let dot = try await run.explanation()
    #expect(dot.subject.scenario == "reading" && dot.subject.recentre == "dot" && dot.budget != nil)
    let left = try #require(dot.remedies.first { $0.errorPointsBefore != nil })
    #expect(
      left.name == Remedy.reading && left.errorPointsBefore == own.first { $0.name == Remedy.dot }?.errorPointsMedian)
    run.options.recentre = .reading
    #expect(run.recentrings().isEmpty)
    (run.options.recentre, run.pipeline) = (.none, .heatmap)
    #expect(run.recentrings().isEmpty)
  }
}
