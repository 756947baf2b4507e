import Foundation
import TestSupport
import Testing

@Suite struct MergeCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Runs a command in shares, and returns the names of the parts.
  private func share(_ words: [String], in count: Int) async throws -> [String] {
    var parts: [String] = []
    for number in 1...count {
      let outcome = try await gazesim.run(words + ["--shard", "\(number)/\(count)"])
      #expect(outcome.status == 0 && outcome.stdout.isEmpty, "\(outcome.stderr)")
      let name = try #require(outcome.stderr.split(separator: ":").first?.dropFirst("wrote ".count))
      parts.append(String(name))
    }
    return parts
  }

  @Test("help shows how parts are made and merged")
  func help() async throws {
    let help = try await gazesim("merge", "--help")
    #expect(help.status == 0 && help.text.contains("gazesim merge compare-*.part"))
  }

  @Test("the merged output, files and exit code are those of the whole run", arguments: [1, 3, 7])
  func whole(count: Int) async throws {
    let comparison = ["compare", "--participants", "9", "--duration", "6", "--pipelines", "standard", "--details"]
    let whole = try await gazesim.run(comparison + ["-o", "whole.json", "-o", "whole.md", "-o", "whole.csv"])
    #expect(whole.status == 0, "\(whole.stderr)")
    let parts = try await share(comparison, in: count)
    #expect(parts.first == "compare-1-of-\(count).part")
    let merged = try await gazesim.run(
      ["merge"] + parts.reversed() + ["-o", "merged.json", "-o", "merged.md", "-o", "merged.csv"])
    // A merged result says so, and is the same otherwise.
    let remark = ", merged from \(count) part\(count == 1 ? "" : "s")"
    #expect(merged.status == 0 && merged.text.contains(remark), "\(merged.stderr)")
    #expect(merged.text.replacing(remark, with: "") == whole.text)
    for ending in ["md", "csv"] {
      let text = try scratch.text(of: "merged.\(ending)")
      #expect(try text.replacing(remark, with: "") == scratch.text(of: "whole.\(ending)"), "\(ending)")
    }
    let json = try scratch.text(of: "merged.json").replacing(",\n    \"mergedParts\" : \(count)", with: "")
    #expect(try Sealing.report(json) == scratch.text(of: "whole.json"))
    #expect(try await gazesim("reproduce", "merged.json").status == 0)
  }

  @Test("the environment states a share from 0 on")
  func environment() async throws {
    let command = "\"$gazesim\" evaluate --participants 4 --duration 6 --details"
    for index in 0..<2 {
      let outcome = try await gazesim.shell(
        command + " --part \(index).part", environment: ["TEST_SHARD_INDEX": "\(index)", "TEST_TOTAL_SHARDS": "2"])
      #expect(outcome.status == 0 && outcome.stderr.hasPrefix("wrote \(index).part: 2 of 4 cells"), "\(outcome.stderr)")
    }
    let merged = try await gazesim("merge", "0.part", "1.part").text
    #expect(try await merged.replacing(", merged from 2 parts", with: "") == gazesim.shell(command).text)
    let wrong = try await gazesim.shell(command, environment: ["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "2"])
    expectRefusal(wrong, naming: "TEST_SHARD_INDEX=2, TEST_TOTAL_SHARDS=2: expected an index from 0 on")
  }

  @Test("holes, overlaps and parts of another run are refused")
  func refusals() async throws {
    let command = ["evaluate", "--participants", "4", "--duration", "6"]
    let parts = try await share(command, in: 3)
    let other = try await gazesim.run(command + ["--seed", "2", "--shard", "2/3", "--part", "other.part"])
    #expect(other.status == 0)
    expectRefusal(try await gazesim.run(["merge", parts[0], parts[2]]), naming: "a share is missing: 2/3")
    expectRefusal(
      try await gazesim.run(["merge"] + parts + [parts[1]]), naming: "is share 2/3, as is evaluate-2-of-3.part")
    expectRefusal(
      try await gazesim.run(["merge", parts[0], "other.part", parts[2]]),
      naming: "other.part: is of another command than evaluate-1-of-3.part")
    try scratch.write("{}\n", to: "foreign.part")
    expectRefusal(
      try await gazesim("merge", "foreign.part"), naming: "foreign.part:1: field \"format\": ",
      "is not a part of gazesim")
    expectRefusal(try await gazesim("merge", "nowhere.part"), naming: "nowhere.part: ")
  }

  @Test(
    "what cannot be divided says so",
    arguments: [
      (["gate"], "a gate adds people as long as its verdict is inconclusive"),
      (["gate", "--correctness"], "two error-free faces"),
      (
        ["gate", "--participants", "2", "--most-participants", "2", "-o", "a.json"],
        "leave -o a.json out and give it to 'gazesim merge'"
      ), (["compare", "--open"], "leave --open out, or run the whole command"),
      (["compare", "-o", "a.html"], "leave -o a.html out, or run the whole command"),
      (["evaluate", "-o", "a.md"], "leave -o a.md out and give it to"),
    ])
  func indivisible(words: [String], fault: String) async throws {
    expectRefusal(try await gazesim.run(words + ["--shard", "1/2"]), naming: "--shard 1/2: ", fault)
    #expect(scratch.names.allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test("wrong shares are refused", arguments: ["0/2", "3/2", "1", "x/2"])
  func wrong(shard: String) async throws {
    let outcome = try await gazesim("evaluate", "--shard", shard)
    expectRefusal(outcome, naming: "--shard: is \(shard); expected k/n with 1 ≤ k ≤ n ≤ 1000")
    expectRefusal(try await gazesim("evaluate", "--part", "p"), naming: "--part: needs --shard k/n")
  }

  @Test("a damaged part is refused, and so is one whose checksums were made right again")
  func damaged() async throws {
    let people = ["evaluate", "--participants", "1", "--duration", "5", "--scenario", "validation"]
    let part = try #require(try await share(people, in: 1).first)
    let text = try scratch.text(of: part)
    let changed = text.replacing(/"frames":\d+/, with: "\"frames\":9223372036854775807")
    try scratch.write(changed, to: "changed.part")
    expectRefusal(try await gazesim("merge", "changed.part"), naming: "changed.part:2: field \"crc32\": is not that of")
    try scratch.write(Sealing.part(changed), to: "sealed.part")
    expectRefusal(
      try await gazesim("merge", "sealed.part"),
      naming: "sealed.part:2: field \"result.takes.targets.frames\": is 9223372036854775807; "
        + "expected about expectedFrames, 300")
    try scratch.write(
      Sealing.part(text.replacing(/"byDistance":\{"bins":\[/, with: "\"byDistance\":{\"size\":0,\"bins\":[")),
      to: "twice.part")
    expectRefusal(try await gazesim("merge", "twice.part"), naming: "twice.part:2: field \"")
    let read = ["evaluate", "take.jsonl"]
    #expect(try await gazesim("generate", "--duration", "2", "-o", "take.jsonl").status == 0)
    #expect(try await gazesim.run(read + ["-o", "report.json"]).status == 0)
    // A record may name no file that its command does not read.
    let report = try scratch.text(of: "report.json").replacing(
      "\"path\" : \"take.jsonl\"", with: "\"path\" : \"/dev/zero\"")
    try scratch.write(Sealing.report(report), to: "device.json")
    expectRefusal(try await gazesim("reproduce", "device.json"), naming: "device.json: field \"command.")
  }

  @Test("a stranger's part can neither start a program nor write a file")
  func hostile() async throws {
    _ = try await share(["evaluate", "--participants", "2", "--duration", "6"], in: 1)
    let text = try scratch.text(of: "evaluate-1-of-1.part")
    for (words, fault) in [
      (#""gate","--pipeline-command","touch owned""#, "has --pipeline-command"),
      (#""gate","--baseline","owned","--accept""#, "has --accept"),
      (#""gate","-o","owned.json""#, "holds options that no record has"),
      (#""generate""#, "gives no result that can be made again"), (#""nonsense""#, "is not a command of this version"),
    ] {
      try scratch.write(
        Sealing.part(text.replacing(#""evaluate","--participants","2","--duration","6""#, with: words)),
        to: "hostile.part")
      let outcome = try await gazesim("merge", "hostile.part")
      expectRefusal(outcome, naming: "hostile.part: field \"command.arguments\"", fault)
    }
    #expect(scratch.names.allSatisfy { !$0.hasPrefix("owned") })
  }
}
