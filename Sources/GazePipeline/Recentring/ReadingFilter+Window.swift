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
