import Foundation
import GazeMetrics
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct StudyTableTests {
  private struct Row: Encodable {
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
      ], remarks: ["first", "second"],
      facts: StudyFacts(schema: "gazesim.test", ["rows": [1, 2], "duration": Double?.none, "seed": UInt64.max]))
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

  @Test("Markdown: the same with cells escaped, numbers to the right, and remarks as a list")
  func markdown() {
    #expect(
      table.markdown == [
        "a device, seed 1", "how to read it", "", "heading", "", "| name | error pt | 95 % | people |",
        "| --- | --: | --: | --: |", "| a\\|b | 1.3 | \\[1.00, 2.00\\] | 20 |", "| c | - | - | 1 |", "", "- a note", "",
        "nobody has it", "", "- first", "- second",
      ])
  }

  @Test("JSON: the facts with schema and version, nil as null, and no sentence")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(table), as: UTF8.self)
    #expect(
      json
        == #"{"duration":null,"rows":[1,2],"schema":"gazesim.test","seed":18446744073709551615,"version":1}"#)
  }
}
