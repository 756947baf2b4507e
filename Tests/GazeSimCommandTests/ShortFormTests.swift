import Foundation
import TestSupport
import Testing

/// The short forms, which `gate`, `evaluate`, `compare`, `calibrate`, `characterize` and `study` print without
/// `--details`.
@Suite struct ShortFormTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let plain = ["NO_COLOR": "", "CLICOLOR_FORCE": "", "COLUMNS": "", "GITHUB_ACTIONS": ""]

  /// Expects a short form with one of `conclusions` in its first line, and the same words in colours.
  private func expectShort(
    _ arguments: [String], _ conclusions: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await gazesim.run(arguments, environment: Self.plain)
    #expect([0, 1, 3].contains(outcome.status), "\(outcome.stderr)", sourceLocation: sourceLocation)
    let text = outcome.text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.popLast() == "", sourceLocation: sourceLocation)
    #expect(lines.count <= 20, "\(lines.count) lines: \(text)", sourceLocation: sourceLocation)
    for line in lines { #expect(line.count <= 80, "\(line)", sourceLocation: sourceLocation) }
    let first = lines.first ?? ""
    #expect(conclusions.contains { first.contains($0) }, "\(text)", sourceLocation: sourceLocation)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F) }, "\(text)")
    #expect(text.contains("\nNext    gazesim "), "\(text)", sourceLocation: sourceLocation)
    #expect(text.contains("--details") && !text.lowercased().contains("nan"), sourceLocation: sourceLocation)
    let coloured = try await gazesim.run(
      arguments + (arguments[0] == "calibrate" ? ["--force"] : []),
      environment: Self.plain.merging(["CLICOLOR_FORCE": "1"]) { $1 })
    let stripped = coloured.text.replacing(/\u{1B}\[[0-9]*m/, with: "")
    #expect(coloured.text.contains("\u{1B}["), sourceLocation: sourceLocation)
    if arguments[0] != "calibrate" { #expect(stripped == text, sourceLocation: sourceLocation) }
  }

  @Test("gate and evaluate: the verdict or the error first", arguments: ["gaze", "head", "body", "drag"])
  func judged(_ rig: String) async throws {
    let people = ["--rig", rig, "--participants", "3", "--duration", "8"]
    let conclusion = ["gaze": "° off (", "head": "° off on", "body": "pt off their joints", "drag": "content slips "]
    try await expectShort(["evaluate"] + people, try #require(conclusion[rig]))
    try await expectShort(["gate", "--most-participants", "3"] + people, "PASS  ", "FAIL  ", "INCONCLUSIVE  ")
  }

  @Test("compare: the best pipeline first", arguments: ["gaze", "head", "body", "drag"])
  func compared(_ rig: String) async throws {
    let people = ["compare", "--rig", rig, "--participants", "2", "--duration", "6"]
    try await expectShort(
      people + (rig == "gaze" ? ["--pipelines", "virakri,gazecapture,standard"] : []), "smallest", "ahead", "best")
  }

  @Test("recordings: people are counted, not called simulated; names of files cannot add a line or an escape")
  func recorded() async throws {
    let made = try await gazesim(
      "generate", "--scenario", "validation", "--duration", "20", "--participants", "2", "-o", "a take.jsonl")
    #expect(made.status == 0, "\(made.stderr)")
    try await expectShort(["evaluate", "--input", "a take.jsonl"], "° off (")
    try await expectShort(["characterize", "a take.jsonl"], "real takes")
    let outcome = try await gazesim.run(["evaluate", "--input", "a take.jsonl"], environment: Self.plain)
    #expect(outcome.text.contains("gazesim evaluate --input 'a take.jsonl' --details"), "\(outcome.text)")
    let printed = try #require(outcome.text.firstMatch(of: /gazesim (evaluate .* -o .*)\n/)).1
    let copied = try await gazesim.shell("\"$gazesim\" \(printed)", environment: Self.plain)
    #expect(copied.status == 0 && scratch.names.contains("report.html"), "\(copied.stderr)")
    #expect(copied.text.contains("a take.jsonl' -o report.html --force --details"), "\(copied.text)")
  }

  @Test("calibrate of the other rigs: what was learned first", arguments: ["head", "body", "drag"])
  func calibrated(_ rig: String) async throws {
    try await expectShort(
      ["calibrate", "--rig", rig, "--participants", "1", "-o", "c.json"], "learned", "not determined")
  }

  @Test("calibrate of gaze: one line a parameter, and whether it matters")
  func calibratedGaze() async throws {
    let made = try await gazesim("generate", "--scenario", "calibration", "--duration", "60", "-o", "take.jsonl")
    #expect(made.status == 0, "\(made.stderr)")
    try await expectShort(["calibrate", "--input", "take.jsonl", "-o", "c.json"], "1 person learned; device: ")
    let outcome = try await gazesim.run(
      ["calibrate", "--input", "take.jsonl", "-o", "c.json", "--force"], environment: Self.plain)
    for part in ["screen width", "camera below the top", "gaze offset, right", "gain across", "Expect", "Matters"] {
      #expect(outcome.text.contains(part), "\(part) in \(outcome.text)")
    }
  }

  @Test("a wider terminal is used, a narrow one is not overrun, and the words are those of a pipe")
  func widths() async throws {
    let arguments = ["evaluate", "--rig", "drag", "--participants", "2", "--duration", "5"]
    func words(_ columns: String) async throws -> (longest: Int, words: [Substring]) {
      let text = try await gazesim.run(arguments, environment: Self.plain.merging(["COLUMNS": columns]) { $1 }).text
      return (text.split(separator: "\n").map(\.count).max() ?? 0, text.split { $0 == " " || $0 == "\n" || $0 == "\\" })
    }
    let (narrow, usual, wide) = (try await words("50"), try await words("80"), try await words("200"))
    #expect(narrow.longest <= 50 && usual.longest <= 80 && wide.longest <= 120 && wide.longest > 80)
    #expect(usual.words == wide.words)
  }
}
