import TestSupport
import Testing

@testable import GazeRecording

/// Texts without the blanks at their ends.
struct TrimmedTests {
  @Test("blanks and line ends go at both ends and stay within")
  func trims() {
    #expect([" a b\t", "\r\na\n", "a", "", " \n", "\u{A0}é "].map(\.trimmed) == ["a b", "a", "a", "", "", "é"])
    #expect("x = 1"[..<"x =".endIndex].trimmed == "x =")
  }
}
