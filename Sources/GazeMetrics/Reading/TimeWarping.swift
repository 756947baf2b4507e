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
  init?(_ places: [SIMD2<Double>], to others: [SIMD2<Double>]) {
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
