package import GazeMetrics
import GazePipeline

/// A chart with two axes as inline SVG. Horizontal positions are in percent, so that the chart fills the available
/// width while text and marks keep their size; vertical positions are in pixels.
package struct Plot: Sendable {
  /// Number of marks and colours, which are distinguishable without colour vision.
  package static let series = Marks.shapes.count
  /// Left and right end of the data area, percent.
  private static let across = 11.0...97.0
  private static let top = 28.0

  private let x: Axis
  private let y: Axis
  private let bottom: Double
  private var parts: [String] = []

  package init(x: Axis, y: Axis, height: Double = 230) {
    self.x = x
    self.y = y
    bottom = Self.top + height
  }

  private func left(_ value: Double) -> String {
    svg(Self.across.lowerBound + x.share(value) * (Self.across.upperBound - Self.across.lowerBound)) + "%"
  }

  private func down(_ value: Double) -> String { svg(bottom - y.share(value) * (bottom - Self.top)) }

  /// Draws a mark; pointing at it shows `title`.
  package mutating func point(_ px: Double?, _ py: Double?, series: Int = 0, title: String = "", large: Bool = false) {
    guard let px, let py, px.isFinite, py.isFinite else { return }
    let name = "\(large ? "M" : "m")\(series % Self.series)"
    parts.append(
      "<use href=\"#\(name)\" x=\"\(left(px))\" y=\"\(down(py))\" class=\"s\(series % Self.series)\">"
        + (title.isEmpty ? "" : "<title>\(title)</title>") + "</use>")
  }

  /// Draws a vertical interval.
  package mutating func whisker(_ px: Double, _ interval: ConfidenceInterval?, series: Int = 0) {
    guard let interval, px.isFinite else { return }
    parts.append(line(px, interval.lower, px, interval.upper, "whisker s\(series % Self.series)"))
  }

  /// Draws a horizontal interval.
  package mutating func span(_ interval: ConfidenceInterval?, _ py: Double, series: Int = 0) {
    guard let interval, py.isFinite else { return }
    parts.append(line(interval.lower, py, interval.upper, py, "whisker s\(series % Self.series)"))
  }

  /// Draws a line through points, with a gap at missing points.
  package mutating func path(_ points: [(x: Double, y: Double?)], series: Int = 0, dashed: Bool = false) {
    for (a, b) in zip(points, points.dropFirst()) {
      guard let ay = a.y, let by = b.y, ay.isFinite, by.isFinite else { continue }
      parts.append(line(a.x, ay, b.x, by, "path s\(series % Self.series)\(dashed ? " dashed" : "")"))
    }
  }

  /// Draws a dashed horizontal line at a value, with its name.
  package mutating func level(_ value: Double?, _ name: String) {
    guard let value, value.isFinite else { return }
    parts.append(line(x.lower, value, x.upper, value, "level"))
    parts.append("<text class=\"halo\" x=\"97%\" y=\"\(down(value))\" dy=\"-4\" text-anchor=\"end\">\(name)</text>")
  }

  /// Draws a dashed vertical line at a value, with its name.
  package mutating func upright(_ value: Double?, _ name: String) {
    guard let value, value.isFinite else { return }
    parts.append(line(value, y.lower, value, y.upper, "level"))
    let isRight = x.share(value) > 0.6
    parts.append(
      """
      <text class="halo" x="\(left(value))" dx="\(isRight ? -4 : 4)" y="\(svg(Self.top))" dy="10" \
      text-anchor="\(isRight ? "end" : "start")">\(name)</text>
      """)
  }

  /// Draws text at a point.
  package mutating func label(_ px: Double, _ py: Double, _ text: String) {
    let isRight = x.share(px) > 0.6
    parts.append(
      """
      <text class="halo strong" x="\(left(px))" dx="\(isRight ? -9 : 9)" y="\(down(py))" dy="-7" \
      text-anchor="\(isRight ? "end" : "start")">\(text)</text>
      """)
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ name: String) -> String {
    "<line class=\"\(name)\" x1=\"\(left(x1))\" y1=\"\(down(y1))\" x2=\"\(left(x2))\" y2=\"\(down(y2))\"/>"
  }

  /// Height of the drawing with its axes.
  package var height: Double { bottom + 42 }

  /// A card with the drawing, a legend if there are keys, a sentence, and the numbers in a table if there are rows.
  package func card(
    _ heading: String, _ sentence: String, keys: [String] = [], _ header: [String] = [], _ rows: [[String]] = []
  ) -> String {
    HTML.chart(
      heading, drawing(heading, sentence) + (keys.isEmpty ? "" : Marks.legend(keys)), sentence,
      table: HTML.table("\(heading), in numbers", header, rows))
  }

  /// The drawing; screen readers read its title and description. `attributes` is the place and width within an outer
  /// drawing.
  package func drawing(_ title: String, _ description: String, attributes: String = "width=\"100%\"") -> String {
    var frame: [String] = []
    for tick in y.ticks {
      frame.append(line(x.lower, tick, x.upper, tick, "grid"))
      frame.append(
        "<text x=\"10%\" dx=\"-2\" y=\"\(down(tick))\" dy=\"4\" text-anchor=\"end\">\(y.text(tick))</text>")
    }
    for tick in x.ticks {
      frame.append(
        """
        <line class="grid" x1="\(left(tick))" y1="\(svg(bottom))" x2="\(left(tick))" \
        y2="\(svg(bottom + 4))"/>
        """
      )
      frame.append(
        "<text x=\"\(left(tick))\" y=\"\(svg(bottom + 17))\" text-anchor=\"middle\">\(x.text(tick))</text>")
    }
    frame.append("<text class=\"strong\" x=\"0\" y=\"12\">\(y.label)</text>")
    frame.append("<text class=\"strong\" x=\"97%\" y=\"\(svg(bottom + 35))\" text-anchor=\"end\">\(x.label)</text>")
    return """
      <svg class="plot" role="img" \(attributes) height="\(svg(height))"><title>\(title)</title>\
      <desc>\(description)</desc>
      """ + (frame + parts).joined() + "</svg>"
  }
}

