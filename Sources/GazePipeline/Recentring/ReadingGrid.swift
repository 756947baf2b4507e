/// Probabilities of the line that a person reads and of the horizontal offset, with the vertical offset that goes with
/// each line.
///
/// Rows are the visible lines and those shortly beside the screen, columns are horizontal offsets in bins of equal
/// width. Given the line, the vertical offset is nearly independent of the horizontal one, so there is one per row.
struct ReadingGrid: Sendable, Equatable {
  /// Number of bins and their width, points.
  static let bins = 73, binWidth = 8.0

  /// Probabilities, row by row.
  var weights: [Double]
  /// Vertical offset given the line of a row.
  var offsets: [DriftingOffset]

  /// A grid without weight.
  init(rows: Int, offset: DriftingOffset) {
    weights = [Double](repeating: 0, count: rows * Self.bins)
    offsets = [DriftingOffset](repeating: offset, count: rows)
  }

  /// Horizontal offset of a bin, points.
  @inline(__always) static func offset(_ bin: Int) -> Double { (Double(bin) - Double(bins / 2)) * binWidth }

  /// Calls `body` with a row's weights.
  ///
  /// The row is checked here, and a bin is below `bins`, so `body` needs no checks. The memory is valid only within
  /// `body`, as `withUnsafeBufferPointer` requires.
  @inline(__always)
  func with<Result>(_ row: Int, _ body: (UnsafeBufferPointer<Double>) -> Result) -> Result {
    weights.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[row * Self.bins..<(row + 1) * Self.bins]))
    }
  }

  /// As `with(_:_:)`, for a body that changes the weights.
  @inline(__always)
  mutating func change<Result>(_ row: Int, _ body: (UnsafeMutableBufferPointer<Double>) -> Result) -> Result {
    weights.withUnsafeMutableBufferPointer {
      body(UnsafeMutableBufferPointer(rebasing: $0[row * Self.bins..<(row + 1) * Self.bins]))
    }
  }

  /// Sum of a row's weights.
  func sum(_ row: Int) -> Double {
    with(row) { weights in
      // Several sums at a time, because one would wait for each of its additions.
      var sums = SIMD8<Double>.zero
      for bin in stride(from: 0, to: Self.bins - 7, by: 8) {
        for lane in 0..<8 { sums[lane] += weights[bin + lane] }
      }
      var sum = sums.sum()
      for bin in Self.bins / 8 * 8..<Self.bins { sum += weights[bin] }
      return sum
    }
  }

  /// Sum of a row's weights, each times a factor of its bin.
  func sum(_ row: Int, times factors: [Double]) -> Double {
    with(row) { weights in
      factors.withUnsafeBufferPointer { factors in
        var sums = SIMD8<Double>.zero
        for bin in stride(from: 0, to: Self.bins - 7, by: 8) {
          for lane in 0..<8 { sums[lane] += weights[bin + lane] * factors[bin + lane] }
        }
        var sum = sums.sum()
        for bin in Self.bins / 8 * 8..<Self.bins { sum += weights[bin] * factors[bin] }
        return sum
      }
    }
  }

  /// Adds a row to `columns`, times a factor.
  func add(_ row: Int, times factor: Double, to columns: inout [Double]) {
    with(row) { weights in
      columns.withUnsafeMutableBufferPointer { columns in
        for bin in 0..<Self.bins { columns[bin] += weights[bin] * factor }
      }
    }
  }

  /// Removes the weights of a row and adds them to `columns`.
  mutating func empty(_ row: Int, into columns: inout [Double]) {
    for bin in 0..<Self.bins {
      columns[bin] += weights[row * Self.bins + bin]
      weights[row * Self.bins + bin] = 0
    }
  }

  /// Removes the weights of a row.
  mutating func clear(_ row: Int) { change(row) { $0.update(repeating: 0) } }

  /// Moves the first `count` rows by `shift` rows towards the end, or towards the beginning if it is negative. Rows
  /// that leave must have been emptied; rows that come are empty.
  mutating func move(by shift: Int, rows count: Int) {
    guard shift != 0 else { return }
    for number in 0..<count {
      let row = shift < 0 ? number : count - 1 - number
      let to = row + shift
      if to >= 0, to < offsets.count {
        offsets[to] = offsets[row]
        for bin in 0..<Self.bins { weights[to * Self.bins + bin] = weights[row * Self.bins + bin] }
      }
      for bin in 0..<Self.bins { weights[row * Self.bins + bin] = 0 }
    }
  }

  /// Lets the horizontal offset of some rows wander by this variance, points².
  mutating func blur(_ variance: Double, rows: Range<Int>) {
    var left = min(variance / (Self.binWidth * Self.binWidth) / 2, 20)
    while left > 1e-9 {
      // A share above a quarter would make the three-point average overshoot.
      let share = min(left, 0.25)
      left -= share
      for row in rows {
        change(row) { weights in
          let last = Self.bins - 1
          var before = weights[0], here = weights[0]
          for bin in 0..<last {
            let after = weights[bin + 1]
            weights[bin] = here + share * (before - 2 * here + after)
            (before, here) = (here, after)
          }
          weights[last] = here + share * (before - 2 * here + here)
        }
      }
    }
  }

  /// Divides the weights of some rows.
  mutating func divide(_ rows: Range<Int>, by total: Double) {
    let factor = 1 / total
    for row in rows {
      change(row) { weights in
        for bin in 0..<Self.bins { weights[bin] *= factor }
      }
    }
  }

  /// Removes all weights, and all knowledge of the offsets.
  mutating func reset(_ offset: DriftingOffset) {
    for index in weights.indices { weights[index] = 0 }
    for row in offsets.indices { offsets[row] = offset }
  }

  /// Takes in a place at which the person is known to have looked.
  mutating func observe(_ seen: OffsetObservation, row: Int) {
    var share = 1.0
    if seen.noise.y.isFinite {
      let surprise = seen.offset.y - offsets[row].mean
      share = normal(surprise, variance: offsets[row].variance + seen.noise.y)
      offsets[row].observe(surprise: surprise, noise: seen.noise.y)
    }
    for bin in 0..<Self.bins {
      let fit = seen.noise.x.isFinite ? normal(seen.offset.x - Self.offset(bin), variance: seen.noise.x) : 1
      weights[row * Self.bins + bin] *= share * fit
    }
  }
}

/// Density of a normal distribution with mean 0, for the grid and the transitions of the reading filter.
@inline(__always) func normal(_ value: Double, variance: Double) -> Double {
  Elementary.exp(-0.5 * value * value / variance) / (2 * Double.pi * variance).squareRoot()
}

/// Density of a normal distribution with mean 0.
@inline(__always) func normal(_ value: Double, deviation: Double) -> Double {
  normal(value, variance: deviation * deviation)
}
