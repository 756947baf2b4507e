import Documents
import Foundation
import GazeMetrics
import Testing

@testable import Evaluate

@Suite struct HTMLTests {
  @Test("characters with a meaning in HTML are escaped, control characters replaced, long texts cut off")
  func text() {
    #expect(HTML.text("<script>\"a\"&'b'") == "&lt;script&gt;&quot;a&quot;&amp;&#39;b&#39;")
    #expect(HTML.text("a\u{202E}b\u{1B}[2J\u{2028}") == "a\u{FFFD}b\u{FFFD}[2J\u{FFFD}")
    #expect(HTML.text(String(repeating: "x", count: 1000)).count == 301)
  }

  @Test("JSON in a page cannot end its element, and reads back unchanged")
  func json() throws {
    let hostile = [
      "</script><script>alert(1)</script>", "<!--", "]]>", "a\u{2028}b\u{2029}c", "ä🙂\u{E2}&amp;", "\\u003c\"/",
    ]
    let json = HTML.json(hostile)
    #expect(!json.contains("<") && !json.contains(">") && !json.contains("&"))
    #expect(!json.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == hostile)
  }

  @Test("a missing interval states the number of people needed")
  func intervals() {
    #expect(HTML.interval(ConfidenceInterval(-1, 2), 1) == "-1.0 to 2.0")
    #expect(HTML.interval(nil, needed: 12) == "needs 12 people" && HTML.interval(nil) == "no interval")
  }
}
