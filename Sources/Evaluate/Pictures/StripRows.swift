import GazeMetrics
import GazePipeline

/// Rows of strips in a picture: a name and a value above each strip, a note below it.
struct StripRows {
  /// One row.
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
    var strip: (_ place: String) -> String
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
