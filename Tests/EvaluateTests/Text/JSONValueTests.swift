import Foundation
import Testing

@testable import Evaluate

@Suite struct JSONValueTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  @Test("each kind of value is recognised, and a number keeps its digits")
  func kinds() throws {
    let list = try #require(try value(#"[null, true, 1, 0.1, -2.5e300, 18446744073709551615, "1", [], {}]"#).elements)
    let words = list.map { element in
      switch element {
      case .null: "null"
      case .flag(let flag): "flag \(flag)"
      case .number(let number): "number \(number)"
      case .text(let text): "text \(text)"
      case .list: "list"
      case .object: "object"
      }
    }
    #expect(
      words == [
        "null", "flag true", "number 1", "number 0.1", "number -2.5e+300", "number 1.8446744073709552e+19", "text 1",
        "list", "object",
      ])
  }

  @Test("only an object has fields, and only a list has elements")
  func parts() throws {
    let object = try value(#"{"a":{"b":[1]}}"#)
    #expect(object.elements == nil && object.fields?["a"]?.fields?["b"]?.elements?.count == 1)
    #expect(try value("[1]").fields == nil)
  }

  @Test("text that is no JSON is refused", arguments: ["", "{", "[1", "nul", String(repeating: "[", count: 100_000)])
  func refuses(text: String) {
    #expect(throws: (any Error).self) { try value(text) }
  }
}
