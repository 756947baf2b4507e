import Documents
import Foundation
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate

@Suite struct PartsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func part(
    _ number: Int, of count: Int, _ words: [String] = ["study", "test"], cells: [Int] = [10], version: String? = nil,
    name: String? = nil
  ) throws -> PartFile {
    let path = scratch.path + "/" + (name ?? "\(number)-of-\(count).part")
    var writer = try PartFile.Writer(path: path, force: true)
    try writer.begin(
      PartFile.Header(
        shard: number, shards: count, command: try CommandRecord(Invocation(words), inputs: []), cells: cells))
    try writer.commit()
    if let version {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let old = text.replacing("\"version\":\"\(Tool.version)\"", with: "\"version\":\"\(version)\"")
      try Data(PartLine.resealed(Array(old.utf8.dropLast()))).write(to: URL(fileURLWithPath: path))
    }
    return try PartFile(path: path)
  }

  private func fault(_ parts: [PartFile]) -> String { message { _ = try Parts(parts) } ?? "none" }

  @Test("all parts of one command, in any order")
  func complete() throws {
    let parts = try Parts([part(3, of: 3), part(1, of: 3), part(2, of: 3)])
    #expect(parts.files.map(\.header.shard) == [1, 2, 3] && parts.command.arguments == ["study", "test"])
  }

  @Test("missing shares are named")
  func holes() throws {
    #expect(fault(try [part(1, of: 4), part(3, of: 4)]).hasPrefix("2 shares are missing: 2/4, 4/4; run the command"))
    #expect(fault(try [part(2, of: 2)]).hasPrefix("a share is missing: 1/2;"))
    #expect(fault([]).contains("no parts"))
    #expect(fault([try part(7, of: 1000)]).contains("999 shares are missing: 1/1000, 2/1000"))
  }

  @Test("a share that is given twice is refused with both files")
  func overlap() throws {
    let words = fault(try [part(1, of: 2), part(2, of: 2), part(1, of: 2, name: "again.part")])
    #expect(words.contains("again.part: is share 1/2, as is ") && words.contains("/1-of-2.part"))
  }

  @Test("parts of another version, command, division or number of people are refused")
  func others() throws {
    let old = fault(try [part(1, of: 2), part(2, of: 2, version: "0.0.9")])
    #expect(old.contains("field \"command.version\": is 0.0.9, and this"))
    let seed = fault(try [part(1, of: 2), part(2, of: 2, ["study", "test", "--seed", "2"])])
    #expect(seed.contains("is of another command than") && seed.contains("'gazesim study test --seed 2'"))
    #expect(fault(try [part(1, of: 2), part(2, of: 3)]).contains("is one of 3 shares of 10 cells"))
    #expect(fault(try [part(1, of: 2), part(2, of: 2, cells: [11])]).contains("is one of 2 shares of 11 cells"))
  }
}
