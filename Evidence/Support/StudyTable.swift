import Documents
import GazeMetrics
import GazePipeline
import GazeRecording

@testable import Evaluate

/// Answer of a study: conclusion, title, tables and remarks. All studies return this type; no other type writes their
/// text.
struct StudyTable: Sendable {
  /// Lines with the settings, and with explanations of the tables.
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
    let blocks = [conclusion.map { [$0] } ?? [], title] + parts.map(\.lines) + [remarks]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}

/// One table of a study, with a heading above it; no lines without rows.
struct StudyPart: Sendable {
  let lines: [String]

  init<Row>(_ heading: String?, _ rows: [Row], _ columns: [StudyColumn<Row>]) {
    var table = Table(columns.flatMap(\.headings))
    for row in rows { table.add(columns.flatMap { $0.cells(row) }) }
    lines = rows.isEmpty ? [] : (heading.map { [$0] } ?? []) + table.lines
  }
}

/// Column of a study's table: its heading with the unit, and the text of a row's value; a figure has two columns.
struct StudyColumn<Row> {
  let headings: [String]
  let cells: (Row) -> [String]

  /// Creates a column of words or counts.
  init(_ heading: String, _ value: @escaping (Row) -> some CustomStringConvertible) {
    (headings, cells) = ([heading], { [value($0).description] })
  }

  /// Creates a column of numbers with so many decimals; a dash is a missing number.
  init(_ heading: String, _ decimals: Int, _ value: @escaping (Row) -> Double?) {
    (headings, cells) = ([heading], { ["\(value($0), decimals)"] })
  }

  /// Creates a column of numbers, and one of their 95 % intervals.
  init(_ heading: String, _ decimals: Int, _ figure: @escaping (Row) -> Figure) {
    headings = [heading, "95 %"]
    cells = { row in
      let figure = figure(row)
      return ["\(figure.value, decimals)", FigureText.brackets(figure.ci95, decimals)]
    }
  }
}

/// A value over people with its 95 % interval; nil if there are too few people.
struct Figure: Sendable, Equatable {
  var value: Double?
  var ci95: ConfidenceInterval?

  init(_ value: Double?, _ ci95: ConfidenceInterval?) { (self.value, self.ci95) = (value, ci95) }

  init(_ estimate: PeopleEstimate?) { self.init(estimate?.value, estimate?.interval.interval) }
}

extension DefaultStringInterpolation {
  /// Adds a number with so many decimals; a dash is a missing number.
  mutating func appendInterpolation(_ value: Double?, _ decimals: Int) {
    appendLiteral(NumberText.fixed(value, decimals))
  }

  /// Adds a share in percent.
  mutating func appendInterpolation(percent share: Double?, _ decimals: Int) {
    appendLiteral(share.map { NumberText.fixed(100 * $0, decimals) + " %" } ?? "-")
  }

  /// Adds a number with its sign.
  mutating func appendInterpolation(signed value: Double?, _ decimals: Int) {
    appendLiteral(((value ?? 0) > 0 ? "+" : "") + NumberText.fixed(value, decimals))
  }

  /// Adds a value with its sign, and its interval.
  mutating func appendInterpolation(signed figure: Figure, _ decimals: Int) {
    appendInterpolation(signed: figure.value, decimals)
    appendLiteral(" " + FigureText.brackets(figure.ci95, decimals))
  }

  /// Adds a value and its interval.
  mutating func appendInterpolation(_ figure: Figure, _ decimals: Int) {
    appendLiteral(NumberText.fixed(figure.value, decimals) + " " + FigureText.brackets(figure.ci95, decimals))
  }
}
