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

  /// Sum of a row's weights.
  func sum(_ row: Int) -> Double {
    var sum = 0.0
    for bin in 0..<Self.bins { sum += weights[row * Self.bins + bin] }
    return sum
  }

  /// Removes the weights of a row and adds them to `columns`.
  mutating func empty(_ row: Int, into columns: inout [Double]) {
    for bin in 0..<Self.bins {
      columns[bin] += weights[row * Self.bins + bin]
      weights[row * Self.bins + bin] = 0
    }
  }

  /// Removes the weights of a row.
  mutating func clear(_ row: Int) {
    for bin in 0..<Self.bins { weights[row * Self.bins + bin] = 0 }
  }

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

  /// Lets the horizontal offset wander by this variance, points².
  mutating func blur(_ variance: Double, rows count: Int) {
    var left = min(variance / (Self.binWidth * Self.binWidth) / 2, 20)
    while left > 1e-9 {
      // A share above a quarter would make the three-point average overshoot.
      let share = min(left, 0.25)
      left -= share
      for row in 0..<count {
        let start = row * Self.bins
        var before = weights[start]
        for bin in 0..<Self.bins {
          let here = weights[start + bin]
          let after = bin + 1 < Self.bins ? weights[start + bin + 1] : here
          weights[start + bin] = here + share * (before - 2 * here + after)
          before = here
        }
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

/// Density of a normal distribution with mean 0.
@inline(__always) func normal(_ value: Double, variance: Double) -> Double {
  Elementary.exp(-0.5 * value * value / variance) / (2 * Double.pi * variance).squareRoot()
}

/// Density of a normal distribution with mean 0.
@inline(__always) func normal(_ value: Double, deviation: Double) -> Double {
  normal(value, variance: deviation * deviation)
}
