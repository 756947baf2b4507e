import GazePipeline

/// The most probable lines of a whole recording whose pointer's offset is known (Viterbi 1967).
///
/// From one fixation to the next a person stays on the line, goes to the next one by a return sweep, or rarely goes to
/// any other line.
///
/// Time warping goes through the text once; this path also follows people who read lines again.
struct ReadingPath: Sendable {
  /// Costs, negative logarithms of probabilities up to a constant. Chosen by hand on recorded readers (passages 1 to 3
  /// of Carr et al. 2022).
  private enum Cost {
    /// Standard deviations of a fixation above and below its line, and beyond the line's ends, in distances of lines,
    /// and the largest cost of each.
    static let height = 0.35, mostHeight = 6.0, beyond = 0.75, mostBeyond = 4.0
    /// Beginning elsewhere than on the first line.
    static let elsewhere = 4.0
    /// Going to another line, and further for each line of the distance; going to the line above.
    static let jump = 6.0, farther = 0.3, above = 5.0
    /// Staying on the line and going to the next one by a movement forwards, one backwards, and a return sweep.
    static let stay = SIMD3(0.1, 1, 3), next = SIMD3(5, 2.5, 0.2)
    /// Movements to the left, in widths of a line, that are backwards, and that are a return sweep.
    static let back = 0.15, sweep = 0.35
  }

  let text: TextPlaces

  /// Returns the index of the line of each fixation; places are without the offset.
  func lines(_ places: [Vector2]) -> [Int] {
    let count = text.lines.count
    guard count > 0, let first = places.first else { return places.map { _ in 0 } }
    let width = Quantiles.upperMedian(text.lines.map { $0.right - $0.left }) ?? 1
    var costs = (0..<count).map { fit(first, $0) + ($0 == 0 ? 0 : Cost.elsewhere) }
    var next = costs
    var origins = [Int32](repeating: 0, count: places.count * count)
    for index in places.indices.dropFirst() {
      let way = places[index].x - places[index - 1].x
      let kind = way < -Cost.sweep * width ? 2 : way < -Cost.back * width ? 1 : 0
      for line in 0..<count {
        var (least, origin) = (Double.infinity, line)
        for from in 0..<count {
          let cost = costs[from] + move(from, line, kind)
          if cost < least { (least, origin) = (cost, from) }
        }
        next[line] = least + fit(places[index], line)
        origins[index * count + line] = Int32(truncatingIfNeeded: origin)
      }
      swap(&costs, &next)
    }
    var line = 0
    for other in costs.indices where costs[other] < costs[line] { line = other }
    var lines = [Int](repeating: line, count: places.count)
    for index in places.indices.dropFirst().reversed() {
      line = Int(origins[index * count + line])
      lines[index - 1] = line
    }
    return lines
  }

  private func move(_ from: Int, _ to: Int, _ kind: Int) -> Double {
    switch to - from {
    case 0: Cost.stay[kind]
    case 1: Cost.next[kind]
    case -1: Cost.above
    default: Cost.jump + Cost.farther * Double((to - from).magnitude)
    }
  }

  /// Cost of a fixation at this place on a line.
  private func fit(_ place: Vector2, _ index: Int) -> Double {
    let line = text.lines[index]
    let far = (place.y - line.middle) / (Cost.height * text.pitch)
    let beyond = max(line.left - place.x, place.x - line.right, 0) / (Cost.beyond * text.pitch)
    return min(0.5 * far * far, Cost.mostHeight) + min(0.5 * beyond * beyond, Cost.mostBeyond)
  }
}

/// Places of a page's lines and words, with which a recording's fixations are compared.
///
/// The unit is that of the fixations: points, or pixels. x grows to the right, y downwards.
struct TextPlaces: Sendable, Equatable {
  /// A line of text.
  struct Line: Sendable, Equatable {
    /// Left and right end.
    var left: Double, right: Double
    /// Height of its middle.
    var middle: Double
  }

  /// A word.
  struct Word: Sendable, Equatable {
    /// Middle of the word, at the height of its line.
    var place: Vector2
    /// Index of its line.
    var line: Int
  }

  /// Lines from top to bottom.
  let lines: [Line]
  /// Words in the order of reading.
  let words: [Word]
  /// Median distance of neighbouring lines; 1 with fewer than two lines.
  let pitch: Double

  /// Places from lines, and from the ends of each line's words; a line without words counts as one word.
  ///
  /// - Parameter lines: lines from top to bottom, each with its words from left to right.
  init(_ lines: [(line: Line, words: [ClosedRange<Double>])]) {
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
  func nearest(to height: Double) -> Int {
    var (best, least) = (0, Double.infinity)
    for (index, line) in lines.enumerated() where (line.middle - height).magnitude < least {
      (best, least) = (index, (line.middle - height).magnitude)
    }
    return best
  }
}
