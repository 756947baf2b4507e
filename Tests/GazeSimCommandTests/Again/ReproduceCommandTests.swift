import Foundation
import TestSupport
import Testing

@Suite struct ReproduceCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "a report runs again with the same values",
    arguments: [
      ["evaluate", "--participants", "2", "--duration", "6"],
      ["compare", "--participants", "2", "--duration", "6", "--pipelines", "standard"],
      ["gate", "--participants", "2", "--most-participants", "2", "--duration", "6"],
      ["study", "trust", "--participants", "2", "--duration", "6"],
      ["gate", "--rig", "head", "--participants", "2", "--most-participants", "2"],
    ])
  func same(words: [String]) async throws {
    #expect(try await gazesim.run(words + ["-o", "report.json", "--quiet"]).status != 2)
    let again = try await gazesim("reproduce", "report.json")
    #expect(again.status == 0, "\(again.stderr)")
    #expect(again.text.hasPrefix("reproduced: every value is the same; 'gazesim \(words.joined(separator: " "))'"))
    #expect(again.text.contains(", conditions "))
  }

  @Test("printed JSON reproduces, too, and a changed value is named")
  func changed() async throws {
    let printed = try await gazesim("evaluate", "--participants", "2", "--duration", "6", "--json")
    try scratch.write(printed.text, to: "printed.json")
    #expect(try await gazesim("reproduce", "printed.json").status == 0)
    try scratch.write(printed.text.replacing("\"participants\" : 2", with: "\"participants\" : 3"), to: "changed.json")
    let again = try await gazesim("reproduce", "changed.json")
    #expect(again.status == 1, "\(again.stderr)")
    #expect(again.text.hasPrefix("not reproduced: 1 value differs;"))
    #expect(again.text.contains("first: participants: 3, now 2"))
  }

  @Test("recordings count by their content")
  func recordings() async throws {
    #expect(try await gazesim("generate", "--duration", "6", "-o", "take.jsonl").status == 0)
    #expect(try await gazesim("evaluate", "take.jsonl", "-o", "report.json").status == 0)
    #expect(try await gazesim("reproduce", "report.json").status == 0)
    #expect(try await gazesim("generate", "--duration", "6", "--seed", "2", "-o", "take.jsonl", "--force").status == 0)
    expectRefusal(
      try await gazesim("reproduce", "report.json"),
      naming: "report.json: was made with another content of take.jsonl; restore that file")
    let piped = try await gazesim.shell("\"$gazesim\" evaluate - -o piped.json <take.jsonl")
    #expect(piped.status == 0, "\(piped.stderr)")
    expectRefusal(try await gazesim("reproduce", "piped.json"), naming: "piped.json: field \"command\": is missing")
  }

  @Test("other files are refused")
  func others() async throws {
    try scratch.write("{\"schema\":\"x\"}", to: "other.json")
    expectRefusal(try await gazesim("reproduce", "other.json"), naming: "other.json: field \"command\": is missing")
    expectRefusal(try await gazesim("reproduce", "nowhere.json"), naming: "nowhere.json: ")
  }
}
