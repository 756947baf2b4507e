/// A grid of characters, each with an ink: a terminal's picture before escape codes are added.
package struct TextCanvas: Sendable, Equatable {
  /// Meaning of a character; a terminal with colours also distinguishes the inks by colour.
  package enum Ink: Sendable, Equatable {
    case plain, faint, strong, correct, published, pointer, target

    /// Parameters of the SGR escape sequence.
    fileprivate var code: String {
      switch self {
      case .plain: "0"
      case .faint: "2"
      case .strong: "1"
      case .correct: "1;36"
      case .published: "1;33"
      case .pointer: "1;32"
      case .target: "1;35"
      }
    }
  }

  private struct Cell: Sendable, Equatable {
    var character: Character = " "
    var ink = Ink.plain
  }

  package let columns: Int
  package let rows: Int
  private var cells: [Cell]

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
    cells = [Cell](repeating: Cell(), count: self.columns * self.rows)
  }

  /// Writes text; parts outside the canvas are left out. A character that may not be one column wide, or that controls
  /// a terminal, is written as `?`.
  package mutating func put(_ text: String, _ column: Int, _ row: Int, _ ink: Ink = .plain) {
    guard row >= 0, row < rows else { return }
    var column = column
    for character in text {
      if column >= columns { return }
      if column >= 0 {
        cells[row * columns + column] = Cell(character: Self.isNarrow(character) ? character : "?", ink: ink)
      }
      column += 1
    }
  }

  /// Writes text that ends before a column.
  package mutating func put(_ text: String, endingAt column: Int, _ row: Int, _ ink: Ink = .plain) {
    put(text, column - text.count, row, ink)
  }

  /// True for ASCII and Latin letters.
  private static func isNarrow(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return false }
    return (0x20...0x7E).contains(scalar.value) || (0xA1...0x2AF).contains(scalar.value) && scalar.value != 0xAD
  }

  /// The lines, without trailing blanks.
  package var lines: [String] {
    (0..<rows).map { row in
      let line = cells[row * columns..<(row + 1) * columns]
      let end = line.lastIndex { $0.character != " " }.map { $0 + 1 } ?? line.startIndex
      return String(line[line.startIndex..<end].map(\.character))
    }
  }

  /// The lines for a terminal: with escape codes if it has colours, else plain.
  package func lines(colour: Bool) -> [String] {
    guard colour else { return lines }
    return zip(0..<rows, lines).map { row, plain in
      var text = ""
      var ink = Ink.plain
      for (column, character) in plain.enumerated() {
        let next = character == " " ? ink : cells[row * columns + column].ink
        if next != ink { text += "\u{1B}[0m" + (next == .plain ? "" : "\u{1B}[\(next.code)m") }
        ink = next
        text.append(character)
      }
      return ink == .plain ? text : text + "\u{1B}[0m"
    }
  }
}
