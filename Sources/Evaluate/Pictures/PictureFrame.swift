/// A stand-alone SVG: its own style for light and dark screens, a title and a description, no script, and no reference
/// to another file.
struct PictureFrame {
  /// Width of every picture, pixels.
  static let width = 480.0
  /// Distance of the content from the left and right edge.
  static let margin = 16.0
  /// Width of the content.
  static var inner: Double { width - 2 * margin }

  private var parts: [String] = []
  private let title: String
  private let lead: String
  /// Height of the content so far.
  private(set) var bottom: Double

  /// Begins a picture with its heading.
  ///
  /// - Parameters:
  ///   - title: the heading, which also names the picture for screen readers.
  ///   - style: the heading's style: `pass`, `fail`, `inconclusive` or empty.
  ///   - lead: sentences below the heading.
  init(_ title: String, style: String = "", lead: String) {
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
  mutating func addText(_ text: String, _ style: String = "") {
    guard !text.isEmpty else { return }
    for line in PictureText.wrapped(text, letters: PictureText.letters(Self.inner, size: 12)) {
      bottom += 16
      parts.append(PictureText.line(line, x: Self.margin, y: bottom, style))
    }
    bottom += 4
  }

  /// Adds a drawing below the content; `draw` gets the height at which it begins.
  mutating func add(height: Double, _ draw: (Double) -> String) {
    parts.append(draw(bottom))
    bottom += height
  }

  /// Adds entries of a legend, a sign and its meaning each.
  mutating func addLegend(_ entries: [(sign: String, words: String)]) {
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
  func text(_ description: String) -> String {
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

  /// The style, with the colours of both schemes instead of properties, which not every program knows.
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
