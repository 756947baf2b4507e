/// Text that a person reads in a terminal, a log or a report, and that may hold untrusted parts: names in files,
/// arguments.
///
/// Control characters (C0, DEL, C1) could control the terminal. Line and paragraph separators and controls of the
/// writing direction could disguise a line as another one. `##[` begins a workflow command wherever it is in a line of
/// a GitHub runner's log, so its bracket is unsafe too, except in reports (`isUnsafe` alone).
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
    var hashes = 0
    for scalar in text.unicodeScalars {
      scalars.append(isUnsafe(scalar) || endsCommandMark(scalar, &hashes) ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// True for the bracket of `##[`; `hashes` counts the number signs before the scalar.
  private static func endsCommandMark(_ scalar: Unicode.Scalar, _ hashes: inout Int) -> Bool {
    defer { hashes = scalar == "#" ? hashes + 1 : 0 }
    return scalar == "[" && hashes > 1
  }

  /// JSON with the unsafe characters in its strings escaped, so that nothing is lost. Outside of strings, JSON contains
  /// no unsafe characters except line feeds.
  package static func json(_ text: String) -> String {
    var hashes = 0
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      endsCommandMark(scalar, &hashes) || (scalar != "\n" && isUnsafe(scalar))
    }
    // Most texts have no such character, and large ones are copied slowly.
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    hashes = 0
    var out = ""
    for scalar in text.unicodeScalars {
      guard isEscaped(scalar) else {
        out.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return out
  }
}
