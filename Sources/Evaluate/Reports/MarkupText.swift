import GazeRecording

/// Escapes arbitrary text for markup languages.
enum MarkupText {
  /// Largest number of characters of a name in a report.
  static let longest = 300

  /// Writes `&`, `<` and `>` as entities, which HTML, XML and Markdown share, replaces characters that could control a
  /// terminal, end a line or reverse the text by U+FFFD, and passes all other characters to `other`. An ellipsis
  /// replaces the text beyond the first `longest` characters.
  static func escaped(
    _ text: String, longest: Int = longest, other: (Unicode.Scalar, inout String.UnicodeScalarView) -> Void
  ) -> String {
    var escaped = "".unicodeScalars
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case _ where TerminalText.isUnsafe(scalar): escaped.append("\u{FFFD}")
      default: other(scalar, &escaped)
      }
    }
    return String(escaped) + (text.unicodeScalars.count > longest ? "…" : "")
  }

  /// The escaped text for an attribute in quotation marks.
  static func quoted(
    _ text: String, longest: Int = longest, other: (Unicode.Scalar) -> Unicode.Scalar = { $0 }
  ) -> String {
    escaped(text, longest: longest) { scalar, escaped in
      switch scalar {
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      default: escaped.append(other(scalar))
      }
    }
  }
}
