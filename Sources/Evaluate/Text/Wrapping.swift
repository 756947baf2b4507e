/// Wraps long sentences for a terminal.
package enum Wrapping {
  /// Breaks text at spaces into lines of at most `width` columns; later lines are indented by `hanging` more.
  package static func lines(_ text: String, indent: Int, hanging: Int = 2, width: Int = 132) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
