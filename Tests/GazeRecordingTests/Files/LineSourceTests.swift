import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct LineSourceTests {
  /// The line that a reader of lines finds after blank ones, or its error.
  private func filled(_ text: String, blank: UInt8 = 0x20, comment: UInt8? = nil) -> String {
    var source = LineSource(bytes: Array(text.utf8), name: "a")
    do throws(FileError) {
      guard let line = try source.nextFilled(blank: blank, comment: comment) else {
        return "none after line \(source.line)"
      }
      return "\(source.line): " + String(decoding: line, as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test("a million blank lines in a row are skipped, one more refused")
  func emptyLines() {
    #expect(filled(" \t\r\n,,\nx", blank: 0x2C) == "3: x" && filled(",\nx") == "1: ,")
    #expect(
      filled("#1\n\n#2\nx", comment: 0x23) == "4: x" && filled("#1\nx") == "1: #1" && filled("") == "none after line 0")
    for (line, comment) in [("\n", UInt8?.none), ("#\n", 0x23)] {
      let million = String(repeating: line, count: 1_000_000)
      #expect(filled(million + "x", comment: comment) == "1000001: x")
      #expect(filled(million, comment: comment) == "none after line 1000000")
      #expect(
        filled("\n" + million + "x", comment: comment)
          == "a:1: begins a run of more than a million lines without data; remove them")
    }
  }
}
