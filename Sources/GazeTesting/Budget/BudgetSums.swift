import GazePipeline

/// Sums over one take's settled samples, from which the budget of the pointer's error is formed. Their size does not
/// depend on the take's length.
///
/// For each axis the sums hold the products of ten numbers a sample: a constant, the place of the reference on the
/// screen (`a` along this axis, `b` along the other one: a, b, a², ab, b²), the error that a slow pointer would have
/// (three time constants, `lagTimes`), and the error itself. All but the constant are degrees at the eye.
package struct BudgetSums: Sendable, Equatable {
  /// Number of values in a row of the sums.
  static let width = 10
  /// Index of the error.
  package static let error = width - 1
  /// Indices of the columns, in the order of the fit.
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
  package struct Products: Sendable, Equatable {
    private var sums = [Double](repeating: 0, count: width * (width + 1) / 2)

    /// No products.
    package init() {}

    mutating func add(_ z: SIMD16<Double>, weight: Double = 1) {
      var place = 0
      for row in 0..<width {
        let factor = weight * z[row]
        for column in row..<width {
          sums[place] += factor * z[column]
          place += 1
        }
      }
    }

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

  /// Products of both axes, across and down the screen.
  package struct Axes: Sendable, Equatable {
    /// Products across the screen.
    package var x = Products()
    /// Products down the screen.
    package var y = Products()

    mutating func add(_ z: Row, weight: Double = 1) {
      x.add(z.x, weight: weight)
      y.add(z.y, weight: weight)
    }
  }

  /// The ten numbers of both axes.
  struct Row: Sendable, Equatable {
    var x = SIMD16<Double>.zero
    var y = SIMD16<Double>.zero

    init() {}

    /// The numbers of a sample; `lagX` and `lagY` are the errors of the slow pointers.
    init(place: SIMD2<Double>, error: SIMD2<Double>, lagX: SIMD3<Double> = .zero, lagY: SIMD3<Double> = .zero) {
      func row(_ a: Double, _ b: Double, _ lags: SIMD3<Double>, _ error: Double) -> SIMD16<Double> {
        SIMD16(1, a, b, a * a, a * b, b * b, lags.x, lags.y, lags.z, error, 0, 0, 0, 0, 0, 0)
      }
      x = row(place.x, place.y, lagX, error.x)
      y = row(place.y, place.x, lagY, error.y)
    }

    static func + (a: Row, b: Row) -> Row {
      var sum = Row()
      (sum.x, sum.y) = (a.x + b.x, a.y + b.y)
      return sum
    }

    static func - (a: Row, b: Row) -> Row {
      var difference = Row()
      (difference.x, difference.y) = (a.x - b.x, a.y - b.y)
      return difference
    }

    static func / (a: Row, n: Double) -> Row {
      var quotient = Row()
      (quotient.x, quotient.y) = (a.x / n, a.y / n)
      return quotient
    }
  }

  /// Differences between fixations that are a number of fixations apart.
  package struct Pairs: Sendable, Equatable {
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
