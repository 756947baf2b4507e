import Foundation
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct HeaderKeysTests {
  /// The error of a recording whose header has these keys, too; `read` without one.
  private func read(_ keys: String) -> String {
    message { _ = try reader(header: "\(headerLine.dropLast()),\(keys)}") } ?? "read"
  }

  private func list(_ value: String, _ count: Int) -> String {
    "[" + [String](repeating: value, count: count).joined(separator: ",") + "]"
  }

  @Test("only known keys are decoded, in any spelling, and an unknown one may hold anything")
  func known() throws {
    let keys = HeaderKeys(known: ["a", "b"])
    let line = "{ \"x\":[1,{\"a\":\"}\"}], \"\\u0061\" : [1, 2] ,\"a\":null,\"b\":{\"x\":\"\\\"\"} } "
    let part = try Array(line.utf8).withUnsafeBytes { try keys.part(of: $0) }
    #expect(String(decoding: part, as: UTF8.self) == "{\"a\": [1, 2],\"a\":null,\"b\":{\"x\":\"\\\"\"}}")
    #expect(read("\"x\":\(list("1", 1_000_000))") == "read")
    #expect(read("\"x\":[1") == "a.jsonl:1: is not valid JSON: expected `,` or `]`, found `}`")
    #expect(read("\"x\":1}") == "a.jsonl:1: is not valid JSON: expected the end of the file, found `}`")
  }

  @Test("a key with a hundred thousand values is refused before they are decoded")
  func values() {
    for key in ["assumptions", "lines", "points", "constants", "device"] {
      let expected = "a.jsonl:1: field \"\(key)\": holds more than 100000 values; leave out what is not needed"
      #expect(read("\"\(key)\":\(list("1", 100_001))") == expected)
    }
    #expect(read("\"pages\":\(list("1", 100_001))") == "read", "a recording of version 2 has no pages")
  }

  @Test("at most a thousand assumptions, of at most ten thousand bytes each")
  func assumptions() {
    #expect(read("\"assumptions\":\(list("\"a\"", 1000))") == "read")
    let many = "a.jsonl:1: field \"assumptions\": expected at most 1000 sentences, found 1001"
    #expect(read("\"assumptions\":\(list("\"a\"", 1001))") == many)
    let text = String(repeating: "a", count: 10_001)
    let long = "a.jsonl:1: field \"assumptions.1\": expected at most 10000 bytes, found 10001"
    #expect(read("\"assumptions\":[\"\(text.dropLast())\",\"\(text)\"]") == long)
  }
}
