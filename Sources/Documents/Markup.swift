import GazeRecording

/// Escapes arbitrary text for Markdown.
package enum Markdown {
  /// Escapes characters with a meaning in Markdown and replaces invisible characters, so that the text stays one line
  /// and contains no HTML.
  package static func text(_ text: String) -> String {
    MarkupText.escaped(text) { scalar, escaped in
      if "\\`*_[]|#~!@$".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar.properties.generalCategory == .format ? " " : scalar)
    }
  }

  /// Escapes a sentence that this program wrote; it may be longer than a name from a file.
  package static func prose(_ text: String) -> String {
    MarkupText.prose(text, by: Self.text)
  }
}

/// Escapes arbitrary text for markup languages.
enum MarkupText {
  /// Largest number of characters of a name in a report.
  static let longest = 300

  /// Escapes each word of a sentence by itself, so that the sentence may be longer than a name.
  static func prose(_ text: String, by escape: (String) -> String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { escape(String($0)) }.joined(separator: " ")
  }

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

/// Escapes arbitrary text for CSV.
package enum CSV {
  /// Quotes the text if necessary; an apostrophe is put before a text that a spreadsheet would take for a formula.
  package static func text(_ text: String) -> String {
    var text = TerminalText.line(
      text.unicodeScalars.count > MarkupText.longest ? text.prefix(MarkupText.longest) + "…" : text[...])
    if let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
    guard text.contains(where: { "\",\r\n".contains($0) || $0 == "\r\n" }) else { return text }
    return "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

/// Escapes arbitrary text for XML.
package enum XML {
  /// Escapes text for elements and attributes; characters that are unsafe or invalid in XML 1.0 become U+FFFD.
  package static func text(_ text: String) -> String {
    MarkupText.quoted(text, longest: .max) { $0.value == 0xFFFE || $0.value == 0xFFFF ? "\u{FFFD}" : $0 }
  }
}

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
