/// A table of a short form. Columns that do not fit are left out, the last ones first, then the widest column of text
/// is shortened.
struct BriefTable: Sendable, Equatable {
  /// A column.
  struct Column: Sendable, Equatable {
    /// Heading; a table whose headings are all empty has no line of headings.
    var title: String
    /// True for numbers.
    var isRight = false
    /// False for a column that is left out if the line is too narrow.
    var isNeeded = true

    init(_ title: String, right: Bool = false, needed: Bool = true) {
      (self.title, isRight, isNeeded) = (title, right, needed)
    }
  }

  var columns: [Column]
  var rows: [Brief.Row] = []
  /// Spaces before the first column.
  var indent = 2
  /// Number of rows that the table leaves out in any case.
  var hidden = 0
  /// The option that shows omitted rows.
  var option = "--details"

  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ cells: [Brief.Span]) { rows.append(Brief.Row(cells)) }
  mutating func add(_ cells: [String]) { rows.append(Brief.Row(cells)) }

  private static let gap = 2
  /// Width below which no column of text is shortened.
  private static let narrowest = 8

  /// Lines of the table with at most `most` rows.
  func lines(width: Int, most: Int) -> [[Brief.Span]] {
    var kept = Array(columns.indices)
    var widths = kept.map(width(of:))
    func total() -> Int { indent + kept.reduce(0) { $0 + widths[$1] } + Self.gap * (kept.count - 1) }
    while total() > width, let last = kept.last(where: { !columns[$0].isNeeded }) { kept.removeAll { $0 == last } }
    while total() > width, let widest = kept.filter({ !columns[$0].isRight }).max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] = max(widths[widest] - (total() - width), Self.narrowest)
    }
    while total() > width, kept.count > 1 { kept.removeLast() }
    var lines: [[Brief.Span]] = []
    if kept.contains(where: { !columns[$0].title.isEmpty }) {
      lines.append(line(Brief.Row(columns.map { Brief.Span($0.title, .dim) }), kept, widths))
    }
    lines += rows.prefix(most).map { line($0, kept, widths) }
    let omitted = max(rows.count - most, 0) + hidden
    if omitted > 0 {
      lines.append([
        Brief.Span(String(repeating: " ", count: max(indent, 2))),
        Brief.Span("\(omitted) more: \(option)", .dim),
      ])
    }
    return lines
  }

  private func width(of column: Int) -> Int {
    rows.reduce(columns[column].title.count) { max($0, column < $1.cells.count ? $1.cells[column].text.count : 0) }
  }

  private func line(_ row: Brief.Row, _ kept: [Int], _ widths: [Int]) -> [Brief.Span] {
    var spans = [Brief.Span(String(repeating: " ", count: indent))]
    for (place, column) in kept.enumerated() {
      if place > 0 { spans.append(Brief.Span(String(repeating: " ", count: Self.gap))) }
      var span = column < row.cells.count ? row.cells[column] : Brief.Span("")
      if span.text.count > widths[column] { span.text = span.text.prefix(max(widths[column] - 1, 0)) + "…" }
      let pad = Brief.Span(String(repeating: " ", count: widths[column] - span.text.count))
      spans += columns[column].isRight ? [pad, span] : [span, pad]
    }
    return spans
  }
}
