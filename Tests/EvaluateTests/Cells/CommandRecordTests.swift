import Foundation
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
    try one.checkInputs(path: "r.json")
    try scratch.write("two", to: "a.json")
    #expect(try record("gate", inputs: [path]).hash != one.hash)
    #expect {
      try one.checkInputs(path: "r.json")
    } throws: { "\($0)".hasPrefix("r.json: was made with another content of \(path); restore that file") }
  }

  @Test("a folder counts by its files' names and contents")
  func folder() throws {
    try FileManager.default.createDirectory(atPath: scratch.path + "/data", withIntermediateDirectories: false)
    try scratch.write("one", to: "data/a.csv")
    func hash() throws -> String { try record("study readers", inputs: [scratch.path + "/data"]).hash }
    let before = try hash()
    #expect(try hash() == before)
    try scratch.write("", to: "data/b.csv")
    #expect(try hash() != before)
  }

  @Test("a pipe is refused without being opened, since it can be read only once")
  func pipe() throws {
    let path = scratch("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(!CommandRecord.canBeReadAgain(path) && !CommandRecord.canBeReadAgain("-"))
    #expect(CommandRecord.canBeReadAgain(scratch.path) && CommandRecord.canBeReadAgain("nowhere"))
    #expect { try record("gate", inputs: [path]) } throws: { "\($0)".contains("cannot be read again; give a file") }
  }

  @Test("a missing file is an error that names it")
  func missing() {
    #expect { try record("gate", inputs: ["nowhere.json"]) } throws: { "\($0)".hasPrefix("nowhere.json: ") }
  }
}
