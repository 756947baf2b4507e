import Foundation
import GazeRecording
import TestSupport
import Testing

/// Files and arguments of a stranger: they neither end a command with a signal nor reach a terminal or a runner's log
/// as anything but text.
struct HostileInputTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Writes a simulated recording with changed lines.
  private func recording(_ name: String, _ change: (inout [String]) -> Void) async throws {
    try await gazesim("generate --scenario validation --duration 20 --rate 30 --quiet -o source --force")
    var lines = try scratch.text(of: "source").split(separator: "\n").map(String.init)
    change(&lines)
    try scratch.write(lines.joined(separator: "\n"), to: name)
    try FileManager.default.removeItem(atPath: scratch("source"))
  }

  private let readers = ["evaluate --input", "gate --input", "replay --fast", "calibrate --input"]

  @Test("a recording that was cut off is used up to its last whole frame, with a remark unless --quiet")
  func truncated() async throws {
    try await recording("cut.jsonl") { lines in
      lines = Array(lines.prefix(300))
      lines[299] = String(lines[299].prefix(lines[299].count / 2))
    }
    try scratch.write(
      try scratch.text(of: "cut.jsonl").split(separator: "\n").prefix(299).joined(separator: "\n"), to: "whole.jsonl")
    for reader in ["evaluate", "replay --fast", "calibrate --force"] {
      let cut = try await gazesim("\(reader) cut.jsonl --json")
      let whole = try await gazesim("\(reader) whole.jsonl --json")
      #expect(cut.withoutCommand.replacing("cut.jsonl", with: "whole.jsonl") == whole.withoutCommand, "\(reader)")
      let remark = "cut.jsonl:300: the file ends in the middle of this line; only the frames before it were used\n"
      #expect(cut.stderr == whole.stderr + remark, "\(reader)")
      #expect(try await gazesim("\(reader) cut.jsonl --quiet").stderr.isEmpty)
    }
  }

  /// Changes to the 100th and later frames, as a stranger's file may have them.
  enum Strangeness: String, CaseIterable, Sendable {
    case farFuture, farPast, noTime, everyOtherPerson, hugeTarget, hugeTruth, hugePose, noPose
  }

  @Test("finite but absurd numbers neither crash a command nor lead to NaN", arguments: Strangeness.allCases)
  func absurd(_ strangeness: Strangeness) async throws {
    try await recording("a.jsonl") { lines in
      lines[0] = lines[0].replacing("\"participants\":1", with: "\"participants\":2")
      for index in 100..<lines.count {
        switch strangeness {
        case .farFuture: lines[index].replace(/"t":[0-9.]+/, with: "\"t\":1e300")
        case .farPast: lines[index].replace(/"t":[0-9.]+/, with: "\"t\":-1.7e308")
        case .noTime: lines[index].replace(/"t":[0-9.]+/, with: "\"t\":0")
        case .everyOtherPerson: lines[index].replace("\"participant\":0", with: "\"participant\":\(index % 2)")
        case .hugeTarget: lines[index].replace(/"target":\[[^\]]*\]/, with: "\"target\":[1e300,-1e300]")
        case .hugeTruth: lines[index].replace(/"gaze":\[[^\]]*\]/, with: "\"gaze\":[1.7e308,-1.7e308]")
        case .hugePose:
          let pose = Array(repeating: "3e38", count: 16).joined(separator: ",")
          lines[index].replace(/"face":\[[^\]]*\]/, with: "\"face\":[\(pose)]")
        case .noPose: lines[index].replace(/"leftEye":\[[^\]]*\]/, with: "\"leftEye\":null")
        }
      }
    }
    for reader in readers {
      let outcome = try await gazesim.run("\(reader) a.jsonl --json" + (reader.hasPrefix("calibrate") ? " -o -" : ""))
      #expect(!outcome.isSignalled && [0, 1, 2, 3].contains(outcome.status), "\(reader): \(outcome.stderr)")
      if reader.hasPrefix("replay") {
        try expectLines(outcome)
      } else if outcome.status == 2 {
        expectRefusal(outcome, [])
      } else {
        _ = try outcome.json()
      }
    }
    #expect(scratch.names == ["a.jsonl"])
  }

  /// Expects the lines of a replay up to an error: whole lines, each an object, and a report if and only if the replay
  /// reached the end.
  private func expectLines(_ outcome: Command.Outcome) throws {
    #expect(outcome.text.hasSuffix("\n"))
    let lines = try outcome.lines.map { try jsonObject(Data($0.utf8)) }
    // The header is not a frame, and the 100th frame is the first strange one.
    #expect(lines.count >= 99)
    #expect((lines.last?["schema"] as? String == "gazesim.replay") == (outcome.status == 0))
    let isOneLine = outcome.stderr.hasPrefix("gazesim: error: ") && outcome.stderr.count { $0.isNewline } == 1
    #expect(outcome.status == 0 ? outcome.stderr.isEmpty : isOneLine, "\(outcome.stderr)")
  }

  @Test("a stranger's names reach the terminal without control characters")
  func strangersNames() async throws {
    try await recording("a.jsonl") { lines in
      lines[0] = lines[0].replacing("\"preset\":\"typical\"", with: "\"preset\":\"x\\ny\\t\\u202e\\u2028\\u001b[31m\"")
    }
    for line in ["characterize a.jsonl", "characterize a.jsonl --json", "evaluate --input a.jsonl"] {
      let text = try await gazesim(line).text
      let unsafe = text.unicodeScalars.filter { $0 != "\n" && TerminalText.isUnsafe($0) }
      #expect(unsafe.isEmpty && !text.contains("x\ny"), "\(text.prefix(400))")
    }
    expectRefusal(
      try await gazesim.run(["generate", "--device", "a\u{202E}\u{1B}b\tc\nd"]),
      ["a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}d"])
  }

  @Test("a very long word is cut in the error about it")
  func longWords() async throws {
    let word = String(repeating: "a", count: 5000)
    for line in [
      "record-info \(word)", "record-info a.jsonl \(word)", "generate --seed \(word)", "generate --\(word)",
      "devices \(word)", "generate --device \(word)", "import a --from table --euler \(word) -o b",
    ] {
      let outcome = try await gazesim.run(line)
      #expect(outcome.status == 2 || outcome.status == 64, "\(outcome.stderr.prefix(100))")
      #expect(outcome.stderr.contains("aaaa") && outcome.stderr.count < 2000, "\(outcome.stderr.prefix(200))")
    }
  }

  @Test("no argument and no file's name begins a workflow command in a runner's log")
  func workflowCommands() async throws {
    let attacks = [
      ["evaluate", "--seed", "x\n::error::pwn"], ["evaluate", "--no\r\n::error::pwn"], ["study", "x\n::error::pwn"],
      ["evaluate", "x\n\t::error::pwn"], ["evaluate", "--seed=\n::error::pwn"], ["generate", "--seed", "##[error]pwn"],
      ["generate", "--device", "##[error]pwn"], ["record-info", "::error::pwn"], ["help", "x\n::error::pwn"],
      ["compare", "--recline", "1\n::error::pwn"],
    ]
    for arguments in attacks {
      let outcome = try await gazesim.run(arguments, environment: ["GITHUB_ACTIONS": "true"])
      #expect(outcome.status == 64 || outcome.status == 2 || arguments[0] == "help", "\(arguments)")
      for line in (outcome.stderr + outcome.text).components(separatedBy: .newlines) {
        #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::") && !line.contains("##["))
      }
    }
    // A remark and a result begin with the file's name.
    try await recording("::error::cut.jsonl") { lines in lines.append(String(lines.removeLast().prefix(40))) }
    let outcome = try await gazesim("record-info ::error::cut.jsonl")
    #expect(outcome.text.hasPrefix("\u{FFFD}:error::cut.jsonl: "))
    #expect(outcome.stderr.split(separator: "\n").allSatisfy { !$0.hasPrefix("::") }, "\(outcome.stderr)")
  }
}
