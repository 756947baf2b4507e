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
    reading.move(by: oldFirst - low, rows: oldRows)
    sweeping.move(by: oldFirst - low, rows: oldRows)
    elsewhere.move(by: oldFirst - low, rows: oldRows)
    (first, rows) = (low, high - low)
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
    let bins = ReadingGrid.bins
    var total = 0.0
    for index in 0..<rows * bins {
      total += reading.weights[index] + sweeping.weights[index] + elsewhere.weights[index]
    }
    guard total > 1e-250, total.isFinite else { return false }
    (isReading, confidence) = (0, 0)
    var mean = SIMD2<Double>.zero, square = SIMD2<Double>.zero
    for row in 0..<rows {
      var (read, swept, other) = (0.0, 0.0, 0.0)
      for bin in 0..<bins {
        let index = row * bins + bin
        reading.weights[index] /= total
        sweeping.weights[index] /= total
        elsewhere.weights[index] /= total
        let all = reading.weights[index] + sweeping.weights[index] + elsewhere.weights[index]
        let x = ReadingGrid.offset(bin)
        mean.x += all * x
        square.x += all * x * x
        read += reading.weights[index]
        swept += sweeping.weights[index]
        other += elsewhere.weights[index]
      }
      for (share, offset) in [
        (read, reading.offsets[row]), (swept, sweeping.offsets[row]), (other, elsewhere.offsets[row]),
      ] {
        mean.y += share * offset.mean
        square.y += share * (offset.variance + offset.mean * offset.mean)
      }
      isReading += read + swept
      if read + swept > confidence { (confidence, line) = (read + swept, first + row) }
    }
    offset = mean
    variance = SIMD2(max(square.x - mean.x * mean.x, 0), max(square.y - mean.y * mean.y, 0))
    return true
  }
}
