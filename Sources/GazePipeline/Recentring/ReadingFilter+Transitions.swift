/// Transitions from one fixation to the next.
extension ReadingFilter {
  /// Densities that are the same for all lines and offsets of a step.
  private struct Move {
    let from: GazeFixations.Fixation, to: GazeFixations.Fixation
    /// Density of the horizontal saccade for a person who stays on the line.
    let along: Double
    /// Density of the fixation for a person who looks elsewhere.
    let elsewhere: Double
    /// Variance of a fixation about the middle of its line, and density of a fixation at any height.
    let scatter: Double, anyHeight: Double
    let outliers: Double
    let jumps: Double, stays: Double
  }

  /// Replaces the grids by those after the next fixation. The weights do not sum to 1 afterwards.
  mutating func advance(
    from: GazeFixations.Fixation, to: GazeFixations.Fixation, page: Double, hasPageMoved: Bool
  ) {
    let move = move(from, to, hasPageMoved)
    for row in 0..<rows {
      readingSums[row] = reading.sum(row)
      elsewhereSums[row] = elsewhere.sum(row)
    }
    for row in 0..<rows {
      if visible.contains(row) {
        arrive(at: row, move, page: page)
      } else {
        nextReading.clear(row)
        nextSweeping.clear(row)
      }
    }
    for row in 0..<rows { leave(row, move) }
    swap(&reading, &nextReading)
    swap(&sweeping, &nextSweeping)
    for row in 0..<rows { sweeping.offsets[row] = nextReading.offsets[row] }
  }

  private func move(
    _ from: GazeFixations.Fixation, _ to: GazeFixations.Fixation, _ hasPageMoved: Bool
  ) -> Move {
    let way = to.place - from.place
    let (step, spread) = (stepLength, model.stepSpread * stepLength)
    let forward = 0.85 * normal(way.x - step, deviation: spread) + 0.15 * normal(way.x - step, deviation: 2.5 * spread)
    let back =
      0.7 * normal(way.x + 1.5 * pitch, deviation: 1.5 * pitch) + 0.3 * normal(way.x + 3 * pitch, deviation: 5 * pitch)
    let near = 2.5 * pitch
    let jumps = hasPageMoved ? model.jumpsAfterScroll : model.jumps
    return Move(
      from: from, to: to, along: (1 - model.backwards) * forward + model.backwards * back,
      elsewhere: 0.5 * normal(way.x, deviation: near) * normal(way.y, deviation: near)
        + 0.5 / (2 * screen.x * 1.5 * screen.y),
      scatter: model.scatter * model.scatter, anyHeight: 1 / screen.y, outliers: model.outliers, jumps: jumps,
      stays: 1 - jumps - model.stops)
  }

  /// Density of a fixation's height for a line at `height`, given the vertical offset.
  @inline(__always)
  private func fit(_ offset: DriftingOffset, _ height: Double, _ move: Move) -> Double {
    (1 - move.outliers) * normal(move.to.place.y - height - offset.mean, variance: offset.variance + move.scatter)
      + move.outliers * move.anyHeight
  }

  /// Adds to a mixture what is known of the offset after the fixation.
  @inline(__always)
  private func add(
    _ offset: DriftingOffset, _ share: Double, _ height: Double, _ move: Move, to mixture: inout DriftingOffset.Mixture
  ) {
    guard share > 0 else { return }
    let surprise = move.to.place.y - height - offset.mean
    let on = (1 - move.outliers) * normal(surprise, variance: offset.variance + move.scatter)
    let valid = on / (on + move.outliers * move.anyHeight)
    mixture.add(offset.observing(surprise: surprise, noise: move.scatter), share * valid)
    mixture.add(offset, share * (1 - valid))
  }

  /// Probability that the next saccade leads to the next line, by the place on the line.
  @inline(__always)
  private func ending(_ x: Double, _ line: Line) -> Double {
    logistic((x - line.right + model.sweepsWithin * stepLength) / (0.35 * stepLength))
  }

