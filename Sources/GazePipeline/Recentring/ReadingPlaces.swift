/// Chances and densities along a line by bins of the horizontal offset, for one saccade.
///
/// They depend on nothing but the line's ends, and most lines of a page share theirs. So those of the last two lines
/// are kept during a step, with the sums of the grids' rows over them.
struct ReadingPlaces: Sendable, Equatable {
  /// The saccade, and the reader who makes it.
  struct Saccade {
    /// Horizontal places of the fixations before and after it, points.
    let from: Double, to: Double
    /// Height of a line and mean length of a forward saccade, points.
    let pitch: Double, stepLength: Double
    let model: ReadingModel
  }

  /// Numbers of one bin.
  struct Place: Sendable, Equatable {
    /// Chance that the fixation is right of the line's beginning, and that it is within the line.
    var right = 0.0, inside = 0.0
    /// Chance that the fixation before was where readers leave the line for the next one.
    var ending = 0.0
    /// Density of the landing of a return sweep; the same with the share of other landings, after a whole sweep and
    /// after one with a fixation on the way.
    var regular = 0.0, landing = 0.0, resumed = 0.0
    /// Density of the landing of a reader who has left the line above from its middle.
    var early = 0.0
  }

  private struct Line: Sendable, Equatable {
    var left = 0.0, right = 0.0
    var isKnown = false
    var places = [Place](repeating: Place(), count: ReadingGrid.bins)
    /// As `Place.inside` without soft ends, by bin: a density for a reader who comes from any line.
    var jumps = [Double](repeating: 0, count: ReadingGrid.bins)
    /// True if the sums below are those of the grids of this step.
    var isSummed = false
    /// Sums of each row's weights times `jumps`, for those who read and those who look elsewhere.
    var reading: [Double], elsewhere: [Double]
    /// Offsets of those who jump here with a fixation whose height says nothing.
    var strays = DriftingOffset.Mixture()

    init(rows: Int) {
      reading = [Double](repeating: 0, count: rows)
      elsewhere = reading
    }
  }

  private var lines: [Line]
  private var latest = 0

  /// - Parameter rows: largest number of rows of the grids.
  init(rows: Int) { lines = [Line(rows: rows), Line(rows: rows)] }

  /// Begins a step, with another saccade and other weights.
  mutating func forget() { for index in lines.indices { lines[index].isKnown = false } }

  /// Sums the weights of those who may jump to a line, once a step for each line's ends.
  ///
  /// - Parameters:
  ///   - held: rows that have weight in `reading`; `rows` is the number of those that have weight in `elsewhere`.
  ///   - chances: chances to jump, for those who read and those who look elsewhere, times the density of a height that
  ///     says nothing.
  mutating func sum(
    _ index: Int, reading: ReadingGrid, held: Range<Int>, elsewhere: ReadingGrid, rows: Int,
    chances: (reading: Double, elsewhere: Double)
  ) {
    guard !lines[index].isSummed else { return }
    lines[index].isSummed = true
    var strays = DriftingOffset.Mixture()
    for row in 0..<rows {
      let away = elsewhere.sum(row, times: lines[index].jumps)
      let read = held.contains(row) ? reading.sum(row, times: lines[index].jumps) : 0
      (lines[index].reading[row], lines[index].elsewhere[row]) = (read, away)
      strays.add(reading.offsets[row], chances.reading * read)
      strays.add(elsewhere.offsets[row], chances.elsewhere * away)
    }
    lines[index].strays = strays
  }

  /// Offsets of those who jump to a line with a fixation whose height says nothing, after `sum`.
  func strays(_ index: Int) -> DriftingOffset.Mixture { lines[index].strays }

  /// The sums of a row, after `sum`.
  @inline(__always)
  func sums(_ index: Int, row: Int) -> (reading: Double, elsewhere: Double) {
    (lines[index].reading[row], lines[index].elsewhere[row])
  }

