import Foundation
import GazeImport
import GazeRecording
import TestSupport
import Testing

struct GazeTableTests {
  private func rows(_ text: String, _ names: [GazeTable.Role: String] = [:]) throws -> [GazeTable.Row] {
    try inTemporaryFile(text) { path in
      var table = try GazeTable(path: path, names: names)
      var rows: [GazeTable.Row] = []
      while let row = try table.next() { rows.append(row) }
      return rows
    }
  }

  private func inTemporaryFile<T>(_ text: String, _ body: (String) throws -> T) throws -> T {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  @Test("tabs, semicolons and commas separate, quotes hold, and missing values are lost", arguments: ["\t", ";", ","])
  func separators(_ s: String) throws {
    let header = ["timestamp", "left_x", "left_y", "\"right_x\"", "right_y", "target_id", "tar_x", "tar_y"]
    let lines = [
      ["0", "1", "2", "3", "4", "7", "5", "6"], ["8.3", "", "2", "nan", "4", "7", "5", "6"],
      ["16.7", "1", "2", "3", "4", "-1", "", ""],
    ]
    let text = ([header] + lines).map { $0.joined(separator: s) }.joined(separator: "\r\n")
    let rows = try rows("\u{FEFF}" + text + "\n\n")
    #expect(rows.map(\.gaze) == [[SIMD2(1, 2), SIMD2(3, 4)], [nil, nil], [SIMD2(1, 2), SIMD2(3, 4)]])
    #expect(rows.map(\.target) == ["7", "7", nil] && rows.map(\.place) == [SIMD2(5, 6), SIMD2(5, 6), nil])
    #expect(rows.map(\.time) == [0, 8.3, 16.7] && rows.map(\.line) == [2, 3, 4])
  }

  @Test("a quote inside quotes is doubled, also in an unused column")
  func quotes() throws {
    let text = "time,note,left_x,left_y,tar_x,tar_y\n0,\"a \"\"q\"\", b\",1,2,3,4\n1,\"\"\"\",1,2,3,4\n2,\"\",1,2,3,4\n"
    #expect(try rows(text).map(\.gaze) == [[SIMD2(1, 2)], [SIMD2(1, 2)], [SIMD2(1, 2)]])
  }

  @Test("columns can be named, and a target without a name is named by its position")
  func names() throws {
    let text = "when,gx,gy,tx,ty\n0,1,2,3,4\n"
    let rows = try rows(text, [.time: "when", .gazeX: "gx", .gazeY: "gy"])
    #expect(rows[0].gaze == [SIMD2(1, 2)] && rows[0].target == "3.0, 4.0")
  }

  static let faults: [(text: String, expected: String)] = [
    ("", "is empty; expected a table"),
    ("a,b\n1,2\n", ":1: has no column that looks like time; name it in the map of columns; it has `a`, `b`"),
    ("time,tar_x,tar_y\n", ":1: has no column that looks like leftX"),
    ("time,left_x,left_y,tar_x\n", ":1: has no column that looks like targetY"),
    ("time,left_x,left_y,tar_x,tar_y\n0,1,2,3\n", ":2: expected 5 fields as in the first line, found 4"),
    ("time,left_x,left_y,tar_x,tar_y\n,1,2,3,4\n", ":2: field \"time\": expected a number, found nothing"),
    ("time,left_x,left_y,tar_x,tar_y\n0,1,abc,3,4\n", ":2: field \"leftY\": expected a finite number, found `abc`"),
    (
      "time;left_x;left_y;tar_x;tar_y\n0;1;2,5;3;4\n",
      ":2: field \"leftY\": expected a finite number, found `2,5`; write numbers with a decimal point"
    ),
    ("time,left_x,left_y,tar_x,tar_y\n0,1,1e999,3,4\n", ":2: field \"leftY\": expected a finite number"),
    ("time,left_x,left_y,tar_x,tar_y\n0,1,1e20,3,4\n", ":2: field \"leftY\": expected a number below 1e15"),
    ("time,\"left_x,left_y,tar_x,tar_y\n", ":1: expected the closing quote"),
  ]

  @Test("errors name line and column", arguments: faults)
  func fault(_ text: String, _ expected: String) throws {
    do {
      _ = try rows(text)
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
  }
}
