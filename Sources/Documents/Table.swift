import GazeRecording

/// A table of a document. Numbers are aligned right. A short form leaves out columns that do not fit, the last ones
/// first, then shortens the widest column of text.
package struct Table: Sendable, Equatable {
  package struct Column: Sendable, Equatable {
    /// Heading; a table whose headings are all empty has no line of headings.
    package var title: String
    /// True for numbers; nil if the cells say so.
    package var isRight: Bool?
    /// False for a column that is left out if the line is too narrow; nil for all but the names of a row and its first
    /// result.
    var isNeeded: Bool?

    package init(_ title: String, right: Bool = false, needed: Bool = true) {
      (self.title, isRight, isNeeded) = (TerminalText.line(title), right, needed)
    }

    fileprivate init(ofCells title: String) { self.title = TerminalText.line(title) }
  }

  package typealias Row = [Document.Span]

  package var columns: [Column]
  package private(set) var rows: [Row] = []
  /// Spaces before the first column.
  package var indent = 2
  /// Largest number of rows in a short form.
  package var mostRows = Int.max
  /// The option that shows omitted rows.
  package var option = "--details"

  package init(_ columns: [Column]) { self.columns = columns }

  /// A table at the margin whose columns are aligned as their cells ask for.
  package init(_ titles: [String], _ rows: [[String]] = []) {
    (columns, indent) = (titles.map { Column(ofCells: $0) }, 0)
    for row in rows { add(row) }
  }

  package mutating func add(_ cells: [Document.Span]) { rows.append(cells) }
  package mutating func add(_ cells: [String]) { rows.append(cells.map { Document.Span($0) }) }

  private static let gap = 2
  /// Width below which no column of text is shortened.
  private static let narrowest = 8

  /// Lines of a short form with at most `most` rows.
  package func lines(width: Int, most: Int) -> [[Document.Span]] {
    var kept = Array(columns.indices)
    var widths = kept.map(width(of:))
    let isRight = kept.map(isRight(_:))
    let needed = columns.count > 2 && !isRight[0] && !isRight[1] ? 3 : 2
    func isNeeded(_ column: Int) -> Bool { columns[column].isNeeded ?? (column < needed) }
    func total() -> Int { indent + kept.reduce(0) { $0 + widths[$1] } + Self.gap * (kept.count - 1) }
    while total() > width, let last = kept.last(where: { !isNeeded($0) }) { kept.removeAll { $0 == last } }
    while total() > width, let widest = kept.filter({ !isRight[$0] }).max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] = max(widths[widest] - (total() - width), Self.narrowest)
    }
    while total() > width, kept.count > 1 { kept.removeLast() }
    let head = hasHeadings ? [columns.map { Document.Span($0.title, .dim) }] : []
    let shown = min(most, mostRows)
    let lines = (head + rows.prefix(shown)).map { spans($0, of: kept, widths, isRight) }
    guard rows.count > shown else { return lines }
    return lines + [[.blank(max(indent, 2)), Document.Span("\(rows.count - shown) more: \(option)", .dim)]]
  }

  /// All rows with all columns, with the headings underlined.
  package var lines: [String] {
    let all = Array(columns.indices)
    let (widths, isRight) = (all.map(width(of:)), all.map(isRight(_:)))
    let rule = widths.map { Document.Span(String(repeating: "-", count: $0)) }
    let head = hasHeadings ? [columns.map { Document.Span($0.title) }, rule] : []
    return (head + rows).map { row in
      var text = spans(row, of: all, widths, isRight).map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// A row's cells of these columns, padded to their widths; a cell that is wider is cut.
  private func spans(_ row: Row, of kept: [Int], _ widths: [Int], _ isRight: [Bool]) -> [Document.Span] {
    var spans = [Document.Span.blank(indent)]
    for (index, column) in kept.enumerated() {
      if index > 0 { spans.append(.blank(Self.gap)) }
      var span = column < row.count ? row[column] : Document.Span("")
      if span.text.count > widths[column] { span.text = span.text.prefix(max(widths[column] - 1, 0)) + "…" }
      let pad = Document.Span.blank(widths[column] - span.text.count)
      spans += isRight[column] ? [pad, span] : [span, pad]
    }
    return spans
  }

  /// Lines of the table in (GitHub's) Markdown.
  package var markdown: [String] {
    func line(_ cells: [String]) -> String {
      let missing = [String](repeating: "", count: max(columns.count - cells.count, 0))
      return "| " + (cells.map(Markdown.text) + missing).joined(separator: " | ") + " |"
    }
    let rule = columns.indices.map { isRight($0) ? "--:" : "---" }
    return [line(columns.map(\.title)), "| \(rule.joined(separator: " | ")) |"] + rows.map { line($0.map(\.text)) }
  }

  /// The table in HTML, in which all text is escaped.
  package func html(caption: String = "") -> String {
    HTML.table(caption, columns.map { HTML.text($0.title) }, rows.map { $0.map { HTML.text($0.text) } })
  }

  private var hasHeadings: Bool { columns.contains { !$0.title.isEmpty } }

  private func width(of column: Int) -> Int {
    rows.reduce(columns[column].title.count) { max($0, column < $1.count ? $1[column].text.count : 0) }
  }

  /// True if the column's cells are numbers; a dash counts as a missing number.
  private func isRight(_ column: Int) -> Bool {
    columns[column].isRight
      ?? (column > 0
        && rows.allSatisfy { row in
          column >= row.count || row[column].text.isEmpty
            || row[column].text.first.map { "-+[<>".contains($0) || $0.isNumber } == true
        })
  }
}
