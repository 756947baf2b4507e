import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import GazeImport

struct ImportTableTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func table(_ text: String, preamble: Int = 1) throws -> ImportTable {
    try ImportTable(path: try scratch.write(text, to: "a.csv"), expected: "a table", preamble: preamble) {
      $0.simple.contains { $0.hasPrefix("time") }
    }
  }

  @Test("Tab, semicolon and comma separate, in this order; lines with nothing between separators are skipped")
  func rows() throws {
    for separator in ["\t", ";", ","] {
      let lines = [["Time (s)", "x"], ["", " "], ["1", "a"], ["2", ""]]
      let names = try table(lines.map { $0.joined(separator: separator) }.joined(separator: "\r\n") + "\n\n").names
      #expect(names.titles == ["Time (s)", "x"] && names.simple == ["times", "x"])
    }
    var table = try table("time;x,y\n;\n1;a\n2;b\n")
    var found: [String] = []
    while try table.next() { found.append("\(table.line) \(try table.number(0)) \(table.text(1))") }
    let count = table.rowCount
    #expect(found == ["3 1.0 a", "4 2.0 b"] && count == 2)
  }

  @Test(
    "A number is finite, missing, or an error by place; decimal commas on request")
  func numbers() throws {
    var table = try table("time;x\n1;n/a\n2;-\n3;1,5\n4;1e999\n5;\n")
    var found: [Double?] = []
    var faults: [String] = []
    var loose: [Double] = []
    while try table.next() {
      loose.append(table.numberOrNaN(1))
      do throws(LineFault) { found.append(try table.numberIfThere(1)) } catch { faults.append("\(table.fault(error))") }
    }
    #expect(found == [nil, nil, nil] && loose.map { $0.isNaN ? -1 : $0 } == [-1, -1, 1.5, -1, -1])
    let comma = "a.csv:4: field \"x\": expected a finite number, found `1,5`; write numbers with a decimal point"
    #expect(faults.count == 2 && faults[0].hasSuffix(comma))
  }

  @Test("Names are sought in the first lines; else the error says what is expected")
  func preamble() throws {
    var table = try table("made by me\n\"open\ntime,x\n1,2\n", preamble: 5)
    let (isThere, line) = (try table.next(), table.line)
    #expect(isThere && line == 4)
    for (text, preamble, expected) in [
      ("", 5, "is empty; expected a table"),
      ("a,b\nc,d\n", 5, ":1: has no fitting column names in its first 5 lines; expected a table, found `a,b`"),
      ("\"a\n", 1, ":1: expected the closing quote"),
    ] {
      let error = message { _ = try self.table(text, preamble: preamble) } ?? "none"
      #expect(error.contains(expected))
    }
  }

  @Test(
    "Rows of another length are an error, or counted out; one field may follow")
  func broken() throws {
    let text = "time,x\n1,2\n3\n4,5,\n6,7,8,9\n"
    var strict = try table(text)
    _ = (try strict.next(), try strict.next())
    do throws(LineFault) {
      try strict.checkFieldCount(or: ", or one")
      Issue.record("no error")
    } catch {
      #expect(error.message == "expected 2 fields as in the first line, or one, found 1")
    }
    var table = try table(text)
    while try table.nextWhole() {}
    let (rows, count, line) = (table.rowCount, table.broken.count, table.broken.line)
    #expect(rows == 2 && count == 2 && line == 3)
  }
}
