import Documents
import GazeMetrics
import GazePipeline
import GazeTesting

/// A pipeline's figure with its interval: a dot and a whisker, on a page or in a picture.
struct RangeRow {
  var name: String
  let value: Double?
  let interval: ConfidenceInterval?
  let isReference: Bool
  /// The value and its interval.
  let words: String

  init(
    _ name: String, _ value: Double?, _ interval: ConfidenceInterval?, metric: String? = nil, unit: String = "",
    isReference: Bool
  ) {
    (self.name, self.value, self.interval, self.isReference) = (name, value, interval, isReference)
    words =
      value == nil
      ? "not measured"
      : (metric.map { FigureText.value(value, $0) } ?? FigureText.measured(value, unit)) + ", "
        + FigureText.interval95(interval, metric ?? "")
  }

  /// The numbers that an axis has to hold.
  var ends: [Double] { [value, interval?.lower, interval?.upper].compactMap(\.self) }

  private func drawing(_ strip: Strip, _ description: String, attributes: String = "width=\"100%\"") -> String {
    strip.drawing(value, interval, series: isReference ? 0 : 1, description: description, attributes: attributes)
  }

  /// A list for a page: a strip for each row, and their axis with its label. Heading and label are HTML.
  static func html(_ rows: [RangeRow], _ axis: Axis, heading: String, label: String = "") -> String {
    let strip = Strip(axis)
    let items = rows.map { row in
      let (name, words) = (HTML.text(row.name), HTML.text(row.words))
      return
        """
        <li><span class="name"><span>\(name)</span></span><span>\(row.drawing(strip, "\(name): \(words)"))</span>\
        <span class="value">\(words)</span></li>
        """
    }
    return """
      <h3>\(heading)</h3><ul class="rows">\(items.joined())\
      <li class="axis"><span class="pad"></span><span>\(strip.scale())</span>\
      <span class="\(label.isEmpty ? "pad" : "value")">\(label)</span></li></ul>
      """
  }

  /// A picture: a strip for each row, their axis and a legend.
  static func picture(_ rows: [RangeRow], _ axis: Axis, _ frame: inout PictureFrame) -> String {
    let strip = Strip(axis)
    StripRows.add(
      rows.map { row in
        StripRows.Row(
          name: row.name, value: row.words,
          strip: { row.drawing(strip, XML.text("\(row.name): \(row.words)"), attributes: $0) })
      }, to: &frame)
    frame.add(height: 20) {
      strip.scale(attributes: "x=\"\(svg(PictureFrame.margin))\" y=\"\(svg($0))\" width=\"\(svg(PictureFrame.inner))\"")
    }
    frame.addLegend([
      ("<use href=\"#m0\" x=\"13\" y=\"8\" class=\"s0\"/>", "the pipeline to which the others are compared"),
      ("<use href=\"#m1\" x=\"13\" y=\"8\" class=\"s1\"/>", "other pipelines"),
    ])
    return frame.text(rows.map { "\($0.name): \($0.words)." }.joined(separator: " "))
  }
}

/// Rows of strips in a picture: a name and a value above each strip, a note below it. A row's height holds a line of
/// text, a `Strip` of 28 pixels and, with a note, a second line.
struct StripRows {
  struct Row {
    /// Sign and name of a verdict; empty if nothing is judged.
    var mark = ""
    /// Style of the mark.
    var style = ""
    /// The name of the figure or the pipeline.
    var name: String
    /// The value in words.
    var value: String
    /// Words below the strip; empty for none.
    var note = ""
    /// Draws the strip, given its place.
    var strip: (_ attributes: String) -> String
  }

  /// Adds the rows to a picture.
  static func add(_ rows: [Row], to frame: inout PictureFrame) {
    for row in rows {
      frame.add(height: row.note.isEmpty ? 52 : 70) { top in
        let (x, y) = (PictureFrame.margin, top + 19)
        // The name gets the room that the value leaves.
        let room = PictureText.letters(PictureFrame.inner, size: 13, bold: true) - row.value.count - 2
        let mark =
          row.mark.isEmpty
          ? "" : "<tspan class=\"\(row.style)\" font-weight=\"700\">\(PictureText.escaped(row.mark))</tspan> "
        let name = PictureText.escaped(row.name, most: max(room - row.mark.count, 10))
        return "<text class=\"name\" x=\"\(svg(x))\" y=\"\(svg(y))\">\(mark)\(name)</text>"
          + PictureText.line(row.value, x: x + PictureFrame.inner, y: y, "strong", end: true)
          + row.strip("x=\"\(svg(x))\" y=\"\(svg(y + 4))\" width=\"\(svg(PictureFrame.inner))\"")
          + (row.note.isEmpty ? "" : PictureText.line(row.note, x: x, y: y + 44))
      }
    }
  }
}
