import GazeMetrics
import GazePipeline
import GazeRecording

@testable import Evaluate

/// Answer of a study: conclusion, title, tables and remarks. All studies return this type; no other type writes their
/// text.
struct StudyTable: Sendable {
  /// Lines with the settings and with explanations of the tables.
  var title: [String]
  var parts: [StudyPart]
  /// Lines below all tables.
  var remarks: [String] = []
  /// Answer in one sentence, for the first line.
  var conclusion: String?

  /// Conclusion of a study whose people are too few for its bars.
  static let tooFew =
    "too few people for a verdict: at least \(Resampling.fewestPeople) are needed for whom tracking works"

  /// Conclusion, title, parts and remarks, with an empty line between them.
  var lines: [String] {
    let tables = parts.flatMap { part in
      [(part.heading.map { [$0] } ?? []) + (part.table?.lines ?? []), part.notes]
    }
    let blocks = [conclusion.map { [$0] } ?? [], title] + tables + [remarks]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}

/// One table of a study, with a heading above and notes below.
struct StudyPart: Sendable {
  let heading: String?
  let table: Table?
  let notes: [String]

  init<Row>(
    _ heading: String?, _ rows: [Row], _ columns: [StudyColumn<Row>], notes: [String] = []
  ) {
    var table = Table(columns.map(\.heading))
    for row in rows { table.add(columns.map { $0.cell(row) }) }
    (self.heading, self.table, self.notes) = (heading, table, notes)
  }

  /// Creates a table without a heading.
  init<Row>(_ rows: [Row], _ columns: [StudyColumn<Row>]) { self.init(nil, rows, columns) }

  /// Creates a heading without a table.
  init(heading: String) { (self.heading, table, notes) = (heading, nil, []) }
}

/// Column of a study's table: its heading with the unit, and the text of a row's value.
struct StudyColumn<Row> {
  let heading: String
  let cell: (Row) -> String

  init(_ label: String, unit: String? = nil, _ cell: @escaping (Row) -> String) {
    heading = unit.map { "\(label) \($0)" } ?? label
    self.cell = cell
  }

  /// Creates a column of numbers with so many decimals; a dash is a missing number.
  init(_ label: String, unit: String? = nil, _ decimals: Int, _ value: @escaping (Row) -> Double?) {
    self.init(label, unit: unit) { NumberText.fixed(value($0), decimals) }
  }

  /// Creates a column of 95 % intervals.
  init(_ decimals: Int, _ interval: @escaping (Row) -> ConfidenceInterval?) {
    self.init("95 %") { Format.interval(interval($0), decimals) }
  }

  /// Creates a column of counts.
  init(_ label: String, count: @escaping (Row) -> Int) { self.init(label) { "\(count($0))" } }
}
