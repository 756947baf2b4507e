/// Chances and densities along a line by bins of the horizontal offset, for one saccade.
///
/// They depend on nothing but the line's ends, and most lines of a page share theirs. So those of the last two lines
/// are kept during a step, with the sums of the grids' rows over them.
///
/// Only `ReadingFilter.advance` and its `arrive` call it: `forget` once a step; then, for each line, `index`, `sum`,
/// and what asks for the sums. An index that is kept longer reads another line's numbers, and nothing traps.
struct ReadingPlaces: Sendable, Equatable {
  // The assumed shape of reading that `ReadingModel` does not hold, since no app is to change it.

  /// Width of the soft end of a line, in heights of a line, and of the soft place where readers leave it, in saccades.
  private static let softEnd = 0.5, softLeaving = 0.35
  /// Landing of a reader who leaves the line above early, right of the line's beginning, in saccades: mean and SD.
  private static let early = 0.15, earlySpread = 0.6
  /// Density of a jump to a place beyond the line's ends, as a share of that to a place within.
  private static let jumpsBeyond = 0.05
  /// Shares of return sweeps that land at the line's beginning and anywhere on the line; they sum to 1. After a
  /// fixation on the way, more of them land anywhere.
  private static let atBeginning = 0.9, anywhere = 0.1
  private static let atBeginningResumed = 0.85, anywhereResumed = 0.15

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

  /// The last two lines, and which of them was asked for last; only `index(of:_:)` and `fill` change these.
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
    let width = line.width(pitch)
    let (soft, leaving) = (Self.softEnd * pitch, Self.softLeaving * stepLength)
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
        place.right = logistic((x - line.left + pitch) / soft)
        place.regular = normal(start - model.landing * stepLength, deviation: model.landingSpread * stepLength)
        place.early = normal(start - Self.early * stepLength, deviation: Self.earlySpread * stepLength)
      }
      place.inside = place.right * ends.next()
      lines[latest].jumps[bin] = (x > line.left - pitch && x < line.right + pitch ? 1.0 : Self.jumpsBeyond) / width
      place.ending = leaves.next()
      place.landing = Self.atBeginning * place.regular + Self.anywhere * place.inside / width
      place.resumed = Self.atBeginningResumed * place.regular + Self.anywhereResumed * place.inside / width
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
