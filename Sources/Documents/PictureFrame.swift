package import GazeRecording

/// A picture that a command can draw. The cases' names are the files' names. The last word of a file's name chooses it:
/// `map.svg`, `iphone16-map.svg`.
package enum PictureKind: String, Sendable, CaseIterable {
  /// The pointer's error by place on the phone's screen.
  case map
  /// The judged figures, with their intervals and limits.
  case verdict
  /// The pipelines of a comparison with their intervals, the best one first.
  case ranges
  /// The gaze offset that a calibration learned for each person.
  case offsets

  /// True if the path is that of a picture.
  package static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }

  /// The picture that a path names.
  ///
  /// - Parameters:
  ///   - available: the pictures that the command can draw.
  ///   - command: the command, and its rig if it matters, in words: `gate of the rig head`.
  /// - Throws: an error that lists the pictures that the command can draw.
  package init(path: String, among available: [PictureKind], of command: String) throws(FileError) {
    let names = available.map { "\($0.rawValue).svg" }.joined(separator: " or ")
    guard !available.isEmpty else { throw FileError(path: path, message: "\(command) draws no picture") }
    guard let kind = PictureKind(rawValue: FileStem.lastWord(of: path)) else {
      throw FileError(
        path: path,
        message: """
          expected a name whose last word is a picture; \(command) draws \(names), or the same after a \
          hyphen, as in report-\(available[0].rawValue).svg
          """)
    }
    guard available.contains(kind) else {
      throw FileError(path: path, message: "\(command) draws no \(kind.rawValue); it draws \(names)")
    }
    self = kind
  }
}

/// The name of a file without its ending.
package enum FileStem {
  /// The letters after the last sign that is no letter, in lower case: `map` for `out/iPhone 16_Map.svg`.
  package static func lastWord(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    return String(stem.reversed().prefix { $0.isLetter }.reversed()).lowercased()
  }
}

/// A stand-alone SVG: its own style for light and dark screens, a title and a description, no script, and no reference
/// to another file.
package struct PictureFrame {
  /// Width of every picture, pixels.
  package static let width = 480.0
  /// Distance of the content from the left and right edge.
  package static let margin = 16.0
  /// Width of the content.
  package static var inner: Double { width - 2 * margin }

  private var parts: [String] = []
  private let title: String
  private let lead: String
  /// Height of the content so far.
  package private(set) var bottom: Double

  /// Begins a picture with its heading.
  ///
  /// - Parameters:
  ///   - title: the heading, which also names the picture for screen readers.
  ///   - style: the heading's style: `pass`, `fail`, `inconclusive` (raw values of `GateVerdict`) or empty.
  ///   - lead: sentences below the heading.
  package init(_ title: String, style: String = "", lead: String) {
    self.title = title
    self.lead = lead
    var y = 12.0
    for line in PictureText.wrapped(title, letters: PictureText.letters(Self.inner, size: 17, bold: true)) {
      y += 20
      parts.append(PictureText.line(line, x: Self.margin, y: y, style.isEmpty ? "title" : "title \(style)"))
    }
    bottom = y + 4
    addText(lead)
  }

  /// Adds sentences below the content.
  package mutating func addText(_ text: String, _ style: String = "") {
    guard !text.isEmpty else { return }
    for line in PictureText.wrapped(text, letters: PictureText.letters(Self.inner, size: 12)) {
      bottom += 16
      parts.append(PictureText.line(line, x: Self.margin, y: bottom, style))
    }
    bottom += 4
  }

  /// Adds a drawing below the content; `draw` gets the height at which it begins.
  package mutating func add(height: Double, _ draw: (Double) -> String) {
    parts.append(draw(bottom))
    bottom += height
  }

  /// Adds entries of a legend, a sign and its meaning each.
  package mutating func addLegend(_ entries: [(sign: String, words: String)]) {
    for entry in entries {
      let lines = PictureText.wrapped(entry.words, letters: PictureText.letters(Self.inner - 36, size: 12))
      parts.append(
        "<svg x=\"\(svg(Self.margin))\" y=\"\(svg(bottom + 4))\" width=\"26\" height=\"16\" aria-hidden=\"true\">"
          + entry.sign + "</svg>")
      for line in lines {
        bottom += 16
        parts.append(PictureText.line(line, x: Self.margin + 36, y: bottom))
      }
      bottom += 3
    }
  }

  /// The file's text.
  package func text(_ description: String) -> String {
    let height = bottom + 14
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(svg(Self.width))" height="\(svg(height))" \
      viewBox="0 0 \(svg(Self.width)) \(svg(height))" role="img" aria-labelledby="picture-title picture-desc" \
      style="max-width:100%;height:auto">
      <title id="picture-title">\(PictureText.escaped(title))</title>
      <desc id="picture-desc">\(XML.text(lead.isEmpty ? description : "\(lead) \(description)"))</desc>
      <style>\(Self.style)</style>
      <defs>\(Marks.symbols)</defs>
      <rect class="paper" x="0.5" y="0.5" width="\(svg(Self.width - 1))" height="\(svg(height - 1))" rx="10"/>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  /// The rules of `DrawingStyle` and of pictures alone, with the colours of both schemes instead of properties, which
  /// not every program knows.
  private static let style: String = {
    let rules =
      DrawingStyle.css + """

        .paper{fill:var(--paper);stroke:var(--line)}
        svg text.title{font-size:17px;font-weight:700;fill:var(--ink)}svg text.name{font-size:13px;font-weight:600;\
        fill:var(--ink)}
        svg text.pass,svg tspan.pass{fill:var(--s0)}svg text.fail,svg tspan.fail{fill:var(--s1)}
        svg text.inconclusive,svg tspan.inconclusive{fill:var(--muted)}
        svg .halo{stroke:var(--paper)}use{stroke:var(--paper)}
        """
    return Palette.resolved(rules, Palette.light)
      + "\n@media (prefers-color-scheme:dark){\(Palette.resolved(rules, Palette.dark))}"
  }()
}

/// Text in a picture, which has no browser that breaks its lines.
package enum PictureText {
  /// Escapes arbitrary text; a long one ends in an ellipsis.
  package static func escaped(_ text: String, most: Int = MarkupText.longest) -> String {
    XML.text(text.count > most ? String(text.prefix(max(most - 1, 0))) + "…" : text)
  }

  /// Number of letters that fit into a width; letters of a wide typeface are assumed.
  package static func letters(_ width: Double, size: Double, bold: Bool = false) -> Int {
    max(Int(width / (size * (bold ? 0.6 : 0.54))), 8)
  }

  /// A line of text in a class.
  package static func line(_ text: String, x: Double, y: Double, _ style: String = "", end: Bool = false) -> String {
    """
    <text x="\(svg(x))" y="\(svg(y))"\(style.isEmpty ? "" : " class=\"\(style)\"")\
    \(end ? " text-anchor=\"end\"" : "")>\(escaped(text))</text>
    """
  }

  /// Sentences in lines of at most this many letters.
  package static func wrapped(_ text: String, letters: Int) -> [String] {
    // A word without a space, such as a name from a file, is cut.
    let words = text.split(separator: " ").map { word in
      word.count > letters ? String(word.prefix(max(letters - 1, 0))) + "…" : String(word)
    }
    return Wrapping.lines(words.joined(separator: " "), indent: 0, hanging: 0, width: letters)
  }
}
