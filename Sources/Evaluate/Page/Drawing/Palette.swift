/// Colours of pages and pictures, for light and dark screens. They are Okabe and Ito's, darkened or lightened to a
/// contrast of at least 4.5:1 with paper and cards, so that they also serve for thin text.
enum Palette {
  /// A colour by its name, as in `var(--ink)`.
  typealias Colour = (name: String, value: String)

  /// Colours on a light screen and on paper.
  static let light: [Colour] = [
    ("paper", "#fff"), ("card", "#f6f7f8"), ("ink", "#1a1d21"), ("muted", "#4d545c"), ("line", "#d5d9de"),
    ("s0", "#0069a6"), ("s1", "#b84900"), ("s2", "#00704f"), ("s3", "#a03e74"), ("s4", "#775d00"), ("s5", "#33383e"),
    ("s6", "#20708f"), ("s7", "#754ab0"), ("good", "#cfe6f5"), ("heat", "0,114,178"), ("phone", "#fff"),
    ("bar", "#c9ced4"),
  ]

  /// Colours on a dark screen.
  static let dark: [Colour] = [
    ("paper", "#14171a"), ("card", "#1c2024"), ("ink", "#eceff2"), ("muted", "#b3bac2"), ("line", "#3a4149"),
    ("s0", "#56b4e9"), ("s1", "#f0a030"), ("s2", "#35c79e"), ("s3", "#e79ec6"), ("s4", "#f0e442"), ("s5", "#e3e6e9"),
    ("s6", "#9ad2f0"), ("s7", "#c6a5f2"), ("good", "#173a50"), ("heat", "86,180,233"), ("phone", "#0c0e10"),
    ("bar", "#474e56"),
  ]

  /// Declarations of the colours as properties: `--ink:#1a1d21;…`.
  static func properties(_ colours: [Colour]) -> String {
    colours.map { "--\($0.name):\($0.value)" }.joined(separator: ";")
  }

  /// A style in which each `var(--NAME)` is replaced by the colour, for programs that know no properties.
  static func resolved(_ css: String, _ colours: [Colour]) -> String {
    colours.reduce(css) { $0.replacing("var(--\($1.name))", with: $1.value) }
  }
}
