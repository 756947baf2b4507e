import GazeRecording

/// Plain table for a terminal: columns as wide as their widest cell, numbers aligned right, text left. Each cell is one
/// line, even with text from a file of unknown origin.
package struct TextTable: Sendable {
  private var rows: [[String]]

  package init(_ header: [String]) { rows = [header.map { TerminalText.line($0) }] }

  package mutating func add(_ row: [String]) { rows.append(row.map { TerminalText.line($0) }) }

  private var columns: Int { rows.map(\.count).max() ?? 0 }

  /// True if the column contains only numbers below its heading; a dash counts as a missing number.
  private func isNumeric(_ column: Int) -> Bool {
    column > 0
      && rows.dropFirst().allSatisfy { row in
        column >= row.count || row[column].isEmpty
          || row[column].first.map { "-+[<>".contains($0) || $0.isNumber } == true
      }
  }

  /// Lines of the table, with the header underlined.
  package var lines: [String] {
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    let isNumeric = (0..<columns).map(isNumeric)
    func line(_ row: [String]) -> String {
      let cells = row.enumerated().map { column, cell in
        let pad = String(repeating: " ", count: widths[column] - cell.count)
        return isNumeric[column] ? pad + cell : cell + pad
      }
      var text = cells.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return [line(rows[0]), rule] + rows.dropFirst().map(line)
  }

  /// The same table for a short form: columns of numbers that do not fit are left out, the last ones first.
  var brief: BriefTable {
    let header = rows.first ?? []
    // The names of a row, of which there may be two, and its first result.
    let needed = columns > 2 && !isNumeric(0) && !isNumeric(1) ? 3 : 2
    var table = BriefTable(
      (0..<columns).map { column in
        .init(column < header.count ? header[column] : "", right: isNumeric(column), needed: column < needed)
      })
    for row in rows.dropFirst() { table.add(row) }
    return table
  }

  /// Lines of the table in (GitHub's) Markdown.
  var markdown: [String] {
    let columns = columns
    func line(_ row: [String]) -> String {
      let missing = [String](repeating: "", count: columns - row.count)
      return "| " + (row.map(Markdown.cell) + missing).joined(separator: " | ") + " |"
    }
    let rule = (0..<columns).map { isNumeric($0) ? "--:" : "---" }
    return [line(rows[0]), "| \(rule.joined(separator: " | ")) |"] + rows.dropFirst().map(line)
  }
}
