private import GazePipeline

/// Places of a page's lines and words, with which a recording's fixations are compared.
///
/// The unit is that of the fixations: points, or pixels. x grows to the right, y downwards.
package struct TextPlaces: Sendable, Equatable {
  /// A line of text.
  package struct Line: Sendable, Equatable {
    /// Left and right end.
    package var left: Double, right: Double
    /// Height of its middle.
    package var middle: Double

    /// A line from its parts.
    package init(left: Double, right: Double, middle: Double) {
      (self.left, self.right, self.middle) = (left, right, middle)
    }
  }

  /// A word.
  package struct Word: Sendable, Equatable {
    /// Middle of the word, at the height of its line.
    package var place: SIMD2<Double>
    /// Index of its line.
    package var line: Int
  }

  /// Lines from top to bottom.
  package let lines: [Line]
  /// Words in the order of reading.
  package let words: [Word]
  /// Median distance of neighbouring lines; 1 with fewer than two lines.
  package let pitch: Double

  /// Places from lines, and from the ends of each line's words; a line without words counts as one word.
  ///
  /// - Parameter lines: lines from top to bottom, each with its words from left to right.
  package init(_ lines: [(line: Line, words: [ClosedRange<Double>])]) {
    self.lines = lines.map(\.line)
    words = lines.enumerated().flatMap { index, pair in
      let whole = min(pair.line.left, pair.line.right)...max(pair.line.left, pair.line.right)
      return (pair.words.isEmpty ? [whole] : pair.words).map {
        Word(place: SIMD2(($0.lowerBound + $0.upperBound) / 2, pair.line.middle), line: index)
      }
    }
    let steps = zip(self.lines.dropFirst(), self.lines).map { $0.middle - $1.middle }.filter { $0 > 0 && $0.isFinite }
    pitch = Quantiles.upperMedian(steps) ?? 1
  }

  /// Index of the line whose middle is nearest to a height: the upper one of two equally near ones; 0 without lines.
  package func nearest(to height: Double) -> Int {
    var (best, least) = (0, Double.infinity)
    for (index, line) in lines.enumerated() where (line.middle - height).magnitude < least {
      (best, least) = (index, (line.middle - height).magnitude)
    }
    return best
  }
}
