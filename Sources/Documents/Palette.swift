/// Colours of pages and pictures, for light and dark screens. They are Okabe and Ito's, darkened or lightened to a
/// contrast of at least 4.5:1 with paper and cards, so that they also serve for thin text.
package enum Palette {
  /// A colour by its name, as in `var(--ink)`. `PaletteTests` finds a colour of `DrawingStyle` that a list lacks.
  package typealias Colour = (name: String, value: String)

  /// Colours on a light screen and on paper.
  package static let light: [Colour] = [
    ("paper", "#fff"), ("card", "#f6f7f8"), ("ink", "#1a1d21"), ("muted", "#4d545c"), ("line", "#d5d9de"),
    ("s0", "#0069a6"), ("s1", "#b84900"), ("s2", "#00704f"), ("s3", "#a03e74"), ("s4", "#775d00"), ("s5", "#33383e"),
    ("s6", "#20708f"), ("s7", "#754ab0"), ("good", "#cfe6f5"), ("heat", "0,114,178"), ("phone", "#fff"),
    ("bar", "#c9ced4"),
  ]

  /// Colours on a dark screen.
  package static let dark: [Colour] = [
    ("paper", "#14171a"), ("card", "#1c2024"), ("ink", "#eceff2"), ("muted", "#b3bac2"), ("line", "#3a4149"),
    ("s0", "#56b4e9"), ("s1", "#f0a030"), ("s2", "#35c79e"), ("s3", "#e79ec6"), ("s4", "#f0e442"), ("s5", "#e3e6e9"),
    ("s6", "#9ad2f0"), ("s7", "#c6a5f2"), ("good", "#173a50"), ("heat", "86,180,233"), ("phone", "#0c0e10"),
    ("bar", "#474e56"),
  ]

  /// Declarations of the colours as properties: `--ink:#1a1d21;…`.
  package static func properties(_ colours: [Colour]) -> String {
    colours.map { "--\($0.name):\($0.value)" }.joined(separator: ";")
  }

  /// A style in which each `var(--NAME)` is replaced by the colour, for programs that know no properties.
  package static func resolved(_ css: String, _ colours: [Colour]) -> String {
    colours.reduce(css) { $0.replacing("var(--\($1.name))", with: $1.value) }
  }
}

/// The style of all drawings, inline on a page or alone in a file.
///
/// Drawings name the classes as texts: `StandAlonePicture` in the tests fails for a class of a picture without a rule
/// here or in `PictureFrame`, and `GazePageTests` for one of a page without a rule here or in `PageStyle`. Nothing
/// finds a rule that is no longer used.
package enum DrawingStyle {
  package static let css = """
    svg text{font:12px system-ui,sans-serif;fill:var(--muted)}
    svg text.strong{fill:var(--ink);font-weight:600}svg text.ink{fill:var(--ink)}
    svg .halo{paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
    .grid{stroke:var(--line)}.level{stroke:var(--muted);stroke-dasharray:4 4}.limit{stroke:var(--ink);stroke-width:2}
    .good{fill:var(--good)}.s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}
    .s4{color:var(--s4)}.s5{color:var(--s5)}.s6{color:var(--s6)}.s7{color:var(--s7)}
    .whisker,.cap,.path,.open{stroke:currentColor;stroke-width:2;fill:none}.path{stroke-width:1.75}
    .dashed{stroke-dasharray:6 4}use{fill:currentColor;stroke:var(--card);stroke-width:1}
    .phone{fill:var(--phone);stroke:var(--muted);stroke-width:2}.cell{fill:rgb(var(--heat));stroke:var(--line)}
    .sparse{fill:var(--bar);stroke:var(--line)}
    .bias{stroke:var(--s1);stroke-width:2.5}.bias-end{fill:var(--s1)}.bias-cut{fill:var(--phone);stroke:var(--s1);\
    stroke-width:2}.lens{fill:var(--ink);stroke:var(--phone);stroke-width:1.5}
    .works{fill:none;stroke:var(--s2);stroke-width:2.5;stroke-dasharray:8 4}.finger{fill:none;stroke:var(--ink);\
    stroke-width:1.5}
    svg .onmap{paint-order:stroke;stroke:var(--phone);stroke-width:3px;stroke-linejoin:round;stroke-opacity:.75}
    """
}
