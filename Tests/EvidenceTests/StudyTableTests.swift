import Foundation
import GazeMetrics
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct StudyTableTests {
  private struct Row {
    var name: String
    var error: Double?
    var interval: ConfidenceInterval?
    var people: Int
  }

  private var table: StudyTable {
    let rows = [
      Row(name: "a|b", error: 1.26, interval: ConfidenceInterval(1, 2), people: 20),
      Row(name: "c", error: nil, interval: nil, people: 1),
    ]
    return StudyTable(
      title: ["a device, seed 1", "how to read it"],
      parts: [
        StudyPart(
          "heading", rows,
          [
            StudyColumn("name") { $0.name }, StudyColumn("error", unit: "pt", 1) { $0.error },
            StudyColumn(2) { $0.interval }, StudyColumn("people") { $0.people },
          ], notes: ["a note"]), StudyPart(heading: "nobody has it"),
      ], remarks: ["first", "second"])
  }

  @Test("text: title, tables and remarks with an empty line between them")
  func text() {
    #expect(
      table.lines == [
        "a device, seed 1", "how to read it", "", "heading", "name  error pt          95 %  people",
        "----  --------  ------------  ------", "a|b        1.3  [1.00, 2.00]      20",
        "c            -             -       1", "", "a note", "", "nobody has it", "", "first", "second",
      ])
  }
}
