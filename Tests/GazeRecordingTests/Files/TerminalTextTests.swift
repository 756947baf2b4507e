import Foundation
import TestSupport
import Testing

@testable import GazeRecording

struct TerminalTextTests {
  @Test(
    "characters that could control a terminal or reverse a line are replaced",
    arguments: [
      "\u{1B}", "\t", "\n", "\r", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}",
      "\u{2029}",
      "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
    ])
  func unsafe(text: String) {
    #expect(TerminalText.line("a\(text)b") == "a\u{FFFD}b")
  }

  @Test("a workflow command's mark in a runner's log is broken, without loss in JSON")
  func workflowCommands() throws {
    for text in ["##[error]x", "a ##[", "###[x"] {
      #expect(TerminalText.line(text) == text.replacing("[", with: "\u{FFFD}"))
      let json = TerminalText.json("[\"\(text)\"]")
      #expect(!json.contains("##["))
      #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }
    #expect(TerminalText.line("#[# [") == "#[# [" && TerminalText.json("[\"#[\"]") == "[\"#[\"]")
  }

  @Test("other text is unchanged, and JSON loses nothing")
  func other() {
    #expect(TerminalText.line("1€ × 30°, größer …") == "1€ × 30°, größer …")
    #expect(TerminalText.json("{\n\"a\u{202E}\u{7F}€\"}") == #"{"# + "\n" + #""a\u202e\u007f€"}"#)
  }
}
