import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The phone, drawn to scale, with the pointer's error in each part of its screen.
enum ErrorMap {
  /// The drawing of the phone, whose screen's top left corner is the origin.
  struct Drawing {
    /// The shapes.
    var parts: [String]
    /// Width of the screen in the drawing, pixels.
    var width: Double
    /// Height of the screen in the drawing, pixels.
    var height: Double
    /// The errors in words.
    var sentence: String
    /// Signs that are drawn and their meanings, each sign 26 by 16 pixels.
    var legend: [(sign: String, words: String)]
  }

  /// Distance of the drawing's edge from the screen.
  static let room = 22.0

  /// The drawing; nil if no sample has a place on the screen.
  static func drawing(_ e: Report<GazeRig>) -> Drawing? {
    let cells = shown(e)
    guard !cells.isEmpty, let size = size(e) else { return nil }
    let known = cells.filter { !$0.isSparse }
    let worst = known.compactMap(\.errorPointsMean).max() ?? 1
    let best = known.compactMap(\.errorPointsMean).min()
    // The map is 300 pixels wide, unless it would then be more than 480 pixels high.
    let scale = min(300 / size.width, 480 / size.height)
    let (w, h) = (size.width * scale, size.height * scale)
    var parts = [
      "<rect class=\"phone\" x=\"-7\" y=\"-7\" width=\"\(svg(w + 14))\" height=\"\(svg(h + 14))\" rx=\"22\"/>"
    ]
    let places = cells.map { drawn($0, best: best ?? worst, worst: worst, scale: scale, size: (w, h)) }
    parts += places.flatMap(\.shapes)
    let overall = e.value(.pointerSizeFor95Points)
    if let overall {
      // The target is drawn no wider or higher than the screen.
      let (width, height) = (min(overall * scale, w), min(overall * scale, h))
      parts.append(
        """
        <rect class="works" x="\(svg((w - width) / 2))" y="\(svg((h - height) / 2))" width="\(svg(width))" \
        height="\(svg(height))"/>
        """)
    }
    let small = 44 * scale
    parts.append(
      """
      <rect class="finger" x="\(svg((w - small) / 2))" y="\(svg((h - small) / 2))" width="\(svg(small))" \
      height="\(svg(small))"/>
      """)
    parts.append(
      "<circle class=\"lens\" cx=\"\(svg(size.camera.x * scale))\" cy=\"\(svg(size.camera.y * scale))\" r=\"4\"/>")
    // The texts are above all shapes.
    parts += places.flatMap(\.texts)
    let sentence =
      "Mean error of resting eyes"
      + (best.map { " from \(points($0)) to \(points(worst)) over the screen’s parts. " }
        ?? ": every part of the screen has too few samples. ")
      + (overall.map {
        "Targets of \(points($0)) a side, centred on the gaze, hold the pointer for 95 % of the samples"
          + ($0 > size.width ? ": that is wider than the screen." : ".")
      } ?? "No target size up to the largest one tried holds the pointer for 95 % of the samples.")
    let signs: [(String, String, Bool)] = [
      (
        """
        <line class="bias" x1="2" y1="8" x2="24" y2="8"/>\
        <circle class="bias-end" cx="23" cy="8" r="3"/>
        """,
        "mean bias, to scale: from the cell’s middle to where the pointer is on average",
        places.contains { $0.bias == .whole }
      ),
      (
        """
        <line class="bias" x1="2" y1="8" x2="24" y2="8"/>\
        <circle class="bias-cut" cx="22" cy="8" r="3"/>
        """,
        "mean bias that is longer than the line: cut at the screen’s edge", places.contains { $0.bias == .cut }
      ),
      (
        "<rect class=\"works\" x=\"3\" y=\"1\" width=\"20\" height=\"14\"/>",
        "target that works for 95 %, to scale, cut at the screen’s edge", overall != nil
      ),
      ("<rect class=\"finger\" x=\"7\" y=\"2\" width=\"12\" height=\"12\"/>", "44 pt, a finger’s target", true),
      ("<circle class=\"lens\" cx=\"13\" cy=\"8\" r=\"4\"/>", "camera", true),
      (
        "<rect class=\"sparse\" x=\"3\" y=\"1\" width=\"20\" height=\"14\"/>",
        "grey: \(PointerTables.sparseDefinition)", cells.contains(where: \.isSparse)
      ),
    ]
    return Drawing(
      parts: parts, width: w, height: h, sentence: sentence, legend: signs.filter(\.2).map { ($0.0, $0.1) })
  }

  /// Meaning of the tints.
  static let tint =
    """
    A stronger tint means a larger error; the strongest is the worst part. In each part: the mean error, the side of \
    a target for 95 % in points, and the number of samples n.
    """

  private static func shown(_ e: Report<GazeRig>) -> [PointerTables.Cell] {
    e.pointer.cells.filter { $0.people > 0 && $0.centre.count == 2 }
  }

  private static func points(_ value: Double?) -> String { FigureText.measured(value, "pt") }

