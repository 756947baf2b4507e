/// Finds the line that a person reads, and the pointer's offset, from the pointer's fixations and the page's lines.
///
/// A person who reads goes along a line and then to the beginning of the next one. The lengths of the lines and the
/// gaps between paragraphs tell the lines apart. The filter follows all lines of the screen at once: the probability
/// that a line is being read is kept for bins of the horizontal offset, together with the vertical offset that follows
/// from the line (`DriftingOffset`). It is a discrete Bayes filter with a Kalman filter per line (a Rao-Blackwellised
/// filter), so it draws no random numbers, and the same fixations give the same result.
///
/// A person is in one of three states:
/// - reading: the next fixation is on the same line, at the beginning of the next line, or rarely on another line;
/// - sweeping: a fixation on the way from a line's end to the next line's beginning;
/// - elsewhere: the fixation says nothing about the offset.
///
/// The filter remembers lines shortly above and below the screen, where a scroll may have carried the reader's line. A
/// step's cost grows with the number of visible lines times the number of all lines followed; a step allocates nothing.
struct ReadingFilter: Sendable, Equatable {
  /// One line in points of the page.
  struct Line: Sendable, Equatable {
    var left: Double, right: Double, middle: Double

    /// Width of the line with a margin of one line's height at either end, over which fixations on it are spread.
    func width(_ pitch: Double) -> Double { right - left + 2 * pitch }
  }

  /// Largest number of lines followed; more lines than fit on a tablet at the smallest readable size.
  static let mostRows = 96

  let model: ReadingModel
  let offsetModel: OffsetModel
  let screen: SIMD2<Double>
  /// The page's lines from top to bottom.
  let lines: [Line]
  /// Median height of a line, points.
  let pitch: Double

  var reading: ReadingGrid, sweeping: ReadingGrid, elsewhere: ReadingGrid
  /// Scratch grids, whose contents are exchanged with the grids above in each step.
  var nextReading: ReadingGrid, nextSweeping: ReadingGrid
  /// Rows that may have weight in `reading` and `sweeping`, and in the scratch grids; no others have any.
  var held = 0..<0, nextHeld = 0..<0
  /// Scratch: sums of columns, and those of readers who jump with a fixation whose height says nothing.
  var columns: [Double], strays: [Double]
  /// Scratch: observations of the rows' vertical offsets, and places along their lines.
  var readingHeights: [DriftingOffset.Expectation], sweepingHeights: [DriftingOffset.Expectation]
  var elsewhereHeights: [DriftingOffset.Expectation]
  var places: ReadingPlaces
  /// Index of the first row's line, number of rows, and rows whose lines are visible. The other rows are lines shortly
  /// above and below the screen, so that a reader whom a scroll has carried off is still expected there.
  var first = 0, rows = 0
  var visible = 0..<0
  /// Largest number of such lines above, and below. Assumed: less than a screen of body text.
  static let margin = 24

  /// The last fixation.
  var last: GazeFixations.Fixation?
  var page = 0.0
  /// Mean length of the reader's forward saccades, points, and the number from which it was formed.
  var stepLength: Double
  private var stepCount = 4.0

  /// Expected offset: raw pointer minus gaze, points.
  var offset = SIMD2<Double>.zero
  /// Variance of the offset per axis, points².
  var variance: SIMD2<Double>
  /// Index of the most probable line in `lines`, and its probability.
  var line = 0, confidence = 0.0
  /// Probability that the person reads.
  var isReading = 0.0

  /// A filter before the first fixation; nil without lines.
  init?(_ boxes: [TextLine], screen: SIMD2<Double>, model: ReadingModel, offset: OffsetModel) {
    guard !boxes.isEmpty else { return nil }
    self.model = model
    offsetModel = offset
    self.screen = screen
    lines = boxes.map { Line(left: $0.x, right: $0.right, middle: $0.middle) }.sorted { $0.middle < $1.middle }
    pitch = Quantiles.upperMedian(boxes.map(\.height)) ?? 1
    stepLength = model.step * pitch
    let rows = min(lines.count, Self.mostRows)
    // Grids and scratch of their own: those that share a buffer would copy it at the first step.
    func grid() -> ReadingGrid { ReadingGrid(rows: rows, offset: DriftingOffset(offset)) }
    (reading, sweeping, elsewhere, nextReading, nextSweeping) = (grid(), grid(), grid(), grid(), grid())
    columns = [Double](repeating: 0, count: ReadingGrid.bins)
    strays = [Double](repeating: 0, count: ReadingGrid.bins)
    places = ReadingPlaces(rows: rows)
    let expected = DriftingOffset.Expectation(DriftingOffset(offset), noise: 1)
    func heights() -> [DriftingOffset.Expectation] { .init(repeating: expected, count: rows) }
    (readingHeights, sweepingHeights, elsewhereHeights) = (heights(), heights(), heights())
    variance = SIMD2(repeating: DriftingOffset(offset).variance)
    reset()
  }

