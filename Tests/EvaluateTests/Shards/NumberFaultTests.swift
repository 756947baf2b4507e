import GazeRecording
import PortableFoundation
import Testing

@testable import Evaluate

@Suite struct NumberFaultTests {
  private struct Content: Codable {
    var counts: [Int]
    var inner: Inner
    struct Inner: Codable {
      var size: UInt32
      var share: Double
    }
  }

  private func error(_ text: String) -> String? {
    let json = Data(text.utf8)
    do {
      _ = try JSONDecoder().decode(Content.self, from: json)
      return nil
    } catch {
      return NumberFault.error(error, path: "a", line: 2, json: json) {
        (try? JSONDecoder().decode(Content.self, from: $0)) != nil
      }.description
    }
  }

  @Test(
    "the field of a number that its type cannot hold is named, in any place",
    arguments: [
      ("[1,0.5]", "7", "0.25", "counts.1", "0.5"), ("[1,1e30]", "7", "-0.5", "counts.1", "1e30"),
      ("[1,2]", "-7", "1e3", "inner.size", "-7"), ("[1,2]", "5000000000", "0.5", "inner.size", "5000000000"),
      ("[99999999999999999999]", "7", "0.5", "counts.0", "99999999999999999999"),
    ])
  func named(counts: String, size: String, share: String, field: String, number: String) {
    let text = #"{"counts": \#(counts), "inner": {"size": \#(size), "share": \#(share), "more": [0.5, "a\"b"]}}"#
    let expected = "a:2: field \"\(field)\": is \(number), which is no whole number or too large"
    #expect(error(text) == expected)
  }

  @Test("other faults are as before: syntax, depth, a missing field")
  func others() {
    #expect(error(#"{"counts": [1"#)?.contains("is not valid JSON") == true)
    #expect(error(String(repeating: "[", count: 100_000) + "0.5") != nil)
    #expect(error(#"{"counts": [5]}"#) == #"a:2: field "inner": is missing"#)
  }
}