  /// Computes the weights of reading a line, and of sweeping away from it, after the fixation.
  private mutating func arrive(at row: Int, _ move: Move, page: Double) {
    let bins = ReadingGrid.bins
    let line = lines[first + row]
    let height = line.middle - page
    let before = row > 0 ? lines[first + row - 1] : nil
    let width = line.right - line.left + 2 * pitch
    let same = fit(reading.offsets[row], height, move)
    let stay = fit(sweeping.offsets[row], height, move)
    let next = row > 0 ? fit(reading.offsets[row - 1], height, move) : 0
    let landed = row > 0 ? fit(sweeping.offsets[row - 1], height, move) : 0
    var middle = 0.0
    if row + 1 < rows {
      let gap = lines[first + row + 1].middle - line.middle
      middle = normal(
        move.to.place.y - height - 0.5 * gap - reading.offsets[row].mean,
        variance: reading.offsets[row].variance + move.scatter + 0.16 * gap * gap)
    }
    let isLeftwards = move.to.place.x < move.from.place.x
    var shares = (same: 0.0, next: 0.0, landed: 0.0, stayed: 0.0)
    for bin in 0..<bins {
      let index = row * bins + bin
      let (x, was) = (move.to.place.x - ReadingGrid.offset(bin), move.from.place.x - ReadingGrid.offset(bin))
      let inside =
        logistic((x - line.left + pitch) / (0.5 * pitch)) * logistic((line.right + pitch - x) / (0.5 * pitch))
      var sum = 0.0
      nextSweeping.weights[index] = 0
      if reading.weights[index] > 1e-14 {
        let end = ending(was, line)
        let share = reading.weights[index] * (1 - 0.85 * end) * move.stays * move.along * inside * same
        sum += share
        shares.same += share
        if isLeftwards, row + 1 < rows {
          nextSweeping.weights[index] =
            reading.weights[index] * 0.85 * model.brokenSweeps * end * move.stays * inside / width * middle
        }
      }
      if let before, reading.weights[index - bins] > 1e-14 {
        let end = ending(was, before)
        let start = x - line.left
        let land =
          0.9 * normal(start - model.landing * stepLength, deviation: model.landingSpread * stepLength)
          + 0.1 * inside / width
        let early = normal(start - 0.15 * stepLength, deviation: 0.6 * stepLength)
        let share =
          reading.weights[index - bins] * move.stays * next
          * (0.85 * (1 - model.brokenSweeps) * end * land + model.earlySweeps * (1 - end) * early)
        sum += share
        shares.next += share
      }
      if row > 0, sweeping.weights[index - bins] > 1e-14 {
        let start = x - line.left
        let land =
          0.85 * normal(start - model.landing * stepLength, deviation: model.landingSpread * stepLength)
          + 0.15 * inside / width
        let share = sweeping.weights[index - bins] * 0.9 * land * landed
        sum += share
        shares.landed += share
      }
      if sweeping.weights[index] > 1e-14 {
        let share = sweeping.weights[index] * 0.1 * move.along * inside * stay
        sum += share
        shares.stayed += share
      }
      nextReading.weights[index] = sum
    }
    var mixture = DriftingOffset.Mixture()
    add(reading.offsets[row], shares.same, height, move, to: &mixture)
    add(sweeping.offsets[row], shares.stayed, height, move, to: &mixture)
    if row > 0 {
      add(reading.offsets[row - 1], shares.next, height, move, to: &mixture)
      add(sweeping.offsets[row - 1], shares.landed, height, move, to: &mixture)
    }
    jump(to: row, move, height, width, &mixture)
    nextReading.offsets[row] = mixture.offset(or: reading.offsets[row])
  }

  /// Adds readers who go to a line from any other line, and people who begin to read again.
  private mutating func jump(
    to row: Int, _ move: Move, _ height: Double, _ width: Double, _ mixture: inout DriftingOffset.Mixture
  ) {
    let bins = ReadingGrid.bins
    let line = lines[first + row]
    for source in 0..<rows {
      let near = source == row ? 0.5 : source + 1 == row ? 0.2 : 0
      let from =
        readingSums[source] > 1e-14
        ? move.jumps / Double(visible.count) * fit(reading.offsets[source], height, move) : 0
      let again =
        elsewhereSums[source] > 1e-14
        ? model.starts * (near + 0.3 / Double(visible.count)) * fit(elsewhere.offsets[source], height, move) : 0
      guard from > 0 || again > 0 else { continue }
      var (read, other) = (0.0, 0.0)
      for bin in 0..<bins {
        let x = move.to.place.x - ReadingGrid.offset(bin)
        let inside = (x > line.left - pitch && x < line.right + pitch ? 1.0 : 0.05) / width
        let a = reading.weights[source * bins + bin] * from * inside
        let b = elsewhere.weights[source * bins + bin] * again * inside
        nextReading.weights[row * bins + bin] += a + b
        read += a
        other += b
      }
      add(reading.offsets[source], read, height, move, to: &mixture)
      add(elsewhere.offsets[source], other, height, move, to: &mixture)
    }
  }

  /// Computes the weights of people who look elsewhere after the fixation, remembering the line `row`.
  private mutating func leave(_ row: Int, _ move: Move) {
    let bins = ReadingGrid.bins
    var (stayed, left) = (0.0, 0.0)
    // A line that is no longer visible is not being read.
    let stops = visible.contains(row) ? model.stops : 1
    for bin in 0..<bins {
      let index = row * bins + bin
      let a = elsewhere.weights[index] * (1 - model.starts) * move.elsewhere
      let b = reading.weights[index] * stops * move.elsewhere
      elsewhere.weights[index] = a + b
      stayed += a
      left += b
    }
    var mixture = DriftingOffset.Mixture()
    mixture.add(elsewhere.offsets[row], stayed)
    mixture.add(reading.offsets[row], left)
    elsewhere.offsets[row] = mixture.offset(or: elsewhere.offsets[row])
  }
}

/// 1/(1 + e⁻ˣ).
@inline(__always) private func logistic(_ x: Double) -> Double { 1 / (1 + Elementary.exp(-x)) }