  /// Forgets the line and the offset.
  mutating func reset() {
    let unknown = DriftingOffset(offsetModel)
    reading.reset(unknown)
    sweeping.reset(unknown)
    elsewhere.reset(unknown)
    last = nil
    (rows, visible, held) = (0, 0..<0, 0..<0)
    show(page)
    let spread = unknown.variance.squareRoot()
    for row in visible {
      for bin in 0..<ReadingGrid.bins {
        let far = ReadingGrid.offset(bin) / spread
        elsewhere.weights[row * ReadingGrid.bins + bin] = Elementary.exp(-0.5 * far * far)
      }
    }
    _ = normalise()
  }

  /// Takes in a fixation of the raw pointer.
  mutating func step(_ fixation: GazeFixations.Fixation, page now: Double) {
    let moved = now - page
    page = now
    show(page)
    guard rows > 0 else { return }
    guard let last else {
      begin(fixation)
      last = fixation
      return
    }
    defer { self.last = fixation }
    let elapsed = min(max(fixation.end - last.end, 0), 30)
    let step = offsetModel.step(elapsed)
    for row in 0..<rows {
      reading.offsets[row].move(step)
      sweeping.offsets[row].move(step)
      elsewhere.offsets[row].move(step)
    }
    // The drift of the horizontal offset is a random walk here.
    let wander = 2 * offsetModel.drift * offsetModel.drift / offsetModel.time * elapsed
    reading.blur(wander, rows: held)
    sweeping.blur(wander, rows: held)
    elsewhere.blur(wander, rows: 0..<rows)
    advance(from: last, to: fixation, page: page, hasPageMoved: moved.magnitude > 0.5)
    guard normalise() else { return reset() }
    learnStep(fixation.place - last.place)
  }

  /// Takes in a place at which the person is known to have looked.
  mutating func observe(_ seen: OffsetObservation) {
    for row in 0..<rows {
      reading.observe(seen, row: row)
      sweeping.observe(seen, row: row)
      elsewhere.observe(seen, row: row)
    }
    guard !normalise() else { return }
    // The place contradicts everything that is known, so only the place counts.
    reset()
    for row in 0..<rows { elsewhere.observe(seen, row: row) }
    if !normalise() { reset() }
  }

  /// Takes in a saccade; one that goes forward along a line counts for `stepLength`. The limits, and the 60 saccades of
  /// the running mean, are assumed.
  private mutating func learnStep(_ saccade: SIMD2<Double>) {
    guard isReading > 0.7, saccade.x > 0.5 * pitch, saccade.x < 7 * pitch, saccade.y.magnitude < 1.5 * pitch
    else { return }
    stepCount = min(stepCount + 1, 60)
    stepLength += (saccade.x - stepLength) / stepCount
  }
}

/// Visible lines, beginning and end of a step.
extension ReadingFilter {
  /// Makes the rows those lines that are visible at this offset of the page. What was known of lines that have left the
  /// screen is spread over the visible ones, as of a person who looks elsewhere.
  mutating func show(_ page: Double) {
    let (oldFirst, oldRows) = (first, rows)
    var low = 0
    while low < lines.count, lines[low].middle < page { low += 1 }
    var high = low
    while high < lines.count, high - low < Self.mostRows, lines[high].middle <= page + screen.y { high += 1 }
    // Without a visible line nothing changes, until there is one again.
    guard high > low else { return }
    let seen = low..<high
    let margin = min(Self.margin, (Self.mostRows - seen.count) / 2)
    (low, high) = (max(low - margin, 0), min(high + margin, lines.count))
    defer { visible = seen.lowerBound - first..<seen.upperBound - first }
    guard (low, high) != (first, first + rows) else { return }
    // The scratch column is taken out of the filter meanwhile, so that the grids can be changed beside it.
    var lostColumns: [Double] = []
    swap(&lostColumns, &columns)
    defer { swap(&lostColumns, &columns) }
    for bin in lostColumns.indices { lostColumns[bin] = 0 }
    var lost = DriftingOffset.Mixture()
    for row in 0..<oldRows where !(low..<high).contains(oldFirst + row) {
      lost.add(reading.offsets[row], reading.sum(row))
      lost.add(sweeping.offsets[row], sweeping.sum(row))
      lost.add(elsewhere.offsets[row], elsewhere.sum(row))
      reading.empty(row, into: &lostColumns)
      sweeping.empty(row, into: &lostColumns)
      elsewhere.empty(row, into: &lostColumns)
    }
    let shift = oldFirst - low
    reading.move(by: shift, rows: oldRows)
    sweeping.move(by: shift, rows: oldRows)
    elsewhere.move(by: shift, rows: oldRows)
    (first, rows) = (low, high - low)
    held = (held.lowerBound + shift..<held.upperBound + shift).clamped(to: 0..<rows)
    guard lost.weight > 0 else { return }
    let offset = lost.offset(or: DriftingOffset(offsetModel))
    let share = 1 / Double(rows)
    for row in 0..<rows {
      var mixture = DriftingOffset.Mixture()
      mixture.add(elsewhere.offsets[row], elsewhere.sum(row))
      mixture.add(offset, lost.weight * share)
      elsewhere.offsets[row] = mixture.offset(or: offset)
      for bin in lostColumns.indices { elsewhere.weights[row * ReadingGrid.bins + bin] += lostColumns[bin] * share }
    }
  }

