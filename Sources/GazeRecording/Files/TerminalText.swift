/// Text that a person reads in a terminal and that may hold untrusted parts: names in files, arguments.
///
/// Control characters (C0, DEL, C1) could control the terminal. Line and paragraph separators and controls of the
/// writing direction could disguise a line as another one.
package enum TerminalText {
  /// True for characters that must not reach a terminal unchanged, including line feeds.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text in one line, with unsafe characters replaced by U+FFFD.
  package static func line(_ text: some StringProtocol) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }

  /// The text with unsafe characters replaced by U+FFFD, except line feeds; for text of several lines that the program
  /// itself writes with untrusted parts.
  package static func lines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }.joined(separator: "\n")
  }

  /// JSON with the unsafe characters in its strings escaped, so that nothing is lost. Outside of strings, JSON contains
  /// no unsafe characters except line feeds.
  package static func json(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      guard scalar != "\n", isUnsafe(scalar) else {
        out.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return out
  }
}
