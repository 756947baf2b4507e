/// A plain table for a terminal: columns as wide as their widest cell, numbers to the right.
package struct TextTable: Sendable {
  private var rows: [[String]]

  package init(_ header: [String]) { rows = [header] }

  package mutating func add(_ row: [String]) { rows.append(row) }

  /// The lines, the header underlined.
  package var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    func line(_ row: [String]) -> String {
      let cells = row.enumerated().map { column, cell in
        let pad = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + pad : pad + cell
      }
      let text = cells.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return [line(rows[0]), rule] + rows.dropFirst().map(line)
  }
}
