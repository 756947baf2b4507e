import Foundation
import TestSupport
import Testing

/// Commands that are divided and merged, and reports that are made again.
struct ShardTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let runs = [
    "evaluate --participants 5 --duration 6", "evaluate --rig body --participants 3",
    "gate --participants 5 --most-participants 5 --duration 6",
    "gate --rig head --participants 3 --most-participants 3",
    "gate --rig drag --participants 3 --most-participants 3",
    "compare --participants 3 --duration 6 --arms all --recline 0,30 --split all --pipelines article2021,standard",
    "compare --participants 2 --scenario reading --loop closed --duration 15 --recentre reading --trigger edge,confirm",
    "compare --rig head --participants 2", "compare --rig drag --participants 2",
  ]

  /// Expects that the merged shares of a command have the output, files and exit code of the whole run, but for the
  /// words that say so.
  private func expectWhole(_ line: String, of count: Int) async throws {
    let endings = ["json", "md", line.hasPrefix("compare") ? "csv" : "xml"]
    let files = { (name: String) in endings.map { " -o \(name).\($0)" }.joined() }
    let whole = try await gazesim.run(line + files("whole"))
    #expect(whole.status != 2 && whole.status != 64, "\(whole.stderr)")
    for number in 1...count {
      let part = try await gazesim("\(line) --shard \(number)/\(count) --part \(number).part --jobs 1")
      #expect(part.stdout.isEmpty)
    }
    let parts = (1...count).reversed().map { "\($0).part" }.joined(separator: " ")
    let again = try await gazesim("merge \(parts)\(files("again"))", status: whole.status)
    // The short form does not say that the result was merged.
    #expect(again.text.contains(", merged from \(count) part") == line.hasSuffix("--details"))
    #expect(Sealing.unmerged(again.text, parts: count).replacing("again.", with: "whole.") == whole.text)
    for ending in endings {
      let text = try scratch.text(of: "again.\(ending)")
      #expect(try Sealing.unmerged(text, parts: count) == scratch.text(of: "whole.\(ending)"), "\(ending)")
    }
    try await gazesim("reproduce again.json")
  }

  @Test("the merged output, files and exit code are those of the whole run", arguments: [1, 3, 7])
  func whole(count: Int) async throws {
    try await expectWhole("compare --participants 9 --duration 6 --pipelines standard --details", of: count)
  }

  @Test("the same for every command that can be divided", .slow("20 s: all commands with shares"), arguments: runs)
  func shares(line: String) async throws { try await expectWhole(line, of: 3) }

  @Test("the environment states a share from 0 on")
  func environment() async throws {
    let command = "evaluate --participants 4 --duration 6 --details"
    func shard(_ index: Int, _ more: String) async throws -> Command.Outcome {
      try await gazesim.run(
        "\(command) \(more)", environment: ["TEST_SHARD_INDEX": "\(index)", "TEST_TOTAL_SHARDS": "2"])
    }
    for index in 0..<2 {
      let outcome = try await shard(index, "--part \(index).part")
      #expect(outcome.status == 0 && outcome.stderr.hasPrefix("wrote \(index).part: 2 of 4 cells"), "\(outcome.stderr)")
    }
    let merged = try await gazesim("merge 0.part 1.part").text
    #expect(try await merged.replacing(", merged from 2 parts", with: "") == gazesim(command).text)
    expectRefusal(
      try await shard(2, ""), ["TEST_SHARD_INDEX=2, TEST_TOTAL_SHARDS=2: expected an index from 0 on"])
  }

  private static let hasDask = Python(with: "dask.distributed") != nil

  @Test("Dask gives the bytes of the whole", .enabled(if: hasDask, "needs Python with dask and distributed"))
  func dask() async throws {
    let script = packageRoot.appending(path: "Examples/ManyMachines/dask_shards.py").path
    let line = "compare --participants 4 --duration 6"
    try await gazesim("\(line) -o whole.json")
    let shares = try await gazesim.shell(
      "python3 '\(script)' --gazesim \"$gazesim\" --shares 3 -o again.json -- \(line)")
    #expect(shares.status == 0, "\(shares.stderr)")
    #expect(try Sealing.unmerged(scratch.text(of: "again.json"), parts: 3) == scratch.text(of: "whole.json"))
    let wrong = try await gazesim.shell(
      "python3 '\(script)' --gazesim \"$gazesim\" --shares 2 --retries 0 -- gate --participants 2")
    #expect(wrong.status == 1)
    expect(wrong.stderr, contains: ["dask_shards: share ", "--shard "])
  }

  @Test("a stranger's part or report can neither start a program, nor write a file, nor name another to be read")
  func hostile() async throws {
    try await gazesim("evaluate --participants 2 --duration 6 --shard 1/1 --part whole.part")
    let text = try scratch.text(of: "whole.part")
    for (words, fault) in [
      (#""gate","--pipeline-command","touch owned""#, "has --pipeline-command"),
      (#""gate","--baseline","owned","--accept""#, "has --accept"),
      (#""gate","-o","owned.json""#, "holds options that no record has"),
      (#""generate""#, "gives no result that can be made again"), (#""nonsense""#, "is not a command of this version"),
    ] {
      try scratch.write(
        Sealing.part(text.replacing(#""evaluate","--participants","2","--duration","6""#, with: words)),
        to: "hostile.part")
      try await gazesim.refuses("merge hostile.part", "hostile.part: field \"command.arguments\"", fault)
    }
    try await gazesim("generate --duration 2 -o take.jsonl")
    try await gazesim("evaluate take.jsonl -o report.json")
    let report = try scratch.text(of: "report.json").replacing(
      "\"path\" : \"take.jsonl\"", with: "\"path\" : \"/dev/zero\"")
    try scratch.write(Sealing.report(report), to: "device.json")
    try await gazesim.refuses("reproduce device.json", "device.json: field \"command.")
  }

  @Test("printed JSON reproduces, too, a changed value is named, and edited or unreadable values are refused")
  func edited() async throws {
    let printed = try await gazesim("evaluate --participants 2 --duration 6 --json").text
    try scratch.write(printed, to: "printed.json")
    try await gazesim("reproduce printed.json")
    let changed = printed.replacing("\"participants\" : 2", with: "\"participants\" : 3")
    try scratch.write(Sealing.report(changed), to: "changed.json")
    let again = try await gazesim("reproduce changed.json", status: 1)
    #expect(again.text.hasPrefix("not reproduced: 1 value differs\n  first: participants: 3, now 2\n  conditions "))
    let hash = "field \"command.hash\": is not that of the command's words and files"
    for (report, fault) in [
      (changed, "field \"command.checksum\": is not that of the report, which was changed after it was made"),
      (Sealing.report(printed.replacing("\"6\"", with: "\"7\"")), hash),
      (Sealing.report(printed.replacing("\"hash\" : \"", with: "\"hash\" : \"0")), hash),
      (
        Sealing.report(printed.replacing("\"participants\" : 2", with: "\"participants\" : 1e999")),
        "field \"participants\": is a number out of range"
      ),
      (
        Sealing.report(printed.replacing("\"device\" : \"iphone", with: "\"device\" : \"\u{1}iphone")),
        "field \"device\": is "
      ),
    ] {
      #expect(report != printed)
      try scratch.write(report, to: "fault.json")
      try await gazesim.refuses("reproduce fault.json", "fault.json: \(fault)")
    }
  }

  @Test("a profile in the user's folder counts by its content, and a missing file is named")
  func profiles() async throws {
    let profile = try await gazesim("devices iphone12mini --json").text
    try FileManager.default.createDirectory(atPath: scratch("profiles"), withIntermediateDirectories: false)
    try scratch.write(profile, to: "profiles/iphone12mini.json")
    try await gazesim("evaluate --participants 2 --duration 6 -o own.json")
    try await gazesim("reproduce own.json")
    try scratch.write(profile.replacing("812", with: "820"), to: "profiles/iphone12mini.json")
    try await gazesim.refuses(
      "reproduce own.json", "own.json: field \"command.inputs.0\": was read with another content of ", "profiles; ")
    try FileManager.default.removeItem(atPath: scratch("profiles"))
    try await gazesim.refuses(
      "reproduce own.json", "own.json: field \"command.inputs.0.path\": is ",
      "which is no file or folder that the command reads")
  }
}
