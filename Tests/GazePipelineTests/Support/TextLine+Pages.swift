import TestSupport

@testable import GazePipeline

extension [TextLine] {
  /// Paragraphs of full lines and a last line of another share of the width, with an empty line between two paragraphs.
  static func paragraphs(
    _ shapes: [(lines: Int, last: Double)], width: Double = 335, left: Double = 20, top: Double = 60, pitch: Double = 22
  ) -> [TextLine] {
    var (lines, y) = ([TextLine](), top)
    for shape in shapes {
      for index in 0..<shape.lines {
        let share = index == shape.lines - 1 ? shape.last : 1
        lines.append(TextLine(x: left, y: y, width: share * width, height: pitch))
        y += pitch
      }
      y += pitch
    }
    return lines
  }

  /// Ten screens of such paragraphs.
  static var longPage: [TextLine] {
    var shapes: [(lines: Int, last: Double)] = []
    for index in 0..<60 { shapes.append((3 + index % 5, 0.3 + Double(index % 7) / 10)) }
    return paragraphs(shapes)
  }

  /// A screen of paragraphs whose last lines end at different places.
  static var page: [TextLine] {
    paragraphs([(4, 0.4), (6, 0.7), (3, 0.3), (5, 0.85), (4, 0.5), (6, 0.6)])
  }
}
