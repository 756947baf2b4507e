import Foundation
import GazeRecording
import TestSupport
import Testing

/// Refusals that protect files: nothing is written, and no file changes. The corpus holds the others.
struct RefusalTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Writes a simulated recording.
  private func record(_ name: String) async throws {
    try await gazesim("generate --scenario validation --duration 20 --rate 30 --quiet -o \(name)")
  }

  @Test("an output that is also an input is refused, also through a link and with --force")
  func inputAsOutput() async throws {
    try await record("take.jsonl")
    try scratch.write("{}", to: "p.json")
    try FileManager.default.createSymbolicLink(atPath: scratch("link.json"), withDestinationPath: "take.jsonl")
    try FileManager.default.createSymbolicLink(atPath: scratch("q.json"), withDestinationPath: "p.json")
    try scratch.write(try await gazesim("devices iphone12mini --json").text, to: "mine.json")
    for line in [
      "characterize take.jsonl -o take.jsonl", "evaluate --input take.jsonl -o link.json",
      "calibrate --input link.json -o take.jsonl", "gate --profile mine.json --limits p.json -o q.json",
      "generate --profile mine.json -o mine.json",
    ] {
      for force in ["", " --force"] {
        try await gazesim.refuses(line + force, "-o ", "is also the input", "choose another name")
      }
    }
    // The import reads its input first, which must be a Live Link file.
    try await gazesim.refuses("import take.jsonl --from livelink -o link.json --force")
    try await gazesim("characterize take.jsonl -o own.json")
    try await gazesim.refuses(
      "generate --preset own.json -o own.json --force", "-o own.json: is also the input own.json; choose another name")
  }

  @Test("a file that a command finds by itself is an input, too, also through a link and with --force")
  func foundInputs() async throws {
    try FileManager.default.createDirectory(atPath: scratch("profiles"), withIntermediateDirectories: false)
    let table = packageRoot.appending(path: "Tests/FuzzCases/livelink/seed")
    try scratch.write(try String(contentsOf: table, encoding: .utf8), to: "face.csv")
    try scratch.write("{\"deviceModel\":\"iPhone13,1\"}", to: "take.json")
    try scratch.write("{\"FrameRate\":60}", to: "video_metadata.json")
    let profile = try await gazesim("devices iphone12mini --json").text
    try scratch.write(
      profile.replacing("\"id\" : \"iphone12mini\"", with: "\"id\" : \"mine1\""), to: "profiles/mine1.json")
    try FileManager.default.createSymbolicLink(atPath: scratch("link.json"), withDestinationPath: "profiles/mine1.json")
    let before = try scratch.text(of: "profiles/mine1.json")
    let generate = "generate --device mine1 --participants 1 --duration 1 -o"
    let livelink = "import face.csv --from livelink -o"
    for (line, input) in [
      ("\(livelink) take.json", "take.json"), ("\(livelink) video_metadata.json", "video_metadata.json"),
      ("\(generate) profiles/mine1.json", "\(scratch("profiles"))/mine1.json"),
      ("\(generate) link.json", "\(scratch("profiles"))/mine1.json"),
    ] {
      try await gazesim.refuses("\(line) --force", "is also the input \(input); choose another name")
    }
    #expect(try scratch.text(of: "profiles/mine1.json") == before)
  }

  @Test("an existing output is unchanged without --force, and replaced with it")
  func existing() async throws {
    for name in ["a.jsonl", "a.json", "iphone12mini-calibration-1.jsonl", "iphone12mini.calibration.json"] {
      try scratch.write("mine", to: name)
    }
    for line in [
      "generate --duration 5", "generate --duration 5 -o a.jsonl", "calibrate", "calibrate -o a.json",
      "evaluate --participants 1 --duration 5 -o a.json", "compare --participants 1 --duration 5 -o a.json",
    ] {
      try await gazesim.refuses(line, "already exists", "--force")
    }
    try await gazesim("generate --duration 5 -o a.jsonl --force")
    #expect(try RecordingReader(path: scratch("a.jsonl")).header.device == "iphone12mini")
    #expect(scratch.names.count == 4)
  }

  @Test("a run that fails with --force leaves the old output unchanged")
  func forcedFailure() async throws {
    try scratch.write("mine", to: "a.json")
    try await record("cut.jsonl")
    var lines = try scratch.text(of: "cut.jsonl").split(separator: "\n")
    lines[100] = "{"
    try scratch.write(lines.joined(separator: "\n"), to: "cut.jsonl")
    for command in ["evaluate", "calibrate", "characterize"] {
      try await gazesim.refuses("\(command) cut.jsonl -o a.json --force", "cut.jsonl:101: ")
    }
    try scratch.write("Timecode,BlendShapeCount\n00:00:00:00.000,0\n", to: "cut.csv")
    try await gazesim.refuses("import cut.csv --from livelink -o a.json --force", "cut.csv")
  }

  @Test("a place where nothing can be written")
  func unwritable() async throws {
    try scratch.write("a file", to: "file")
    try await gazesim.refuses("generate -o file/a.jsonl", "file/a.jsonl: ", "not a folder")
    try await gazesim.refuses("generate -o nowhere/a.jsonl", "nowhere/a.jsonl: ", "no folder \"nowhere/\"")
    try await gazesim.refuses("generate -o .", ".: ", "it is a folder; name a file")
    for command in ["calibrate", "evaluate --participants 1 --duration 5"] {
      try await gazesim.refuses("\(command) -o nowhere/a.json", "nowhere/a.json: ")
    }
  }

  @Test("a full disk", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
  func fullDisk() async throws {
    try await gazesim.refuses("generate --duration 5 -o /dev/full", "/dev/full: ", "the disk is full")
  }

  @Test("a read-only folder", .enabled(if: geteuid() != 0, "the superuser may write into read-only folders"))
  func readOnlyFolder() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.path)
    try await gazesim.refuses("generate", "iphone12mini-calibration-1.jsonl: ", "permission denied")
    try await gazesim.refuses("calibrate", "iphone12mini.calibration.json: ", "permission denied")
  }

  @Test("a baseline is no file with another content or another purpose")
  func baselines() async throws {
    let people = "gate --duration 10 --participants 10 --most-participants 20"
    try scratch.write(limits(("pointer.latencyMilliseconds", 100_000, "max")), to: "limits.json")
    try await gazesim.refuses(
      "gate --limits limits.json --accept --force --baseline ./z.json -o z.json", "--baseline ./z.json",
      "neither stdout nor an -o")
    // A mistyped path does not overwrite a file that is no baseline.
    try await gazesim.refuses("\(people) --baseline limits.json --accept", "limits.json", "gazesim.baseline")
  }

  @Test("a preset and a conversion replace nothing, and a failed run leaves nothing")
  func presetsAndConversions() async throws {
    try await record("take.jsonl")
    try await gazesim("characterize take.jsonl -o mine.json")
    try await gazesim("convert take.jsonl -o take.npy")
    try await gazesim.refuses("characterize take.jsonl -o mine.json", "mine.json", "--force")
    try await gazesim.refuses("characterize absent.jsonl -o new.json", "absent.jsonl")
    try await gazesim.refuses("characterize take.jsonl --name typical -o new.json", "--name: ")
    try await gazesim.refuses("characterize take.jsonl -o typical.json", "-o typical.json", "--name")
    try await gazesim.refuses("convert take.jsonl -o take.npy", "take.npy: already exists")
    try await gazesim.refuses("convert take.jsonl -o take.jsonl --force", "is also the input take.jsonl")
    try await gazesim.refuses("convert take.jsonl -o new.npy.gz", "new.npy.gz: cannot be both")
    try await gazesim.refuses("replay take.jsonl -o take.md", "--output: is take.md; a replay is a page")
    try await gazesim.refuses("gate --write-limits mine.json", "mine.json: already exists", "--force")
  }

  @Test("an argument that is not UTF-8 is refused, and no file with another name is changed")
  func arguments() async throws {
    try scratch.write("KEEP", to: "\u{FFFD}.jsonl")
    let outcome = try await gazesim.shell(
      #""$gazesim" generate --participants 1 --duration 1 --force -o "$(printf '\377.jsonl')""#)
    expectRefusal(outcome, ["argument 8, \"\u{FFFD}.jsonl\": is not UTF-8"])
    #expect(try scratch.snapshot() == ["\u{FFFD}.jsonl": Data("KEEP".utf8)])
    try await gazesim("generate --participants 1 --duration 1 -o größe.jsonl")
  }

  @Test("an invalid identifier of a person is refused before anything is written")
  func identifiers() async throws {
    try await gazesim("generate --participants 1 --duration 1 -o a.jsonl")
    for arguments in [
      ["--person", ""], ["--person", "a\u{202E}b"], ["--session", " x"],
      ["--session", "x", "--session-start", "monday"], ["--session-start", "2026-03-01T09:30:00Z"],
    ] {
      let outcome = try await gazesim.run(["convert", "a.jsonl", "-o", "b.jsonl"] + arguments)
      #expect(outcome.status != 0 && outcome.stderr.contains(arguments.count > 2 ? "--session-start" : arguments[0]))
    }
    #expect(scratch.names == ["a.jsonl"])
  }
}
