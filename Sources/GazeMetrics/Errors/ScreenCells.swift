package import GazePipeline

/// Pointer errors by the gaze's position on the screen: three columns by five rows, in bounded memory.
package struct ScreenCells: Equatable, Codable {
  /// Number of columns, counted from left to right.
  package static let columns = 3
  /// Number of rows, counted from top to bottom.
  package static let rows = 5

  /// One cell's samples.
  package struct Cell: Equatable, Codable {
    /// `count`: number of samples; `angles`: number of samples that have an angle.
    package fileprivate(set) var count = 0, angles = 0
    fileprivate var points = 0.0
    fileprivate var degrees = 0.0
    fileprivate var bias = Vector2.zero
    /// For each sample, half the side of the smallest square about the gaze that contains the pointer, points. The bins
    /// end at half of `TargetSizes.largest`, as those of `TargetSizes` do.
    fileprivate var halves = LinearHistogram(from: 0, width: 10, size: 50)

    /// Mean error, points; nil without a sample.
    package var errorPoints: Double? { count > 0 ? points / Double(count) : nil }
    /// Mean error, degrees; nil without a sample that has an angle.
    package var errorDegrees: Double? { angles > 0 ? degrees / Double(angles) : nil }
    /// Mean of pointer − gaze, points; nil without a sample.
    package var biasPoints: Vector2? { count > 0 ? bias / Double(count) : nil }
    /// The share of the samples inside a target of this side, as in `TargetSizes.hitRate(side:)`; exact if the side is
    /// a multiple of 20 points.
    package func hitRate(side: Double) -> Double? { halves.share(below: side / 2) }
  }

  /// Cells row by row; empty before the first sample.
  private var cells: [Cell] = []

  /// Cells without samples.
  package init() {}

  /// Number of samples in all cells.
  package var count: Int { cells.reduce(0) { saturating($0, $1.count) } }

  /// A cell's samples.
  package func cell(column: Int, row: Int) -> Cell {
    let index = row * Self.columns + column
    return cells.indices.contains(index) ? cells[index] : Cell()
  }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - offset: pointer − gaze, points; a sample beyond 1e9 changes nothing.
  ///   - degrees: the error as an angle; nil if unknown.
  ///   - gaze: the gaze's position as shares of the screen's width and height; outside 0…1 the nearest cell is used.
  package mutating func add(_ offset: Vector2, degrees: Double?, gaze: Vector2) {
    let size = offset.length
    guard size < 1e9, !gaze.x.isNaN, !gaze.y.isNaN else { return }
    if cells.isEmpty { cells = Array(repeating: Cell(), count: Self.columns * Self.rows) }
    let column = Int(min(max(gaze.x * Double(Self.columns), 0), Double(Self.columns - 1)))
    let row = Int(min(max(gaze.y * Double(Self.rows), 0), Double(Self.rows - 1)))
    let index = row * Self.columns + column
    cells[index].count += 1
    cells[index].points += size
    cells[index].bias += offset
    cells[index].halves.add(max(abs(offset.x), abs(offset.y)))
    if let degrees, degrees.isFinite {
      cells[index].angles += 1
      cells[index].degrees += degrees
    }
  }

  /// Adds all samples of another value.
  package mutating func merge(_ other: ScreenCells) {
    guard !other.cells.isEmpty else { return }
    guard !cells.isEmpty else {
      cells = other.cells
      return
    }
    for index in cells.indices {
      let cell = other.cells[index]
      cells[index].count.addSaturating(cell.count)
      cells[index].angles.addSaturating(cell.angles)
      cells[index].points += cell.points
      cells[index].degrees += cell.degrees
      cells[index].bias += cell.bias
      cells[index].halves.merge(cell.halves)
    }
  }
}

extension ScreenCells: CheckedContent {
  package var contentFault: ContentFault? {
    cells.isEmpty ? nil : ContentFault("cells", count: cells.count, expected: Self.columns * Self.rows)
  }
}

/// Errors of several people in one cell of the screen. A number is kept of each person, for the interval of the mean.
package struct PooledCell {
  /// Each person's mean error, points, of the people who looked at the cell.
  package private(set) var errorPoints: NumberList = []
  /// Number of samples.
  package private(set) var samples = 0
  private var degrees = (sum: 0.0, people: 0)
  private var bias = Vector2.zero
  /// Sums of the hit rates on targets with sides of 20, 40 … `TargetSizes.largest` points.
  private var hits = [Double](repeating: 0, count: Int(TargetSizes.largest) / step)
  private static let step = 20

  /// A cell at which nobody looked.
  package init() {}

  /// Number of people who looked at the cell.
  package var people: Int { errorPoints.count }
  /// Mean over people of the mean error, degrees; nil without a sample that has an angle.
  package var errorDegrees: Double? { degrees.people > 0 ? degrees.sum / Double(degrees.people) : nil }
  /// Mean over people of the mean of pointer − gaze, points; nil without people.
  package var biasPoints: Vector2? { people > 0 ? bias / Double(people) : nil }

  /// Adds a person; one who did not look at the cell changes nothing.
  package mutating func add(_ cell: ScreenCells.Cell) {
    guard let error = cell.errorPoints, let own = cell.biasPoints else { return }
    errorPoints.append(error)
    samples += cell.count
    bias += own
    if let angle = cell.errorDegrees { degrees = (degrees.sum + angle, degrees.people + 1) }
    for index in hits.indices { hits[index] += cell.hitRate(side: Double((index + 1) * Self.step)) ?? 0 }
  }

  /// The side of a square target at which the hit rate, as a mean over people, reaches `rate`, points; nil without
  /// people, or if 1,000 points are not enough.
  package func side(for rate: Double) -> Double? {
    guard people > 0 else { return nil }
    var before = 0.0
    for (index, sum) in hits.enumerated() {
      let mean = sum / Double(people)
      if mean >= rate { return Double(index * Self.step) + Double(Self.step) * (rate - before) / (mean - before) }
      before = mean
    }
    return nil
  }
}
