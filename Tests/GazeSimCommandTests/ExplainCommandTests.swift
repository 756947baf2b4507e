import Foundation
import TestSupport
import Testing

@Suite struct ExplainCommandTests {
  private let gazesim: Command

  init() throws { gazesim = try Command() }

  private static let people = ["explain", "--participants", "3", "--duration", "25", "--jobs", "1"]

  @Test("simulated people: short form, everything, and JSON")
  func simulated() async throws {
    let brief = try await gazesim.run(Self.people)
    #expect(brief.status == 0, "\(brief.stderr)")
    let lines = brief.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 21 && lines.allSatisfy { $0.count <= 80 }, "\(brief.text)")
    #expect(brief.text.contains("made of") && brief.text.contains("gazesim explain --participants 3"))
    let details = try await gazesim.run(Self.people + ["--details", "--quiet"])
    #expect(details.status == 0 && details.stderr.isEmpty && details.text.contains("mean square, deg²"))
    let json = try await gazesim.run(Self.people + ["--json"]).json()
    #expect(json["schema"] as? String == "gazesim.explanation")
    #expect((json["errorBudget"] as? [String: Any])?["isPersonAndSession"] as? Bool == false)
  }

  @Test("a recording joins person and session, and an evaluation points to the command")
  func recorded() async throws {
    #expect(
      try await gazesim(
        "generate", "--device", "iphone12mini", "--scenario", "validation", "--duration", "30", "-o", "take.jsonl"
      ).status == 0)
    let explained = try await gazesim("explain", "take.jsonl")
    #expect(explained.status == 0, "\(explained.stderr)")
    #expect(explained.text.contains("person and session") && explained.text.contains("flatters"))
    let evaluated = try await gazesim("evaluate", "take.jsonl", "--force", "-o", "report.json")
    #expect(evaluated.text.contains("Made of") && evaluated.text.contains("gazesim explain take.jsonl\n"))
  }

  @Test("what it cannot explain is refused in one line")
  func refusals() async throws {
    expectRefusal(
      try await gazesim("explain", "--rig", "head"), naming: "--rig", "is head; this command supports the gaze rig only"
    )
    expectRefusal(try await gazesim("explain", "--input", "absent.jsonl"), naming: "absent.jsonl")
    expectRefusal(try await gazesim("explain", "--pipeline", "recorded"), naming: "recorded")
  }
}
