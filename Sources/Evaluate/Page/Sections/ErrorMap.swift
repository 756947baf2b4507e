import GazePipeline
import GazeSimulation
import GazeRecording

/// The phone, drawn to scale, with the pointer's error in each part of its screen.
enum ErrorMap {
  static func html(_ e: Report<GazeRig>) -> String {
    let cells = e.pointer.cells.filter { $0.people > 0 && $0.centre.count == 2 }
    guard !cells.isEmpty, let size = size(e) else {
      return HTML.missing("Error by place on the screen", "No sample has a place on the screen, so there is no map.")
    }
    let known = cells.filter { !$0.isSparse }
    let worst = known.compactMap(\.errorPointsMean).max() ?? 1
    let best = known.compactMap(\.errorPointsMean).min()
    // The map is 300 pixels wide, unless it would then be more than 480 pixels high.
    let scale = min(300 / size.width, 480 / size.height)
    let (w, h) = (size.width * scale, size.height * scale)
    var parts = [
      "<rect class=\"phone\" x=\"-7\" y=\"-7\" width=\"\(svg(w + 14))\" height=\"\(svg(h + 14))\" rx=\"22\"/>"
    ]
    for cell in cells { parts += drawn(cell, best: best ?? worst, worst: worst, scale: scale, size: (w, h)) }
    let overall = e.pointer.sizeFor95Points.value
    if let overall {
      // The target is drawn no wider or higher than the screen.
      let (width, height) = (min(overall * scale, w), min(overall * scale, h))
      parts.append(
        "<rect class=\"works\" x=\"\(svg((w - width) / 2))\" y=\"\(svg((h - height) / 2))\" width=\"\(svg(width))\" "
          + "height=\"\(svg(height))\"/>")
    }
    let small = 44 * scale
    parts.append(
      "<rect class=\"finger\" x=\"\(svg((w - small) / 2))\" y=\"\(svg((h - small) / 2))\" width=\"\(svg(small))\" "
        + "height=\"\(svg(small))\"/>")
    if let camera = size.camera {
      parts.append(
        "<circle class=\"lens\" cx=\"\(svg(camera.x * scale))\" cy=\"\(svg(camera.y * scale))\" r=\"4\"/>")
    }
    let sentence =
      "Mean error of resting eyes"
      + (best.map {
        " from \(NumberText.typeset($0, 0, "pt")) to \(NumberText.typeset(worst, 0, "pt")) over the screen’s parts. "
      }
        ?? ": every part of the screen has too few samples. ")
      + (overall.map {
        "Targets of \(NumberText.typeset($0, 0, "pt")) a side, centred on the gaze, hold the pointer for "
          + "95 % of the samples"
          + ($0 > size.width ? ": that is wider than the screen." : ".")
      } ?? "No target size up to the largest one tried holds the pointer for 95 % of the samples.")
    let drawing =
      "<svg class=\"phonemap\" role=\"img\" width=\"\(svg(w + 44))\" height=\"\(svg(h + 44))\" "
      + "viewBox=\"-22 -22 \(svg(w + 44)) \(svg(h + 44))\"><title>Error map over the phone’s screen</title>"
      + "<desc>\(sentence) The table beside it has the numbers.</desc>\(parts.joined())</svg>"
    let rows = cells.map { cell in
      [
        "\(cell.row + 1), \(cell.column + 1)", NumberText.typeset(cell.errorPointsMean, 0, "pt"),
        NumberText.typeset(cell.errorDegreesMean, 1, "°"),
        cell.biasPoints.map { bias in
          bias.count == 2 ? "\(NumberText.typeset(bias[0], 0)), \(NumberText.typeset(bias[1], 0))" : "–"
        } ?? "–", NumberText.typeset(cell.sizeFor95Points, 0, "pt"), "\(cell.people)",
        "\(cell.samples)\(cell.isSparse ? ", too few" : "")",
      ]
    }
    let legend =
      "<ul class=\"legend\"><li><svg width=\"26\" height=\"16\" aria-hidden=\"true\"><line class=\"bias\" x1=\"2\" "
      + "y1=\"8\" x2=\"24\" y2=\"8\"/><circle class=\"bias-end\" cx=\"23\" cy=\"8\" r=\"3\"/></svg>"
      + "mean bias, to scale: from the cell’s middle to where the pointer is on average</li>"
      + "<li><svg width=\"26\" height=\"16\" aria-hidden=\"true\"><rect class=\"works\" x=\"3\" y=\"1\" width=\"20\" "
      + "height=\"14\"/></svg>target that works for 95 %, to scale, cut at the screen’s edge</li>"
      + "<li><svg width=\"26\" height=\"16\" aria-hidden=\"true\"><rect class=\"finger\" x=\"7\" y=\"2\" width=\"12\" "
      + "height=\"12\"/></svg>44 pt, a finger’s target</li>"
      + "<li><svg width=\"26\" height=\"16\" aria-hidden=\"true\"><circle class=\"lens\" cx=\"13\" cy=\"8\" "
      + "r=\"4\"/></svg>camera</li>"
      + "<li><svg width=\"26\" height=\"16\" aria-hidden=\"true\"><rect class=\"sparse\" x=\"3\" y=\"1\" width=\"20\" "
      + "height=\"14\"/></svg>grey: \(HTML.text(GazeFindings.Pointer.sparseDefinition))</li></ul>"
    return "<figure class=\"card\"><h3>Error by place on the screen</h3><div class=\"map\">\(drawing)"
      + "<div class=\"aside\"><figcaption>\(sentence) A stronger tint means a larger error, from the best part to the "
      + "worst.</figcaption>\(legend)"
      + HTML.table(
        "By part of the screen (bias: right, down)",
        ["row, column", "mean error", "degrees", "bias, pt", "95 % target", "people", "samples"], rows)
      + "</div></div></figure>"
  }

