package import GazeMetrics
import GazePipeline

/// Sums over one take's settled samples, from which the budget of the pointer's error is formed. Their size does not
/// depend on the take's length.
///
/// For each axis the sums hold the products of ten numbers a sample: a constant, the place of the reference on the
/// screen (`a` along this axis, `b` along the other one: a, b, a², ab, b²), the error that a slow pointer would have
/// (three time constants, `lagTimes`), and the error itself. All but the constant are degrees at the eye.
package struct BudgetSums: Equatable, Codable {
  /// Number of values in a row of the sums.
  static let width = 10
  /// Index of the error.
  package static let error = width - 1
  /// Indices of the columns, in the order of the fit; `Row` puts the numbers in this order.
  package static let (constant, gain, screen, lag) = (0, 1, 2...5, 6...8)
  /// Time constants of the first-order low-passes, seconds.
  package static let lagTimes = SIMD3(0.1, 0.3, 1.0)
  /// Length of a block, over which the fast part of the error is averaged, seconds.
  static let block = 0.25
  /// A fixation of the eyes is cut after this time, so that fixations of a long rest or a pursuit are of one kind.
  static let longestFixation = 1.5
  /// Longest interval between two frames of a fixation, seconds.
  static let longestStep = 0.1
  /// Longest time between the middles of two successive fixations that are compared, seconds.
  static let longestGap = 6.0
  /// Shortest fixation that is compared with others, seconds.
  static let shortestFixation = 0.2

  /// Products of the ten numbers of one axis, summed with weights: the upper triangle of a symmetric matrix.
  package struct Products: Equatable, Codable {
    private var sums = [Double](repeating: 0, count: width * (width + 1) / 2)

    /// No products.
    package init() {}

    /// One axis of the products of both.
    fileprivate init(_ sums: [Vector2], axis: Int) { self.sums = sums.map { $0[axis] } }

    /// Adds the products of other samples.
    package mutating func add(_ other: Products) { for place in sums.indices { sums[place] += other.sums[place] } }

    /// The full matrix, row by row.
    package var matrix: [[Double]] {
      var matrix = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
      var place = 0
      for row in 0..<width {
        for column in row..<width {
          (matrix[row][column], matrix[column][row]) = (sums[place], sums[place])
          place += 1
        }
      }
      return matrix
    }
  }

  /// Products of both axes, across and down the screen. They are summed together, since a vector of two numbers takes
  /// as long as one number.
  package struct Axes: Equatable, Codable {
    private var sums = [Vector2](repeating: .zero, count: width * (width + 1) / 2)

    /// Products across the screen.
    package var x: Products { Products(sums, axis: 0) }
    /// Products down the screen.
    package var y: Products { Products(sums, axis: 1) }

    mutating func add(_ z: Row, weight: Double = 1) {
      // Two thirds of the time of this sum, the largest of a measurement, are checks of the indices. The buffers hold
      // `width` numbers and all their products, so no index is out of range.
      sums.withUnsafeMutableBufferPointer { sums in
        z.withNumbers { z in
          var place = 0
          for row in 0..<width {
            let factor = weight * z[row]
            for column in row..<width {
              sums[place] += factor * z[column]
              place &+= 1
            }
          }
        }
      }
    }
  }

  /// The ten numbers of both axes.
  struct Row: Equatable {
    /// The first eight numbers and the last two: the lanes 2i and 2i + 1 are the number i across and down the screen.
    private var (first, last) = (SIMD16<Double>.zero, SIMD4<Double>.zero)

    init() {}

    /// The numbers of a sample, in the order of the indices above; `lagX` and `lagY` are the errors of the slow
    /// pointers.
    init(place: Vector2, error: Vector2, lagX: Vector3 = .zero, lagY: Vector3 = .zero) {
      let other = SIMD2(place.y, place.x)
      let (square, product, otherSquare) = (place * place, place * other, other * other)
      first = SIMD16(
        1, 1, place.x, place.y, other.x, other.y, square.x, square.y, product.x, product.y, otherSquare.x,
        otherSquare.y, lagX.x, lagY.x, lagX.y, lagY.y)
      last = SIMD4(lagX.z, lagY.z, error.x, error.y)
    }

    /// True if no number is so large that the sums would overflow or become useless.
    var isUsable: Bool { (first * first).sum() + (last * last).sum() < 1e12 }

    /// Calls the closure with the numbers, (across, down).
    @inline(__always)
    fileprivate func withNumbers(_ body: (UnsafeBufferPointer<Vector2>) -> Void) {
      // Both vectors lie side by side, without a gap: their sizes are multiples of the larger one's alignment.
      withUnsafeBytes(of: self) { $0.withMemoryRebound(to: Vector2.self, body) }
    }

    static func += (a: inout Row, b: Row) {
      a.first += b.first
      a.last += b.last
    }

    static func - (a: Row, b: Row) -> Row {
      var difference = a
      difference.first -= b.first
      difference.last -= b.last
      return difference
    }

    static func / (a: Row, n: Double) -> Row {
      var quotient = a
      quotient.first /= n
      quotient.last /= n
      return quotient
    }
  }

  /// Differences between fixations that are a number of fixations apart.
  package struct Pairs: Equatable, Codable {
    /// Products of the differences of the means.
    package var products = Axes()
    /// Number of pairs.
    package var count = 0.0
    /// Sum of the times between them, seconds.
    package var seconds = 0.0

    mutating func add(_ difference: Row, seconds: Double) {
      products.add(difference)
      count += 1
      self.seconds += seconds
    }
  }

  /// The session, if a simulation states it; takes of one session share the tracker's bias.
  package var session: Int?
  /// Number of samples.
  package var samples = 0.0
  /// Number of blocks.
  package var blocks = 0.0
  /// Number of fixations.
  package var fixations = 0.0
  /// Time that the fixations last together, seconds.
  package var seconds = 0.0
  /// Products of every sample.
  package var all = Axes()
  /// Products of the blocks' means, weighted by their samples.
  package var ofBlocks = Axes()
  /// Products of the fixations' means, weighted by their samples.
  package var ofFixations = Axes()
  /// Differences between one fixation and the next.
  package var next = Pairs()
  /// Differences between one fixation and the next but one.
  package var afterNext = Pairs()

  /// Sums without a sample.
  package init() {}
}

extension BudgetSums.Products: CheckedContent {
  package var contentFault: ContentFault? {
    ContentFault("sums", count: sums.count, expected: BudgetSums.Products().sums.count)
  }
}

extension BudgetSums.Axes: CheckedContent {
  package var contentFault: ContentFault? {
    ContentFault("sums", count: sums.count, expected: BudgetSums.Axes().sums.count)
  }
}

extension BudgetSums: CheckedContent {
  package var contentFault: ContentFault? {
    let counts = [("samples", samples), ("blocks", blocks), ("fixations", fixations), ("seconds", seconds)]
    return counts.first { !(0...1e12).contains($0.1) }.map {
      ContentFault($0.0, "is \($0.1); expected 0 to 1e12")
    }
  }
}
