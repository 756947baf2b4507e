import GazePipeline

/// Assignment of a whole recording's fixations to the lines of the text that the person read, afterwards.
///
/// In a live session, `Recentring` finds the line from what came before; this type also uses what comes after.
struct LineAssignment: Sendable, Equatable {
  /// Index of the line of each fixation.
  var lines: [Int]
  /// Offset of the pointer at each fixation, pointer minus gaze; zero for the methods that assume none.
  var offsets: [Vector2]

  private init(_ lines: [Int], _ offsets: [Vector2]? = nil) {
    self.lines = lines
    self.offsets = offsets ?? [Vector2](repeating: .zero, count: lines.count)
  }

  /// The nearest line (`attach` in the comparison by Carr, Pescuma, Furlan, Ktori & Crepaldi 2022, doi
  /// 10.3758/s13428-021-01554-0).
  static func nearest(_ fixations: [Vector2], to text: TextPlaces) -> LineAssignment {
    LineAssignment(fixations.map { text.nearest(to: $0.y) })
  }

  /// The line of the words with which time warping pairs the fixation (`warp`, the best algorithm of the same
  /// comparison). If the words are on several lines, the one with the most words counts, and the upper of two equal
  /// ones.
  ///
  /// Beyond 2²⁶ pairs of a fixation and a word the nearest line is taken instead.
  static func warp(_ fixations: [Vector2], to text: TextPlaces) -> LineAssignment {
    guard let warping = TimeWarping(fixations, to: text.words.map(\.place)) else { return nearest(fixations, to: text) }
    return LineAssignment(warping.matches.map { text.commonLine($0) })
  }

  /// Time warping and an estimate of the pointer's offset: warping and the smoothing of the offset (`OffsetSmoother`)
  /// alternate until the pairs no longer change, beginning with each of several offsets (`Settling.beginnings`); of the
  /// results the most probable one is taken. Then the path over lines (`ReadingPath`) and the smoothing alternate, so
  /// that lines may be read again. The nearest line is taken where warping is impossible.
  ///
  /// - Parameters:
  ///   - fixations: places of the raw pointer.
  ///   - times: time of each fixation, seconds, ascending; as many as fixations.
  ///   - text: the page's lines and words.
  ///   - model: assumed size and speed of the offset, in the unit of the places.
  static func settled(
    _ fixations: [Vector2], at times: [Double], to text: TextPlaces, model: OffsetModel = OffsetModel()
  ) -> LineAssignment {
    guard fixations.count == times.count else { return nearest(fixations, to: text) }
    let settling = Settling(fixations: fixations, times: times, text: text, model: model)
    var best: Settling.State?
    for beginning in Settling.beginnings {
      guard let state = settling.warped(from: beginning * text.pitch) else { continue }
      if best.map({ state.cost < $0.cost }) ?? true { best = state }
    }
    guard let best else { return nearest(fixations, to: text) }
    let end = settling.followed(best)
    return LineAssignment(end.lines, end.offsets)
  }
}

extension TextPlaces {
  /// Line of most of these words; the upper one of two equal ones.
  func commonLine(_ range: ClosedRange<Int>) -> Int {
    var (best, most) = (words[range.lowerBound].line, 0)
    var (line, count) = (best, 0)
    for index in range {
      if words[index].line != line { (line, count) = (words[index].line, 0) }
      count += 1
      if count > most { (best, most) = (line, count) }
    }
    return best
  }
}

/// Dynamic time warping of a sequence of places to another one (Sakoe & Chiba 1978, doi 10.1109/TASSP.1978.1163055):
/// both are walked through from their first to their last place, neither backwards, so that the sum of the distances of
/// the pairs is least.
///
///     cost(i, j) = |a_i − b_j| + min(cost(i − 1, j − 1), cost(i − 1, j), cost(i, j − 1))
struct TimeWarping: Sendable, Equatable {
  /// Sum of the distances of all pairs.
  let cost: Double
  /// Range of indices of the second sequence that each place of the first is paired with.
  let matches: [ClosedRange<Int>]

  /// Largest product of the two lengths: 64 MiB.
  static let most = 1 << 26

  private enum Step { static let both: UInt8 = 0, first: UInt8 = 1, second: UInt8 = 2 }

  /// Warps `places` to `others`; nil if one of them is empty, or both together are too long.
  init?(_ places: [Vector2], to others: [Vector2]) {
    let (rows, columns) = (places.count, others.count)
    guard rows > 0, columns > 0, rows <= Self.most / columns else { return nil }
    var steps = [UInt8](repeating: Step.second, count: rows * columns)
    var costs = [Double](repeating: .infinity, count: columns)
    for row in 0..<rows {
      let place = places[row]
      // Cost of the cell to the upper left; before the first row only the first cell has none.
      var (corner, left) = (row == 0 ? 0 : Double.infinity, Double.infinity)
      for column in 0..<columns {
        let above = costs[column]
        var (least, step) = (corner, Step.both)
        if above < least { (least, step) = (above, Step.first) }
        if left < least { (least, step) = (left, Step.second) }
        let way = place - others[column]
        left = least + (way * way).sum().squareRoot()
        costs[column] = left
        steps[row * columns + column] = step
        corner = above
      }
    }
    cost = costs[columns - 1]
    var (row, column) = (rows - 1, columns - 1)
    var (lows, highs) = ([Int](repeating: 0, count: rows), [Int](repeating: 0, count: rows))
    highs[row] = column
    while row > 0 || column > 0 {
      // At the edges there is one way, whatever the costs of numbers that are not finite.
      let step = row == 0 ? Step.second : column == 0 ? Step.first : steps[row * columns + column]
      if step != Step.second {
        lows[row] = column
        row -= 1
      }
      if step != Step.first { column -= 1 }
      if step != Step.second { highs[row] = column }
    }
    matches = zip(lows, highs).map { $0...max($0, $1) }
  }
}