  private static func drawn(
    _ cell: GazeFindings.Pointer.Cell, best: Double, worst: Double, scale: Double, size: (w: Double, h: Double)
  ) -> [String] {
    let (w, h) = (size.w / Double(max(cell.columns, 1)), size.h / Double(max(cell.rows, 1)))
    let (x, y) = (Double(cell.column) * w, Double(cell.row) * h)
    func line(_ text: String, _ index: Int, _ style: String, _ top: Double) -> String {
      "<text class=\"\(style) onmap\" x=\"\(svg(x + 5))\" "
        + "y=\"\(svg(y + top + 15 + 14 * Double(index)))\">\(text)</text>"
    }
    if cell.isSparse {
      return [
        "<rect class=\"sparse\" x=\"\(svg(x))\" y=\"\(svg(y))\" width=\"\(svg(w))\" height=\"\(svg(h))\"/>",
        line("too few", 0, "ink", 0), line("n \(cell.samples)", 1, "ink", 0),
      ]
    }
    let share = ((cell.errorPointsMean ?? best) - best) / max(worst - best, 1e-9)
    let heat = 0.08 + 0.5 * min(max(share, 0), 1)
    var parts = [
      "<rect class=\"cell\" x=\"\(svg(x))\" y=\"\(svg(y))\" width=\"\(svg(w))\" height=\"\(svg(h))\" "
        + "fill-opacity=\"\(svg(heat))\"/>"
    ]
    if let bias = cell.biasPoints, bias.count == 2, bias.allSatisfy(\.isFinite) {
      let (cx, cy) = (cell.centre[0] * scale, cell.centre[1] * scale)
      // The bias is to scale but stays inside the drawing.
      let ex = min(max(cx + bias[0] * scale, -20), size.w + 20)
      let ey = min(max(cy + bias[1] * scale, -20), size.h + 20)
      parts.append("<line class=\"bias\" x1=\"\(svg(cx))\" y1=\"\(svg(cy))\" x2=\"\(svg(ex))\" y2=\"\(svg(ey))\"/>")
      parts.append("<circle class=\"bias-end\" cx=\"\(svg(ex))\" cy=\"\(svg(ey))\" r=\"3\"/>")
    }
    let lines = [
      NumberText.typeset(cell.errorPointsMean, 0, "pt"),
      cell.sizeFor95Points.map { "95 %: \(NumberText.typeset($0, 0))" } ?? "95 %: –", "n \(cell.samples)",
    ]
    // The text is placed on the side of the point to which the bias line does not go.
    let below = (cell.biasPoints?.last ?? 0) < 0 ? h - 47 : 0
    for (index, text) in lines.enumerated() { parts.append(line(text, index, index == 0 ? "strong" : "ink", below)) }
    return parts
  }

  /// The screen in points, and its camera; taken from the cells if the report contains no screen.
  private static func size(_ e: Report<GazeRig>) -> (width: Double, height: Double, camera: (x: Double, y: Double)?)? {
    if let screen = e.replay?.screen, screen.points.count == 2, screen.metres.count == 2, screen.camera.count == 2,
      (screen.points + screen.metres).allSatisfy({ $0 > 0 && $0.isFinite })
    {
      let (w, h) = (screen.points[0], screen.points[1])
      return (w, h, (screen.camera[0] / screen.metres[0] * w, screen.camera[1] / screen.metres[1] * h))
    }
    guard let cell = e.pointer.cells.first(where: { $0.centre.count == 2 }) else { return nil }
    let w = cell.centre[0] / (Double(cell.column) + 0.5) * Double(cell.columns)
    let h = cell.centre[1] / (Double(cell.row) + 0.5) * Double(cell.rows)
    return w > 0 && h > 0 && w.isFinite && h.isFinite ? (w, h, nil) : nil
  }
}
