import Foundation
import GazeMetrics
import Testing

@testable import Evaluate

@Suite struct HTMLTests {
  @Test("what means something in HTML is escaped, what steers is replaced, what is long is cut")
  func text() {
    #expect(HTML.text("<script>\"a\"&'b'") == "&lt;script&gt;&quot;a&quot;&amp;&#39;b&#39;")
    #expect(HTML.text("a\u{202E}b\u{1B}[2J\u{2028}") == "a\u{FFFD}b\u{FFFD}[2J\u{FFFD}")
    #expect(HTML.text(String(repeating: "x", count: 1000)).count == 301)
  }

  @Test("JSON in a page cannot end its element, and reads back as it was")
  func json() throws {
    let hostile = [
      "</script><script>alert(1)</script>", "<!--", "]]>", "a\u{2028}b\u{2029}c", "ä🙂\u{E2}&amp;", "\\u003c\"/",
    ]
    let json = HTML.json(hostile)
    #expect(!json.contains("<") && !json.contains(">") && !json.contains("&"))
    #expect(!json.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == hostile)
  }

  @Test("a missing interval says how many people it takes")
  func intervals() {
    #expect(HTML.interval(ConfidenceInterval(-1, 2), 1) == "−1.0 to 2.0")
    #expect(HTML.interval(nil, needed: 12) == "needs 12 people" && HTML.interval(nil) == "no interval")
  }

  @Test("SHA-256 gives the standard's own examples")
  func hash() {
    func hex(_ text: String) -> String {
      ScriptHash.digest(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