/// A number for SVG with two decimals (hundredths of a pixel); 0 for a number that is not finite.
package func svg(_ value: Double) -> String {
  guard value.isFinite else { return "0" }
  return NumberText.shortest(min(max(value, -1e6), 1e6), 2)
}

/// The marks that every chart of the page uses.
package enum Marks {
  /// A mark for each of the colours s0 to s7 of `Palette`, and no more: `PaletteTests` knows eight colours. R, D, T are
  /// replaced by a size's lengths.
  fileprivate static let shapes = [
    "<circle r=\"R\"/>", "<rect x=\"-R\" y=\"-R\" width=\"D\" height=\"D\"/>", "<path d=\"M0-TLT 0 0 T-T 0z\"/>",
    "<path d=\"M0-TL T R -T R z\"/>", "<path d=\"M0 TL T -R -T -R z\"/>",
    "<path class=\"open\" d=\"M-R-RL R R M-R R L R -R\"/>", "<path class=\"open\" d=\"M0-TV T M-T 0 H T\"/>",
    "<circle class=\"open\" r=\"R\"/>",
  ]

  /// Small (m0…) and large (M0…) marks, each around its centre, and the hatching of false scrolls, in a drawing of its
  /// own that is not shown. Drawings refer to them as `#m0` and `#hatch`: with a wrong name they show nothing, and no
  /// test fails.
  package static var definitions: String {
    """
    <svg width="0" height="0" class="definitions" aria-hidden="true" focusable="false"><defs>\(symbols)\
    <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect width="2" height="5" class="s1"/></pattern></defs></svg>
    """
  }

  /// The marks alone.
  static var symbols: String {
    var all = ""
    for (size, letter) in [(4.0, "m"), (6.5, "M")] {
      for (index, shape) in shapes.enumerated() {
        let drawn = shape.replacing("D", with: svg(size * 2)).replacing("R", with: svg(size))
          .replacing("T", with: svg(size * 1.3))
        all += "<g id=\"\(letter)\(index)\">\(drawn)</g>"
      }
    }
    return all
  }

  /// A legend's entry: a mark and its meaning.
  package static func key(_ series: Int, _ name: String, line: Bool = false, dashed: Bool = false) -> String {
    let path =
      line ? "<line class=\"path s\(series)\(dashed ? " dashed" : "")\" x1=\"0\" y1=\"8\" x2=\"26\" y2=\"8\"/>" : ""
    let mark = series % Plot.series
    return entry(path + "<use href=\"#m\(mark)\" x=\"13\" y=\"8\" class=\"s\(mark)\"/>", name)
  }

  /// A legend's entry from a sign of 26 by 16 points.
  package static func entry(_ sign: String, _ words: String) -> String {
    "<li><svg width=\"26\" height=\"16\" aria-hidden=\"true\">\(sign)</svg>\(words)</li>"
  }

  package static func legend(_ keys: [String]) -> String { "<ul class=\"legend\">\(keys.joined())</ul>" }
}
