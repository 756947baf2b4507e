/// Text that may hold anything, on its way into a language of markup.
enum MarkupText {
  /// A name in a report never takes more room.
  static let longest = 300

  /// With `&`, `<` and `>` as entities, which HTML, XML and Markdown share, and all else as `other` has it; what is beyond
  /// the first `longest` characters becomes an ellipsis.
  static func escaped(
    _ text: String, longest: Int = longest, other: (Unicode.Scalar, inout String.UnicodeScalarView) -> Void
  ) -> String {
    var escaped = "".unicodeScalars
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      default: other(scalar, &escaped)
      }
    }
    return String(escaped) + (text.unicodeScalars.count > longest ? "…" : "")
  }

  /// The same for an attribute in quotation marks.
  static func quoted(_ text: String, longest: Int = longest, other: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    escaped(text, longest: longest) { scalar, escaped in
      switch scalar {
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      default: escaped.append(other(scalar))
      }
    }
  }
}
