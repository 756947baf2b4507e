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
