import Foundation
import TestSupport
import Testing

@Suite struct ChoiceOptionsTests {
  private let gazesim: Command

  init() throws { gazesim = try Command() }

  private let people = ["--scenario", "reading", "--participants", "2", "--duration", "20"]

  @Test("evaluate and gate take a recentring and a trigger, and name them")
  func evaluate() async throws {
    let chosen = ["--recentre", "dot", "--trigger", "confirm"]
    let outcome = try await gazesim.run(["evaluate"] + people + chosen + ["--json"])
    #expect(outcome.status == 0, "\(outcome.stderr)")
    let json = try outcome.json()
    #expect(json["recentre"] as? String == "dot" && json["trigger"] as? String == "confirm")
    let plain = try await gazesim.run(["evaluate"] + people + ["--json"]).json()
    #expect(plain["recentre"] == nil && plain["trigger"] == nil)
    let judged = try await gazesim.run(
      ["gate", "--most-participants", "2"] + people + chosen + [
        "--limit", "pointer.errorPoints.median<=90", "--json", "--quiet",
      ])
    #expect(try judged.json()["recentre"] as? String == "dot", "\(judged.stderr)")
  }

  @Test("compare has a row for each choice, beside the profile's")
  func compare() async throws {
    let outcome = try await gazesim.run(
      ["compare"] + people + ["--recentre", "none, dot,x", "--loop", "closed", "--json"])
    #expect(outcome.status == 0, "\(outcome.stderr)")
    let rows = try #require(try outcome.json()["rows"] as? [[String: Any]])
    #expect(rows.map { $0["recentre"] as? String } == ["dot", "x", "none", "none"])
    #expect(rows[2]["preset"] as? String == "ideal")
    let made = try await gazesim.run(["generate", "--set", "task.appStates=1", "-o", "a.jsonl"] + people.dropLast(4))
    #expect(made.status == 0, "\(made.stderr)")
    let recorded = try await gazesim("compare", "a.jsonl", "--recentre", "x,reading", "--json")
    let labels = try #require(try recorded.json()["rows"] as? [[String: Any]]).compactMap { $0["label"] as? String }
    #expect(labels == ["standard + x", "standard + reading", "standard"])
  }

  @Test("wrong names, names given twice, and choices without anything to act on are refused")
  func refusals() async throws {
    expectRefusal(try await gazesim("evaluate", "--recentre", "dott"), naming: "\"dott\"", "\"dot\"")
    expectRefusal(
      try await gazesim("evaluate", "--recentre", "dot,reading"),
      naming: "--recentre: is dot,reading; expected one name; 'gazesim compare' compares several")
    expectRefusal(try await gazesim("evaluate", "--trigger", "confrim"), naming: "\"confrim\"", "\"confirm\"")
    expectRefusal(
      try await gazesim("evaluate", "--recentre", "dot", "--scenario", "validation"),
      naming: "--recentre dot: validation has no page", "reading, recipe")
    expectRefusal(
      try await gazesim("evaluate", "--recentre", "dot", "--pipeline", "heatmap"),
      naming: "only standard has this option")
    let made = try await gazesim("generate", "--scenario", "reading", "--duration", "5", "-o", "b.jsonl")
    #expect(made.status == 0, "\(made.stderr)")
    expectRefusal(
      try await gazesim("evaluate", "b.jsonl", "--recentre", "reading"), naming: "b.jsonl", "lines",
      "--recentre reading")
  }
}
