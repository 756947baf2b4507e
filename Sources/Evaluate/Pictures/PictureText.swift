import GazeRecording

/// Text in a picture, which has no browser that breaks its lines.
enum PictureText {
  /// Escapes arbitrary text; a long one ends in an ellipsis.
  static func escaped(_ text: String, most: Int = MarkupText.longest) -> String {
    XML.text(text.count > most ? String(text.prefix(max(most - 1, 0))) + "…" : text)
  }

  /// Number of letters that fit into a width; letters of a wide typeface are assumed.
  static func letters(_ width: Double, size: Double, bold: Bool = false) -> Int {
    max(Int(width / (size * (bold ? 0.6 : 0.54))), 8)
  }

  /// A line of text in a class.
  static func line(_ text: String, x: Double, y: Double, _ style: String = "", end: Bool = false) -> String {
    "<text x=\"\(svg(x))\" y=\"\(svg(y))\"\(style.isEmpty ? "" : " class=\"\(style)\"")"
      + "\(end ? " text-anchor=\"end\"" : "")>\(escaped(text))</text>"
  }

  /// Sentences in lines of at most this many letters.
  static func wrapped(_ text: String, letters: Int) -> [String] {
    // A word without a space, such as a name from a file, is cut.
    let words = text.split(separator: " ").map { word in
      word.count > letters ? String(word.prefix(max(letters - 1, 0))) + "…" : String(word)
    }
    return Wrapping.lines(words.joined(separator: " "), indent: 0, hanging: 0, width: letters)
  }
}