  /// Adds `shares` times the density of a reader who comes from any line.
  func addJumps(_ index: Int, of shares: [Double], to row: Int, of grid: inout ReadingGrid) {
    let jumps = lines[index].jumps
    grid.change(row) { weights in
      for bin in 0..<ReadingGrid.bins { weights[bin] += shares[bin] * jumps[bin] }
    }
  }

  /// Returns the index of a line's places. It holds until the next but one call for other lines.
  mutating func index(of line: ReadingFilter.Line, _ saccade: Saccade) -> Int {
    let other = 1 - latest
    if isKnown(latest, line) { return latest }
    latest = other
    if !isKnown(latest, line) { fill(line, saccade) }
    return latest
  }

  private func isKnown(_ index: Int, _ line: ReadingFilter.Line) -> Bool {
    lines[index].isKnown && lines[index].left == line.left && lines[index].right == line.right
  }

  /// Calls `body` with the places of a line by bin.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (UnsafeBufferPointer<Place>) -> Result) -> Result {
    lines[index].places.withUnsafeBufferPointer(body)
  }

  private mutating func fill(_ line: ReadingFilter.Line, _ saccade: Saccade) {
    let before = lines[1 - latest]
    let hasSameLeft = before.isKnown && before.left == line.left
    let (pitch, stepLength, model) = (saccade.pitch, saccade.stepLength, saccade.model)
    let width = line.right - line.left + 2 * pitch
    let (soft, leaving) = (0.5 * pitch, 0.35 * stepLength)
    var ends = Logistic(
      from: (line.right + pitch - saccade.to + ReadingGrid.offset(0)) / soft, step: ReadingGrid.binWidth / soft)
    var leaves = Logistic(
      from: (saccade.from - ReadingGrid.offset(0) - line.right + model.sweepsWithin * stepLength) / leaving,
      step: -ReadingGrid.binWidth / leaving)
    for bin in 0..<ReadingGrid.bins {
      let x = saccade.to - ReadingGrid.offset(bin)
      var place = before.places[bin]
      if !hasSameLeft {
        let start = x - line.left
        place.right = logistic((x - line.left + pitch) / (0.5 * pitch))
        place.regular = normal(start - model.landing * stepLength, deviation: model.landingSpread * stepLength)
        place.early = normal(start - 0.15 * stepLength, deviation: 0.6 * stepLength)
      }
      place.inside = place.right * ends.next()
      lines[latest].jumps[bin] = (x > line.left - pitch && x < line.right + pitch ? 1.0 : 0.05) / width
      place.ending = leaves.next()
      place.landing = 0.9 * place.regular + 0.1 * place.inside / width
      place.resumed = 0.85 * place.regular + 0.15 * place.inside / width
      lines[latest].places[bin] = place
    }
    (lines[latest].left, lines[latest].right) = (line.left, line.right)
    (lines[latest].isKnown, lines[latest].isSummed) = (true, false)
  }
}

/// 1/(1 + e⁻ˣ) for the bins in turn, at places x of equal distance: e⁻ˣ is multiplied from bin to bin, which spares the
/// exponential of each.
private struct Logistic {
  private var x: Double, tail: Double
  private let step: Double, ratio: Double

  init(from start: Double, step: Double) {
    (x, self.step) = (start, step)
    // Beyond these limits a product of exponentials would overflow or lose its digits.
    let isInRange = max(abs(start), abs(start + step * Double(ReadingGrid.bins))) < 600
    (tail, ratio) = isInRange ? (Elementary.exp(-start), Elementary.exp(-step)) : (.nan, .nan)
  }

  @inline(__always)
  mutating func next() -> Double {
    defer { (x, tail) = (x + step, tail * ratio) }
    return tail.isNaN ? logistic(x) : 1 / (1 + tail)
  }
}

/// 1/(1 + e⁻ˣ).
@inline(__always) private func logistic(_ x: Double) -> Double { 1 / (1 + Elementary.exp(-x)) }
