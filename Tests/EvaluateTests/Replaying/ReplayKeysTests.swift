import Testing

@testable import Evaluate

@Suite struct ReplayKeysTests {
  private func keys(_ text: String) -> [ReplayKey] {
    var reader = ReplayKeyReader()
    return reader.keys(text.utf8)
  }

  @Test("each key has one meaning, shifted or not; other keys have none")
  func plain() {
    #expect(
      keys(" .,lL+=-_qQ") == [
        .pause, .forward, .back, .loop, .loop, .faster, .faster, .slower, .slower, .quit, .quit,
      ])
    #expect(keys("xyz\t\r\n\u{7F}\u{0}é") == [])
    #expect(keys("\u{4}") == [.quit])
  }

  @Test("arrows step, in both of a terminal's modes, even byte by byte")
  func arrows() {
    #expect(keys("\u{1B}[C\u{1B}[D\u{1B}OC\u{1B}OD") == [.forward, .back, .forward, .back])
    var reader = ReplayKeyReader()
    #expect("\u{1B}[D".utf8.flatMap { reader.keys([$0]) } == [.back])
  }

  @Test("another key's sequence is ignored; its bytes are not read as letters")
  func sequences() {
    // Up, Home, Page up, F5, Ctrl-→, and the start of a mouse report.
    #expect(keys("\u{1B}[A\u{1B}[H\u{1B}[5~\u{1B}[15~\u{1B}[1;5C\u{1B}[<0;1;1M") == [])
    #expect(keys("\u{1B}[1;5C.") == [.forward])
    // The next key after a single escape key is read.
    #expect(keys("\u{1B}q") == [.quit])
    #expect(keys("\u{1B}\u{1B}[C") == [.forward])
    #expect(keys("\u{1B}[" + String(repeating: "1", count: 100)).contains(.quit) == false)
  }
}
