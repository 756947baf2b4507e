import Documents
import Testing

@testable import Evaluate

@Suite struct PictureTextTests {
  @Test("lines are no longer than asked, and a word without a space is cut")
  func wrapped() {
    let lines = PictureText.wrapped("one two three \(String(repeating: "x", count: 50)) four", letters: 12)
    #expect(lines == ["one two", "three", "xxxxxxxxxxx…", "four"])
    #expect(PictureText.wrapped("", letters: 12) == [""])
  }

  @Test("text is escaped and cut")
  func escaped() {
    #expect(PictureText.escaped("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;")
    #expect(PictureText.escaped("abcdef", most: 4) == "abc…" && PictureText.escaped("abcd", most: 4) == "abcd")
    #expect(PictureText.letters(0, size: 12) == 8)
  }
}
