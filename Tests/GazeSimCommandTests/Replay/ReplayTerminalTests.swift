import Foundation
import TestSupport
import Testing

/// The player on a terminal: a pseudo-terminal that Python opens as the leader of a session, like a shell, so that
/// Ctrl-C, Ctrl-Z and hanging up have the same effect as for a user.
@Suite(.serialized, .enabled(if: TerminalSession.isThere, "needs a python3 for its pseudo-terminals"))
struct ReplayTerminalTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func recording(seconds: Int = 30) async throws {
    _ = try await Command(in: scratch)("generate", "--scenario", "reading", "--duration", "\(seconds)", "-o", "a.jsonl")
  }

  private func play(
    _ steps: [TerminalSession.Step], _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> TerminalSession.Outcome {
    try TerminalSession.run(
      ["replay", "a.jsonl"] + arguments, steps, in: scratch, environment: environment)
  }

  private let entered = "\u{1B}[?1049h\u{1B}[?25l"
  private let left = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  @Test(
    "plays, pauses, steps and quits; the terminal is restored and shows the summary", .ends)
  func quits() async throws {
    try await recording()
    let outcome = try play([.wait(1.5), .keys(" "), .wait(0.4), .keys("\u{1B}[D,"), .wait(0.4), .keys("q")])
    #expect(outcome.exit == 0 && outcome.isRestored, "\(outcome)")
    let parts = outcome.text.components(separatedBy: entered)
    #expect(parts.count == 2 && parts[0].isEmpty)
    let after = try #require(parts.last).components(separatedBy: left)
    #expect(after.count == 2 && !after[1].contains("\u{1B}"))
    #expect(after[0].contains("playing x1") && after[0].contains("paused x1") && after[0].contains("left eye"))
    for words in ["ended by hand", "line of sight, ", "standard", "kept time: no frame came more than "] {
      #expect(after[1].contains(words), "\(words)")
    }
  }

  @Test("ends by itself at the end of the recording", .ends)
  func ends() async throws {
    try await recording(seconds: 2)
    let outcome = try play([.wait(30)])
    #expect(outcome.exit == 0 && outcome.isRestored && !outcome.text.contains("ended by hand"))
    #expect(outcome.text.components(separatedBy: left).count == 2)
  }

  @Test(
    "a signal ends it as it would any program, with the terminal as it was", .slow("5 s: it waits for a terminal"),
    .ends,
    arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func signals(_ number: Int32) async throws {
    try await recording()
    let outcome = try play([.wait(1), .signal(number), .wait(5)])
    #expect(outcome.signal == number && outcome.isRestored, "\(outcome)")
    #expect(outcome.text.hasSuffix(left))
  }

  @Test("Ctrl-C ends it", .ends)
  func interrupt() async throws {
    try await recording()
    let outcome = try play([.wait(1), .keys("\u{3}"), .wait(5)])
    #expect(outcome.signal == SIGINT && outcome.isRestored && outcome.text.contains(left), "\(outcome)")
  }

  @Test(
    "Ctrl-Z stops it with the terminal restored; later it continues at the same frame",
    .slow("6 s: it waits for a terminal"), .ends)
  func stops() async throws {
    try await recording()
    let outcome = try play([.wait(1), .keys("\u{1A}"), .wait(3), .resume, .wait(1), .keys("q")])
    #expect(outcome.stops == [true], "stopped once, restored: \(outcome)")
    #expect(outcome.exit == 0 && outcome.isRestored)
    #expect(outcome.text.components(separatedBy: left).count == 3)
    // The time in which the command is stopped is not played: the number of played frames, at 60 Hz, fits into the
    // remaining time. This holds even if a busy machine makes both times longer.
    let text = try #require(outcome.text.firstMatch(of: /iphone12mini, 1 person, 1 session: ([0-9]+) frames/)?.1)
    let played = Double(try #require(Int(text))) / 60
    #expect(outcome.stoppedSeconds > 2 && played > 0)
    #expect(played < outcome.seconds - outcome.stoppedSeconds + 0.1, "\(played) s in \(outcome)")
    #expect(outcome.text.contains("; it was interrupted for "))
  }

  @Test("an error in the middle of the file restores the terminal and is reported", .ends)
  func error() async throws {
    try await recording(seconds: 3)
    let lines = try scratch.text(of: "a.jsonl").split(separator: "\n")
    try scratch.write(lines.prefix(60).joined(separator: "\n") + "\n{\"t\":\n", to: "a.jsonl")
    let outcome = try play([.wait(30)])
    #expect(outcome.exit == 2 && outcome.isRestored, "\(outcome)")
    #expect(try #require(outcome.text.components(separatedBy: left).last).contains("gazesim: error: a.jsonl:61"))
  }

  @Test(
    "no colour with NO_COLOR; no player with --quiet, --fast, --json or on a dumb terminal",
    .slow("8 s: it runs the command seven times"),
    .ends)
  func plain() async throws {
    try await recording(seconds: 1)
    let colours = try play([.wait(20)])
    #expect(colours.text.contains("\u{1B}[1;36m"))
    let none = try play([.wait(20)], environment: ["NO_COLOR": "1"])
    #expect(none.exit == 0 && none.text.contains(entered) && !none.text.contains("\u{1B}[1;36m"))
    for arguments in [["--quiet"], ["--fast"], ["--json"]] {
      let outcome = try play([.wait(20)], arguments)
      #expect(outcome.exit == 0 && !outcome.text.contains("\u{1B}"), "\(arguments)")
    }
    #expect(!(try play([.wait(20)], environment: ["TERM": "dumb"])).text.contains("\u{1B}"))
  }
}
