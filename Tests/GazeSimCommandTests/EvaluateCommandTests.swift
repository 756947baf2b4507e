import Foundation
import GazeRecording
import Profiles
import TestSupport
import Testing

/// `evaluate`: figures that must agree between runs, recordings and loops. The corpus holds its texts and files.
struct EvaluateCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("a bare file is the same as --input, in each command, also if both are mixed")
  func bare() async throws {
    for (name, seed) in [("a", 1), ("b", 2)] {
      try await gazesim("generate --scenario validation --duration 30 --rate 30 --seed \(seed) -o \(name).jsonl")
    }
    for command in ["evaluate --json", "compare --json --pipelines standard"] {
      let named = try await gazesim("\(command) --input a.jsonl --input b.jsonl").withoutCommand
      #expect(try await gazesim("\(command) a.jsonl b.jsonl").withoutCommand == named)
      #expect(try await gazesim("\(command) a.jsonl --input b.jsonl").withoutCommand == named)
    }
    try await gazesim.refuses("evaluate a.jsonl --input a.jsonl", "is the same recording")
    try await gazesim("gate a.jsonl --limit pointer.latencyMilliseconds<=1000", status: 3)
    try await gazesim("calibrate a.jsonl -o c.json")
  }

  /// Runs the command with a FIFO `pipe` into which a file is written once: a pipe can be read only once, so bytes that
  /// the command read to inspect the recording would be lost.
  private func piped(_ file: String, _ line: String) async throws -> Command.Outcome {
    try? FileManager.default.removeItem(atPath: scratch("pipe"))
    try #require(mkfifo(scratch("pipe"), 0o600) == 0)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The writer is a separate process, since a signal ends it if the reader closes the pipe.
    writer.arguments = ["-c", "exec cat \"$0\" > \"$1\"", scratch(file), scratch("pipe")]
    writer.standardError = FileHandle.nullDevice
    try writer.run()
    defer {
      if writer.isRunning { writer.terminate() }
      writer.waitUntilExit()
    }
    return try await gazesim.run(line)
  }

  @Test("evaluate, gate and replay read a pipe like the file, for gaze and, with --rig, for another rig")
  func pipes() async throws {
    for (rig, scenario, metric) in [
      ("gaze", "validation", "pointer.latencyMilliseconds"), ("drag", "around", "slip.points.mean"),
    ] {
      try await gazesim("generate --rig \(rig) --scenario \(scenario) --duration 40 --quiet -o \(rig).jsonl")
      #expect(scratch.size(of: "\(rig).jsonl") > 1 << 16, "more than a reader takes at once")
      for command in ["evaluate --json --input", "gate --limit \(metric)<=1e6 --json --input", "replay --fast --json"] {
        let whole = try await gazesim.run("\(command) \(rig).jsonl")
        let outcome = try await piped("\(rig).jsonl", "\(command) pipe" + (rig == "gaze" ? "" : " --rig \(rig)"))
        #expect(outcome.status == whole.status && whole.status != 2, "\(command): \(outcome.stderr)")
        // A report names the recordings of its people.
        #expect(outcome.text == whole.withoutCommand.replacing("\"\(rig).jsonl\"", with: "\"pipe\""), "\(command)")
      }
    }
  }

  @Test("a pipe of another rig is refused with the option to give, and a calibration reads twice, so takes no pipe")
  func refusedPipes() async throws {
    try await gazesim("generate --rig head --duration 20 --quiet -o head.jsonl")
    for command in ["evaluate --input", "gate --input", "replay --fast"] {
      expectRefusal(
        try await piped("head.jsonl", "\(command) pipe"),
        ["pipe:1: field \"rig\": is \"head\"; expected \"gaze\"", "--rig head"])
    }
    for rig in ["gaze", "head"] {
      for (input, name) in [("-", "standard input"), ("pipe", "pipe")] {
        expectRefusal(
          try await gazesim.run("calibrate --rig \(rig) --input \(input) -o c.json"),
          ["\(name): a calibration reads its recordings twice; name a file"])
      }
    }
    #expect(scratch.names == ["head.jsonl", "pipe"])
  }
}
