import TestSupport

@testable import GazePipeline

/// A person who reads lines from top to bottom with forward saccades of one length, and whose pointer is off.
struct LineReader {
  /// Boxes of the lines.
  var lines: [TextLine]
  /// Raw pointer minus gaze, points.
  var offset = SIMD2<Double>.zero
  /// Length of a saccade, points, and share of each line's width at which the reader begins and ends.
  var step = 57.0, from = 0.0, to = 1.0
  /// Standard deviation of the fixations about the line's middle, and of the saccades, points.
  var scatter = 0.0

  /// The raw pointer's fixations, 0.25 s each with a saccade of 0.04 s between two.
  func fixations(_ random: inout SeededGenerator) -> [GazeFixations.Fixation] {
    var (found, time) = ([GazeFixations.Fixation](), 0.0)
    for line in lines {
      let (begin, end) = (line.x + from * line.width, line.x + to * line.width)
      // The return sweep falls short, and the last fixation is half a saccade before the line's end.
      var x = begin + 0.3 * step
      while x < end - 0.15 * step {
        let place = SIMD2(x + scatter * random.normal(), line.middle + scatter * random.normal()) + offset
        found.append(GazeFixations.Fixation(place: place, start: time, end: time + 0.25))
        time += 0.29
        x += step
      }
    }
    return found
  }
}

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

extension Recentring {
  /// Shows a dot for two seconds, at 60 Hz, to a person whose pointer is off by this much.
  mutating func showDot(off: SIMD2<Double>, from start: Double = 0) {
    let dot = SIMD2(190.0, 400.0)
    for frame in 0..<130 {
      let app = AppContext(dot: frame < 120 ? dot : nil)
      _ = step(dot + off, app, isScrolling: false, at: start + Double(frame) / 60)
    }
  }
}
