import Foundation
import Testing

@testable import Evaluate

@Suite struct JSONDifferencesTests {
  private func differences(_ a: String, _ b: String) throws -> JSONDifferences {
    let values = try [a, b].map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    return JSONDifferences(values[0], values[1], without: "command")
  }

  @Test("equal values in another order, and another command, are no difference")
  func same() throws {
    let found = try differences(#"{"a":[1,null,"x"],"b":2,"command":1}"#, #"{"command":2,"b":2,"a":[1,null,"x"]}"#)
    #expect(found.count == 0 && found.first == nil)
  }

  @Test(
    "each difference is named by its path",
    arguments: [
      (#"{"a":{"b":[1,2]}}"#, #"{"a":{"b":[1,3]}}"#, "a.b.1: 2, now 3"),
      (#"{"a":null}"#, #"{"a":0}"#, "a: null, now 0"), (#"{"a":1}"#, "{}", "a: 1, now missing"),
      ("{}", #"{"a":[1]}"#, "a: missing, now a list"), (#"{"a":[1]}"#, #"{"a":[1,2]}"#, "a.1: missing, now 2"),
      (#"{"a":{"b":1}}"#, #"{"a":1}"#, "a: an object, now 1"), (#"{"a":"x"}"#, #"{"a":"y"}"#, "a: \"x\", now \"y\""),
      (#"{"a":0.1}"#, #"{"a":0.10000000000000002}"#, "a: 0.1, now 0.10000000000000002"),
    ])
  func named(old: String, new: String, words: String) throws {
    let found = try differences(old, new)
    #expect(found.count == 1 && found.first == words, "\(found.first ?? "none")")
  }

  @Test("all differences count, and only a hundred are kept")
  func many() throws {
    let lists = [1, 2].map { value in "[" + (0..<300).map { _ in "\(value)" }.joined(separator: ",") + "]" }
    #expect(try differences("{\"a\":\(lists[0])}", "{\"a\":\(lists[1])}").count == 300)
  }
}
