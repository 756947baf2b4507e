import Testing

@testable import Evaluate

@Suite struct TextCanvasTests {
  @Test("parts outside the canvas are left out, and so are blanks at the ends of lines")
  func clipping() {
    var canvas = TextCanvas(columns: 6, rows: 3)
    canvas.put("abc", -1, 0)
    canvas.put("abcdef", 3, 1)
    canvas.put("x", 0, 3)
    canvas.put("x", 0, -1)
    canvas.put("end", endingAt: 6, 2)
    canvas.put("  ", 4, 0)
    #expect(canvas.lines == ["bc", "   abc", "   end"])
    #expect(TextCanvas(columns: 0, rows: 0).lines == [])
    #expect(TextCanvas(columns: -3, rows: 2).lines == ["", ""])
  }

  @Test("a character that controls a terminal, or is wider than a column, is a question mark")
  func hostile() {
    var canvas = TextCanvas(columns: 12, rows: 1)
    canvas.put("a\u{1B}[2J\u{7}é漢\u{202E}👁\u{AD}", 0, 0)
    #expect(canvas.lines == ["a?[2J?é????"])
  }

  @Test("inks are escape codes, and each is ended; without colour there is no escape code")
  func inks() {
    var canvas = TextCanvas(columns: 9, rows: 2)
    canvas.put("a", 0, 0)
    canvas.put("b", 2, 0, .correct)
    canvas.put("c", 3, 0, .correct)
    canvas.put("d", 4, 0)
    canvas.put("e", 0, 1, .strong)
    #expect(canvas.lines(colour: true) == ["a \u{1B}[0m\u{1B}[1;36mbc\u{1B}[0md", "\u{1B}[0m\u{1B}[1me\u{1B}[0m"])
    #expect(canvas.lines(colour: false) == ["a bcd", "e"])
    #expect(canvas.lines(colour: false) == canvas.lines)
  }
}