  /// Takes in the first fixation: the person may begin to read the first visible line.
  mutating func begin(_ fixation: GazeFixations.Fixation) {
    let (bins, top) = (ReadingGrid.bins, visible.lowerBound)
    let line = lines[first + top]
    for bin in columns.indices { columns[bin] = 0 }
    var known = DriftingOffset.Mixture()
    for row in 0..<rows {
      known.add(elsewhere.offsets[row], elsewhere.sum(row))
      for bin in 0..<bins { columns[bin] += elsewhere.weights[row * bins + bin] }
    }
    let offset = known.offset(or: DriftingOffset(offsetModel))
    let surprise = fixation.place.y - (line.middle - page) - offset.mean
    let scatter = model.scatter * model.scatter
    // A fixation elsewhere may be anywhere on the screen.
    let fit = normal(surprise, variance: offset.variance + scatter) * screen.x * screen.y / ReadingModel.doubt
    // Along the line, 0.7 begin near its beginning and 0.3 anywhere; assumed.
    held = held.isEmpty ? top..<top + 1 : min(held.lowerBound, top)..<max(held.upperBound, top + 1)
    reading.offsets[top] = offset.observing(surprise: surprise, noise: scatter)
    for bin in 0..<bins {
      let x = fixation.place.x - ReadingGrid.offset(bin) - line.left - 0.5 * stepLength
      let along = 0.7 * normal(x, deviation: 1.2 * stepLength) + 0.3 / (line.right - line.left)
      reading.weights[top * bins + bin] = model.beginsAtTop * columns[bin] * along * fit
    }
    for index in 0..<rows * bins { elsewhere.weights[index] *= 1 - model.beginsAtTop }
    if !normalise() { for index in 0..<rows * bins { reading.weights[index] = 0 } }
  }

  /// Makes the weights sum to 1 and forms the results; returns false if there is no finite weight.
  mutating func normalise() -> Bool {
    var total = 0.0, read = 0.0
    var most = (share: 0.0, row: 0)
    var mean = SIMD2<Double>.zero, square = SIMD2<Double>.zero
    for bin in columns.indices { columns[bin] = 0 }
    func add(_ grid: ReadingGrid, _ row: Int) -> Double {
      let (share, offset) = (grid.sum(row), grid.offsets[row])
      total += share
      mean.y += share * offset.mean
      square.y += share * (offset.variance + offset.mean * offset.mean)
      grid.add(row, times: 1, to: &columns)
      return share
    }
    for row in 0..<rows {
      if held.contains(row) {
        let share = add(reading, row) + add(sweeping, row)
        read += share
        if share > most.share { most = (share, row) }
      }
      _ = add(elsewhere, row)
    }
    guard total > 1e-250, total.isFinite else { return false }
    for bin in columns.indices {
      let x = ReadingGrid.offset(bin)
      mean.x += columns[bin] * x
      square.x += columns[bin] * x * x
    }
    (mean, square) = (mean / total, square / total)
    reading.divide(held, by: total)
    sweeping.divide(held, by: total)
    elsewhere.divide(0..<rows, by: total)
    offset = mean
    variance = SIMD2(max(square.x - mean.x * mean.x, 0), max(square.y - mean.y * mean.y, 0))
    (isReading, confidence) = (read / total, most.share / total)
    if most.share > 0 { line = first + most.row }
    return true
  }
}
