import Foundation
import TestSupport
import Testing

/// Tests recordings that come through a pipe. A pipe can be read only once: bytes that the command read to inspect the
/// recording would be lost.
@Suite struct RecordingInputTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Runs the command with a FIFO `pipe` into which a file is written once.
  private func piped(_ file: String, _ arguments: [String]) async throws -> Command.Outcome {
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
    return try await gazesim.run(arguments)
  }

  @Test("evaluate, gate and replay read a pipe like the file, for gaze and, with --rig, for another rig")
  func reads() async throws {
    try scratch.write(
      #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"pointer.latencyMilliseconds","limit":1e6,"#
        + #""direction":"max"}]}"#,
      to: "gaze.json")
    try scratch.write(
      #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"slip.points.mean","limit":1e6,"#
        + #""direction":"max"}]}"#,
      to: "drag.json")
    for (rig, scenario) in [("gaze", "validation"), ("drag", "around")] {
      let made = try await gazesim(
        "generate", "--rig", rig, "--scenario", scenario, "--duration", "40", "--quiet", "-o", "\(rig).jsonl")
      #expect(made.status == 0, "\(made.stderr)")
      #expect(scratch.size(of: "\(rig).jsonl") > 1 << 16, "more than a reader takes at once")
      let rigged = rig == "gaze" ? [] : ["--rig", rig]
      for command in [
        ["evaluate", "--json", "--input"], ["gate", "--limits", "\(rig).json", "--json", "--input"],
        ["replay", "--fast", "--json"],
      ] {
        let whole = try await gazesim.run(command + ["\(rig).jsonl"])
        let outcome = try await piped("\(rig).jsonl", command + ["pipe"] + rigged)
        #expect(outcome.status == whole.status && whole.status != 2, "\(command): \(outcome.stderr)")
        // A report names the recordings of its people.
        let expected = whole.withoutCommand.replacing("\"\(rig).jsonl\"", with: "\"pipe\"")
        #expect(outcome.text == expected, "\(command)")
      }
    }
  }

  @Test("without --rig a pipe is taken for gaze, and the refusal says which option to give")
  func otherRig() async throws {
    _ = try await gazesim("generate", "--rig", "head", "--duration", "20", "--quiet", "-o", "head.jsonl")
    for command in [["evaluate", "--input"], ["gate", "--input"], ["replay", "--fast"]] {
      expectRefusal(
        try await piped("head.jsonl", command + ["pipe"]),
        naming: "pipe:1: field \"rig\": is \"head\"; expected \"gaze\"", "--rig head")
    }
  }

  @Test(
    "a calibration reads its recordings twice and refuses those that can be read only once",
    arguments: ["gaze", "head"])
  func calibrate(rig: String) async throws {
    try #require(mkfifo(scratch("pipe"), 0o600) == 0)
    for (input, name) in [("-", "standard input"), ("pipe", "pipe")] {
      expectRefusal(
        try await gazesim("calibrate", "--rig", rig, "--input", input, "-o", "c.json"),
        naming: "\(name): a calibration reads its recordings twice; name a file")
    }
    #expect(scratch.names == ["pipe"])
  }
}
