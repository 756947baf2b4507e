import Documents
import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import Evaluate

@Suite struct CommandRecordTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func record(_ words: String, inputs: [String] = []) throws -> CommandRecord {
    try CommandRecord(Invocation(words.split(separator: " ").map(String.init)), inputs: inputs)
  }

  @Test("words for files, cores and shares are left out")
  func arguments() throws {
    let words = "gate --seed 3 -o a.json --output=b.md --jobs 4 --shard 1/2 --part p --force --quiet --open --json"
    #expect(try record(words).arguments == ["gate", "--seed", "3", "--json"])
    #expect(try record(words).line == "gazesim gate --seed 3 --json")
  }

  @Test("the hash depends on version, words and contents, and not on the form of the output")
  func hash() throws {
    let plain = try record("gate --seed 3").hash
    #expect(plain.count == 16)
    #expect(try record("gate --seed 3 --json --details").hash == plain)
    #expect(try record("gate --seed 4").hash != plain)
    #expect(try record("gate --se ed3").hash != record("gate --seed 3").hash)
    let path = scratch.path + "/a.json"
    try scratch.write("one", to: "a.json")
    let one = try record("gate", inputs: [path])
    try scratch.write("two", to: "a.json")
    #expect(try record("gate", inputs: [path]).hash != one.hash)
    #expect(throws: FileError.self) { try one.checkInputs([path], path: "r.json") }
  }

  @Test("an input is named with its size and the digest that sha256sum prints, compressed or not")
  func input() throws {
    try scratch.write("abc", to: "a.json")
    let input = try #require(try record("gate", inputs: [scratch("a.json")]).inputs.first)
    #expect(input.size == 3)
    #expect(input.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    // A gzip file is not unpacked, not even one that is damaged.
    try Data([0x1F, 0x8B, 8, 0, 0]).write(to: URL(filePath: scratch("b.gz")))
    #expect(try record("gate", inputs: [scratch("b.gz")]).inputs.first?.size == 5)
  }

  @Test("a file of another size, a pipe in its place and a record without digests are refused")
  func changed() throws {
    let path = try scratch.write("abc", to: "a.json")
    let made = try record("gate", inputs: [path])
    try made.checkInputs([path], path: "r.json")
    let other =
      "r.json: field \"command.inputs.0\": was read with another content of \(path); restore that file, or make "
      + "the result again"
    try scratch.write("abcd", to: "a.json")
    #expect(message { try made.checkInputs([path], path: "r.json") } == other)
    try FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = message { try made.checkInputs([path], path: "r.json") }
    #expect(pipe?.hasPrefix("r.json: field \"command.inputs.0.path\": is \(path), which is no file") == true)
    let unread = message { try made.checkInputs([], path: "r.json") }
    #expect(unread == pipe)
    let text = """
      {"version":"1","arguments":[],"inputs":[{"path":"/","hash":"0123456789abcdef"}],"hash":"0123456789abcdef"}
      """
    let old = try JSONDecoder().decode(CommandRecord.self, from: Data(text.utf8))
    let refusal = message { try old.checkInputs(["/"], path: "r.json") }
    #expect(refusal?.contains("field \"command.inputs\": has no size and SHA-256 of /, as of") == true)
  }

  @Test("a folder counts by its files' names and contents; its folders and pipes do not count")
  func folder() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/data", withIntermediateDirectories: false)
    try scratch.write("one", to: "data/a.csv")
    func hash() throws -> String { try record("study readers", inputs: [scratch.path + "/data"]).hash }
    let before = try hash()
    #expect(try hash() == before)
    // As `sha256sum * | sha256sum` in the folder.
    let input = try #require(try record("study readers", inputs: [scratch("data")]).inputs.first)
    var digest = ContentDigest()
    digest.add("7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed  a.csv\n")
    #expect(input.hash == digest.hexadecimal && input.size == 3)
    try FileManager.default.createDirectory(atPath: scratch("data/more"), withIntermediateDirectories: false)
    try #require(mkfifo(scratch("data/pipe"), 0o600) == 0)
    #expect(try hash() == before)
    try scratch.write("", to: "data/b.csv")
    #expect(try hash() != before)
  }

  @Test("a pipe is refused without being opened, since it can be read only once, and so is a missing file")
  func pipe() throws {
    let path = scratch("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(!CommandRecord.canBeReadAgain(path) && !CommandRecord.canBeReadAgain("-"))
    #expect(CommandRecord.canBeReadAgain(scratch.path) && CommandRecord.canBeReadAgain("nowhere"))
    #expect { try record("gate", inputs: [path]) } throws: { "\($0)".contains("cannot be read again; give a file") }
    #expect { try record("gate", inputs: ["nowhere.json"]) } throws: { "\($0)".hasPrefix("nowhere.json: ") }
  }
}