  static func html(_ e: Report<GazeRig>) -> String {
    guard let drawing = drawing(e) else {
      return HTML.missing("Error by place on the screen", "No sample has a place on the screen, so there is no map.")
    }
    let (w, h, sentence) = (drawing.width + 2 * room, drawing.height + 2 * room, drawing.sentence)
    let picture =
      """
      <svg class="phonemap" role="img" width="\(svg(w))" height="\(svg(h))" \
      viewBox="\(svg(-room)) \(svg(-room)) \(svg(w)) \(svg(h))"><title>Error map over the phone’s screen</title>\
      <desc>\(sentence) The table beside it has the numbers.</desc>\(drawing.parts.joined())</svg>
      """
    let rows = shown(e).map { cell in
      [
        "\(cell.row + 1), \(cell.column + 1)", points(cell.errorPointsMean),
        FigureText.measured(cell.errorDegreesMean, "deg"),
        cell.biasPoints.map { bias in
          bias.count == 2 ? "\(NumberText.typeset(bias[0], 0)), \(NumberText.typeset(bias[1], 0))" : "–"
        } ?? "–", points(cell.sizeFor95Points), "\(cell.people)",
        "\(cell.samples)\(cell.isSparse ? ", too few" : "")",
      ]
    }
    let entries = drawing.legend.map { Marks.entry($0.sign, HTML.prose($0.words)) }
    return """
      <figure class="card"><h3>Error by place on the screen</h3><div class="map">\(picture)\
      <div class="aside"><figcaption>\(sentence) \(tint)</figcaption><ul class="legend">\(entries.joined())</ul>
      """
        + HTML.table(
          "By part of the screen (bias: right, down)",
          ["row, column", "mean error", "degrees", "bias, pt", "95 % target", "people", "samples"], rows)
        + "</div></div></figure>"
  }

  private static func drawn(
    _ cell: PointerTables.Cell, best: Double, worst: Double, scale: Double, size: (w: Double, h: Double)
  ) -> (shapes: [String], texts: [String], bias: BiasLine) {
    let (w, h) = (size.w / Double(max(cell.columns, 1)), size.h / Double(max(cell.rows, 1)))
    let (x, y) = (Double(cell.column) * w, Double(cell.row) * h)
    func line(_ text: String, _ index: Int, _ style: String, _ top: Double) -> String {
      """
      <text class="\(style) onmap" x="\(svg(x + 5))" \
      y="\(svg(y + top + 15 + 14 * Double(index)))">\(text)</text>
      """
    }
    if cell.isSparse {
      return (
        ["<rect class=\"sparse\" x=\"\(svg(x))\" y=\"\(svg(y))\" width=\"\(svg(w))\" height=\"\(svg(h))\"/>"],
        [
          line("too few", 0, "ink", 0), line("n \(cell.samples)", 1, "ink", 0),
          line(NumberText.count(cell.people, "person", "people"), 2, "ink", 0),
        ], .none
      )
    }
    // Parts that are nearly alike look so: the weakest tint is at most half of the largest error.
    let least = min(best, worst / 2)
    let warmth = ((cell.errorPointsMean ?? best) - least) / max(worst - least, 1e-9)
    let heat = 0.08 + 0.5 * min(max(warmth, 0), 1)
    var shapes = [
      """
      <rect class="cell" x="\(svg(x))" y="\(svg(y))" width="\(svg(w))" height="\(svg(h))" \
      fill-opacity="\(svg(heat))"/>
      """
    ]
    var drawn = BiasLine.none
    if let bias = cell.biasPoints, bias.count == 2, bias.allSatisfy(\.isFinite) {
      let (cx, cy) = (cell.centre[0] * scale, cell.centre[1] * scale)
      let (dx, dy) = (bias[0] * scale, bias[1] * scale)
      // The bias keeps its direction and stays inside the drawing.
      let edge = room - 5
      let part = min(share(cx, dx, -edge, size.w + edge), share(cy, dy, -edge, size.h + edge))
      drawn = part < 1 ? .cut : .whole
      let (ex, ey) = (svg(cx + part * dx), svg(cy + part * dy))
      shapes.append("<line class=\"bias\" x1=\"\(svg(cx))\" y1=\"\(svg(cy))\" x2=\"\(ex)\" y2=\"\(ey)\"/>")
      shapes.append("<circle class=\"\(part < 1 ? "bias-cut" : "bias-end")\" cx=\"\(ex)\" cy=\"\(ey)\" r=\"3\"/>")
    }
    let lines = [
      points(cell.errorPointsMean),
      cell.sizeFor95Points.map { "95 %: \(NumberText.significantDigits($0))" } ?? "95 %: –", "n \(cell.samples)",
    ]
    // The text is placed on the side of the point to which the bias line does not go.
    let below = (cell.biasPoints?.last ?? 0) < 0 ? h - 47 : 0
    let texts = lines.enumerated().map { line($1, $0, $0 == 0 ? "strong" : "ink", below) }
    return (shapes, texts, drawn)
  }

  /// The line of a cell's bias: whole, cut at the drawing's edge, or not drawn.
  private enum BiasLine { case none, whole, cut }

  /// Largest share of a step, at most 1, after which a coordinate is still between two ends.
  private static func share(_ start: Double, _ step: Double, _ low: Double, _ high: Double) -> Double {
    step > high - start ? (high - start) / step : step < low - start ? (low - start) / step : 1
  }

  /// The screen in points, and its camera; nil if nothing was measured on it.
  private static func size(_ e: Report<GazeRig>) -> (width: Double, height: Double, camera: Vector2)? {
    e.pointer.cells.isEmpty ? nil : (e.points.x, e.points.y, e.camera)
  }
}
