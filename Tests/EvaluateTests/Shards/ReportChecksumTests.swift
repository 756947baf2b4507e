import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import Evaluate

@Suite struct ReportChecksumTests {
  private let report = ReportChecksum(
    Data(#"{"a": [1, "x, \" y"], "command": {"checksum" : "00000000", "hash": "ab"}}"#.utf8)
  ).closed

  private func fault(_ text: String) -> String? {
    message { try ReportChecksum(Data(text.utf8)).check(path: "r.json") }
  }

  @Test("a report keeps its checksum with other indentation, and loses it with any other change")
  func changes() {
    let text = String(decoding: report, as: UTF8.self)
    #expect(!text.contains("00000000") && fault(text) == nil)
    #expect(fault(text.replacing(": ", with: ":").replacing(" :", with: "\n :\t")) == nil)
    for place in text.indices where !text[place].isWhitespace {
      let other: Character = text[place] == "3" ? "4" : "3"
      let changed = text.replacingCharacters(in: place...place, with: String(other))
      #expect(fault(changed)?.hasPrefix("r.json: field \"command.checksum\": is ") == true, "\(changed)")
    }
    // White space within a text counts.
    #expect(fault(text.replacing("x, ", with: "x,")) != nil)
    #expect(fault(#"{"a":1}"#)?.contains("is missing") == true)
  }

  @Test("text that only looks like the checksum is not taken for it, and each report of a list has it")
  func places() {
    let hidden = Data(#"{"a":"\"checksum\":\"00000000\"","checksum":"0000"}"#.utf8)
    #expect(ReportChecksum(hidden).closed == hidden)
    let one = #"{"command":{"checksum":"00000000"}}"#
    let list = String(decoding: ReportChecksum(Data("[\(one),\(one)]".utf8)).closed, as: UTF8.self)
    #expect(fault(list) == nil && !list.contains("00000000"))
  }

  @Test("a report with too many values is refused before it is read")
  func size() {
    let values = Data(("{\"x\":[" + String(repeating: "1,", count: 4_000_000) + "1]}").utf8)
    #expect(throws: FileError.self) { try ReportChecksum(values).checkSize(path: "r.json") }
    #expect(throws: Never.self) { try ReportChecksum(report).checkSize(path: "r.json") }
  }
}
