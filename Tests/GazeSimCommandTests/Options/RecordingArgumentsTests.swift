import Foundation
import TestSupport
import Testing

/// Recordings as bare arguments and the doctor's remark on them.
@Suite struct RecordingArgumentsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Writes a simulated recording; a flipped one counts y from the other edge.
  private func record(_ name: String, seed: Int = 1, isFlipped: Bool = false) async throws {
    let made = try await gazesim(
      "generate", "--scenario", "validation", "--duration", "30", "--rate", "30", "--seed", "\(seed)", "-o", name,
      "--quiet")
    #expect(made.status == 0, "\(made.stderr)")
    guard isFlipped else { return }
    let lines = try scratch.text(of: name).split(separator: "\n")
    let flipped = lines.map { line in
      line.replacing(#/"target":\[([0-9.e+-]+),([0-9.e+-]+)\]/#) { match in
        "\"target\":[\(match.1),\(812 - (Double(match.2) ?? 0))]"
      }
    }
    #expect(flipped[20] != String(lines[20]))
    try scratch.write(flipped.joined(separator: "\n") + "\n", to: name)
  }

  @Test("a bare file is the same as --input, in each command, also if both are mixed")
  func bare() async throws {
    try await record("a.jsonl")
    try await record("b.jsonl", seed: 2)
    for command in [["evaluate"], ["compare", "--pipelines", "standard"]] {
      let named = try await gazesim.run(command + ["--json", "--input", "a.jsonl", "--input", "b.jsonl"])
      let bare = try await gazesim.run(command + ["a.jsonl", "b.jsonl", "--json"])
      let mixed = try await gazesim.run(command + ["--json", "a.jsonl", "--input", "b.jsonl"])
      #expect(named.status == 0 && !named.stdout.isEmpty, "\(named.stderr)")
      #expect(bare.withoutCommand == named.withoutCommand && mixed.withoutCommand == named.withoutCommand)
    }
    expectRefusal(try await gazesim("evaluate", "a.jsonl", "--input", "a.jsonl"), naming: "is the same recording")
    let gate = try await gazesim("gate", "a.jsonl", "--limit", "pointer.latencyMilliseconds<=1000")
    #expect(gate.status == 3, "\(gate.stderr)")
    let fit = try await gazesim("calibrate", "a.jsonl", "-o", "c.json")
    #expect(fit.status == 0 && scratch.names.contains("c.json"), "\(fit.stderr)")
  }

  @Test("a wrong recording is the first line of stderr and in the JSON, also from a pipe; --quiet leaves it out")
  func wrong() async throws {
    try await record("flip.jsonl", isFlipped: true)
    let first = "flip.jsonl looks wrong: y flipped; 'gazesim doctor flip.jsonl' shows why"
    let outcome = try await gazesim("evaluate", "flip.jsonl", "--seed", "3", "--json", "-o", "e.md")
    #expect(outcome.status == 0)
    let lines = outcome.stderr.split(separator: "\n").map(String.init)
    #expect(lines.first == first && lines.last == "wrote e.md" && lines.count == 3, "\(lines)")
    let faults = try #require(try outcome.json()["recordingFaults"] as? [[String: Any]])
    #expect(faults.map { $0["fault"] as? String } == ["flippedY"])
    for command in [["compare", "--pipelines", "standard"], ["gate", "--limit", "pointer.latencyMilliseconds<=1000"]] {
      let other = try await gazesim.run(command + ["flip.jsonl"])
      #expect(other.stderr.split(separator: "\n").first.map(String.init) == first, "\(command): \(other.stderr)")
    }
    for command in [["evaluate"], ["compare", "--pipelines", "standard"], ["explain"]] {
      let other = try await gazesim.run(command + ["flip.jsonl"])
      #expect(other.text.hasPrefix("a recording looks wrong (y flipped): "), "\(command): \(other.text)")
      #expect(other.text.contains("! flip.jsonl looks wrong: y flipped"), "\(command): \(other.text)")
      #expect(other.text.contains("\nNext    gazesim doctor flip.jsonl\n"), "\(command): \(other.text)")
    }
    let gate = try await gazesim(
      "gate", "flip.jsonl", "--limit", "pointer.latencyMilliseconds<=1000", "-o", "g.md", "-o", "g.html", "-o", "g.xml")
    #expect(gate.status == 3, "\(gate.stderr)")
    #expect(gate.text.hasPrefix("INCONCLUSIVE  a recording looks wrong (y flipped)"), "\(gate.text)")
    #expect(gate.text.contains("\nNext    gazesim doctor flip.jsonl\n"), "\(gate.text)")
    for name in ["g.md", "g.html", "g.xml"] {
      #expect(try scratch.text(of: name).contains("looks wrong: y flipped"), "\(name)")
    }
    #expect(try scratch.text(of: "e.md").contains("looks wrong: y flipped"))
    let pipe = try await gazesim.shell("\"$gazesim\" evaluate - < flip.jsonl")
    #expect(pipe.status == 0 && pipe.stderr == "standard input looks wrong: y flipped\n", "\(pipe.stderr)")
    #expect(try await gazesim("evaluate", "flip.jsonl", "--quiet").stderr.isEmpty)
  }
}
