import Foundation
import TestSupport
import Testing

@Suite struct CharacterizeCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("several recordings are compared with real takes in one table, with all figures of each one below")
  func table() async throws {
    _ = try await gazesim("generate", "--scenario", "validation", "--duration", "40", "-o", "targets.jsonl")
    _ = try await gazesim("generate", "--scenario", "stare", "--duration", "40", "-o", "stare.jsonl")
    let outcome = try await gazesim("characterize", "--details", "targets.jsonl", "stare.jsonl")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome.stderr)")
    let first = outcome.text.split(separator: "\n").prefix(3).joined()
    #expect(first.contains("real takes") && first.contains("targets") && first.contains("stare"))
    for part in [
      "still eye, RMS-S2S yaw, mrad", "0.400 to 2.00", "left-right difference, rad", "0.0610 to 0.0710",
      "targets.jsonl: iphone12mini, simulated, validation, preset typical", "tracker.noiseSD", "gainV", "<= ",
      "looks at targets from 0.75 s on", "no targets:",
    ] {
      #expect(outcome.text.contains(part), "\(part) in \(outcome.text)")
    }
    let json = try await gazesim("characterize", "targets.jsonl", "--json").json()
    #expect(json["schema"] as? String == "gazesim.characteristics")
    let recording = try #require((json["recordings"] as? [[String: Any]])?.first)
    let rows = try #require(recording["characteristics"] as? [[String: Any]])
    let rate = try #require(rows.first { $0["name"] as? String == "rate" })
    #expect(abs((rate["value"] as? Double ?? 0) - 60) < 1e-6 && (rate["ci95"] as? [Double])?.count == 2)
    for row in rows { #expect((row["windows"] as? String)?.isEmpty == false, "\(row)") }
  }

  @Test("-o writes a preset once, under its own name, and a failed run leaves nothing")
  func preset() async throws {
    _ = try await gazesim("generate", "--scenario", "validation", "--duration", "40", "-o", "take.jsonl")
    let made = try await gazesim("characterize", "take.jsonl", "-o", "mine.json")
    #expect(made.status == 0 && made.text.contains("wrote mine.json"), "\(made.stderr)")
    let file = try #require(try JSONSerialization.jsonObject(with: scratch.bytes(of: "mine.json")) as? [String: Any])
    #expect(file["schema"] as? String == "gazesim.preset" && file["name"] as? String == "mine")
    let noise = try #require((file["values"] as? [String: Any])?["tracker.noiseSD"] as? [String: Any])
    #expect(noise["unit"] as? String == "deg" && (noise["ci95"] as? [Double])?.count == 2)

    let before = try scratch.snapshot()
    expectRefusal(try await gazesim("characterize", "take.jsonl", "-o", "mine.json"), naming: "mine.json", "--force")
    expectRefusal(try await gazesim("characterize", "take.jsonl", "--base", "tipical"), naming: "\"typical\"")
    expectRefusal(try await gazesim("characterize", "absent.jsonl", "-o", "new.json"), naming: "absent.jsonl")
    try scratch.write(String(try scratch.text(of: "take.jsonl").prefix(5000)) + "\n", to: "cut.jsonl")
    expectRefusal(try await gazesim("characterize", "cut.jsonl", "-o", "new.json"), naming: "cut.jsonl:")
    #expect(try scratch.snapshot().filter { $0.key != "cut.jsonl" } == before)
    let both = try await gazesim("characterize", "take.jsonl", "take.jsonl", "-o", "new.json")
    #expect(both.status == 64)
    let printed = try await gazesim("characterize", "take.jsonl", "-o", "-", "--name", "x")
    #expect(try printed.json()["name"] as? String == "x")
  }

  @Test("a preset must not have the name of a built-in one, a blank name, or no constant")
  func names() async throws {
    _ = try await gazesim("generate", "--scenario", "validation", "--duration", "40", "-o", "take.jsonl")
    for name in ["typical", "  "] {
      expectRefusal(
        try await gazesim("characterize", "take.jsonl", "--name", name, "-o", "n.json"), naming: "--name: ")
    }
    expectRefusal(
      try await gazesim("characterize", "take.jsonl", "-o", "typical.json"), naming: "-o typical.json", "--name")
    let lines = try scratch.text(of: "take.jsonl").split(separator: "\n").prefix(2)
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "one.jsonl")
    expectRefusal(
      try await gazesim("characterize", "one.jsonl", "-o", "one.json"),
      naming: "one.jsonl: shows no constant of a preset: it has 1 frame; ")
    let one = try await gazesim("characterize", "one.jsonl")
    #expect(
      one.status == 0 && one.text.contains("1 person, 1 frame\n") && !one.text.contains("1 frames"),
      "\(one.text)")
    #expect(scratch.names == ["one.jsonl", "take.jsonl"])
  }
}
