import GazeMetrics
import GazePipeline
import GazeRecording

/// Answer of a study: title, tables, remarks, and the facts for JSON. All studies return this type; no other type
/// writes their text, Markdown or JSON.
package struct StudyTable: Sendable, Encodable {
  /// Lines with the settings and with explanations of the tables.
  var title: [String]
  var parts: [StudyPart]
  /// Lines below all tables.
  var remarks: [String] = []
  /// Answer in one sentence, for the first line of the short form; nil takes the first remark.
  var conclusion: String?
  /// Number of tables in the short form.
  var briefTables = 1
  /// Answer for JSON.
  package let facts: any Encodable & Sendable

  /// Conclusion of a study whose people are too few for its bars.
  static let tooFew =
    "too few people for a verdict: at least \(Resampling.fewestPeople) are needed for whom tracking works"

  /// Lines for a terminal.
  package var lines: [String] { blocks({ $0 }, item: { $0 }) { $0.lines } }

  /// Lines of (GitHub's) Markdown.
  package var markdown: [String] {
    blocks(Markdown.prose, item: { "- " + Markdown.prose($0) }) { [""] + $0.markdown }
  }

  /// Joins conclusion, title, parts and remarks, with an empty line between them.
  private func blocks(
    _ sentence: (String) -> String, item: (String) -> String, table: (TextTable) -> [String]
  ) -> [String] {
    let tables = parts.flatMap { part in
      [(part.heading.map { [sentence($0)] } ?? []) + (part.table.map(table) ?? []), part.notes.map(item)]
    }
    let blocks = [conclusion.map { [sentence($0)] } ?? [], title.map(sentence)] + tables + [remarks.map(item)]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Encodes only the facts; the sentences are meant for human readers.
  package func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }
}

/// One table of a study, with a heading above and notes below.
struct StudyPart: Sendable {
  let heading: String?
  let table: TextTable?
  let notes: [String]

  init<Row>(
    _ heading: String?, _ rows: [Row], _ columns: [StudyColumn<Row>], notes: [String] = []
  ) {
    var table = TextTable(columns.map(\.heading))
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

/// Values by JSON key, such as the settings and rows of a study; nil is `null`.
struct StudyFacts: Sendable, Encodable {
  private let values: [String: any Encodable & Sendable]

  /// Creates the facts of one study, in version 1 of its layout.
  init(schema: String, _ values: [String: any Encodable & Sendable]) {
    self.values = values.merging(["schema": schema, "version": 1]) { own, _ in own }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
