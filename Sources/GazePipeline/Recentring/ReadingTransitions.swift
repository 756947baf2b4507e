/// Share of readers who leave a line at its end. Assumed.
private let leavesAtEnd = 0.85
/// Shares of readers on the way to the next line who land on it, and who are still on this one; they sum to 1. Assumed.
private let lands = 0.9, lingers = 0.1
/// Shares of those who begin to read again at the line that they remember, at the line after it, and at any visible
/// line; they sum to 1. Assumed.
private let beginsHere = 0.5, beginsBelow = 0.2, beginsAnywhere = 0.3
/// Weight below which a bin is left out.
private let negligible = 1e-14

/// Transitions from one fixation to the next.
extension ReadingFilter {
  /// Densities that are the same for all lines and offsets of a step.
  struct Move {
    let to: SIMD2<Double>
    let saccade: ReadingPlaces.Saccade
    /// Density of the horizontal saccade for a person who stays on the line.
    let along: Double
    /// Density of the fixation for a person who looks elsewhere.
    let elsewhere: Double
    /// Variance of a fixation about the middle of its line.
    let scatter: Double
    /// Share of fixations whose height says something about the line, and density of the heights of the others.
    let inliers: Double, outlier: Double
    /// Chances of a reader to jump to one line, and of a person who looks elsewhere to begin to read at one line that
    /// is not near.
    let jumpsToOne: Double, startsAtOne: Double
    let stays: Double
  }

  /// Replaces the grids by those after the next fixation. The weights do not sum to 1 afterwards.
  mutating func advance(
    from: GazeFixations.Fixation, to: GazeFixations.Fixation, page: Double, hasPageMoved: Bool
  ) {
    let move = move(from, to, hasPageMoved)
    for bin in strays.indices { strays[bin] = 0 }
    for row in held {
      reading.add(row, times: move.jumpsToOne * move.outlier, to: &strays)
      readingHeights[row] = .init(reading.offsets[row], noise: move.scatter)
      sweepingHeights[row] = .init(sweeping.offsets[row], noise: move.scatter)
    }
    for row in 0..<rows {
      elsewhere.add(row, times: move.startsAtOne * move.outlier, to: &strays)
      elsewhereHeights[row] = .init(elsewhere.offsets[row], noise: move.scatter)
    }
    for row in nextHeld where !visible.contains(row) {
      nextReading.clear(row)
      nextSweeping.clear(row)
    }
    places.forget()
    for row in visible { arrive(at: row, move, page: page) }
    for row in 0..<rows { leave(row, move) }
    swap(&reading, &nextReading)
    swap(&sweeping, &nextSweeping)
    (held, nextHeld) = (visible, held)
    for row in 0..<rows { sweeping.offsets[row] = nextReading.offsets[row] }
  }

  private func move(
    _ from: GazeFixations.Fixation, _ to: GazeFixations.Fixation, _ hasPageMoved: Bool
  ) -> Move {
    let way = to.place - from.place
    let (step, spread) = (stepLength, model.stepSpread * stepLength)
    // Assumed mixtures, whose shares sum to 1: usual saccades and far ones, and people elsewhere who stay near or look
    // anywhere about the screen.
    let forward = 0.85 * normal(way.x - step, deviation: spread) + 0.15 * normal(way.x - step, deviation: 2.5 * spread)
    let back =
      0.7 * normal(way.x + 1.5 * pitch, deviation: 1.5 * pitch) + 0.3 * normal(way.x + 3 * pitch, deviation: 5 * pitch)
    let near = 2.5 * pitch
    let jumps = hasPageMoved ? model.jumpsAfterScroll : model.jumps
    return Move(
      to: to.place,
      saccade: .init(from: from.place.x, to: to.place.x, pitch: pitch, stepLength: stepLength, model: model),
      along: (1 - model.backwards) * forward + model.backwards * back,
      elsewhere: 0.5 * normal(way.x, deviation: near) * normal(way.y, deviation: near)
        + 0.5 / (2 * screen.x * 1.5 * screen.y),
      scatter: model.scatter * model.scatter, inliers: 1 - model.outliers, outlier: model.outliers * (1 / screen.y),
      jumpsToOne: jumps / Double(visible.count), startsAtOne: beginsAnywhere * model.starts / Double(visible.count),
      stays: 1 - jumps - model.stops)
  }

  /// A fixation as one of a line, given the vertical offset.
  private struct Landing {
    /// Difference from the expected height, points.
    let surprise: Double
    /// Density of the height if it says something about the line, and in all.
    let on: Double, fit: Double

    /// The fixation as one of a line that is not held.
    static let none = Landing(surprise: 0, on: 0, fit: 0)
  }

  @inline(__always)
  private func landing(
    _ known: DriftingOffset.Expectation, _ offset: DriftingOffset, _ height: Double, _ move: Move
  ) -> Landing {
    let surprise = move.to.y - height - offset.mean
    let on = move.inliers * known.density(surprise)
    return Landing(surprise: surprise, on: on, fit: on + move.outlier)
  }

  /// Adds to a mixture what is known of the offset after the fixation.
  @inline(__always)
  private func add(
    _ known: DriftingOffset.Expectation, _ offset: DriftingOffset, _ landing: Landing, _ share: Double,
    to mixture: inout DriftingOffset.Mixture
  ) {
    guard share > 0 else { return }
    let valid = landing.on / landing.fit
    mixture.add(known.offset(landing.surprise), share * valid)
    mixture.add(offset, share * (1 - valid))
  }

  /// Computes the weights of reading a line, and of sweeping away from it, after the fixation.
  private mutating func arrive(at row: Int, _ move: Move, page: Double) {
    let line = lines[first + row]
    let height = line.middle - page
    nextReading.clear(row)
    nextSweeping.clear(row)
    // The places of the line above come first, because the second call may replace those of the last but one.
    let isAboveHeld = held.contains(row - 1)
    let above = isAboveHeld ? places.index(of: lines[first + row - 1], move.saccade) : 0
    let here = places.index(of: line, move.saccade)
    var mixture = DriftingOffset.Mixture()
    if held.contains(row) {
      let same = landing(readingHeights[row], reading.offsets[row], height, move)
      add(readingHeights[row], reading.offsets[row], same, goOn(row, here, move, same.fit), to: &mixture)
      if move.saccade.to < move.saccade.from, row + 1 < rows { breakSweep(row, here, move, height) }
    }
    var (next, landed) = (Landing.none, Landing.none)
    var (nextShare, landedShare) = (0.0, 0.0)
    if isAboveHeld {
      next = landing(readingHeights[row - 1], reading.offsets[row - 1], height, move)
      landed = landing(sweepingHeights[row - 1], sweeping.offsets[row - 1], height, move)
      nextShare = comeDown(row, here, above, move, next.fit)
      landedShare = land(row, here, landed.fit)
    }
    if held.contains(row) {
      let stayed = landing(sweepingHeights[row], sweeping.offsets[row], height, move)
      add(sweepingHeights[row], sweeping.offsets[row], stayed, linger(row, here, move, stayed.fit), to: &mixture)
    }
    if isAboveHeld {
      add(readingHeights[row - 1], reading.offsets[row - 1], next, nextShare, to: &mixture)
      add(sweepingHeights[row - 1], sweeping.offsets[row - 1], landed, landedShare, to: &mixture)
    }
    jump(to: row, here, move, height, &mixture)
    nextReading.offsets[row] = mixture.offset(or: reading.offsets[row])
  }

  /// Adds readers who go to a line from any other line, and people who begin to read again.
  ///
  /// A fixation whose height says nothing is as likely on every line. So its part is computed once a step, and only
  /// lines near enough for the height to say something are added one by one.
  private mutating func jump(
    to row: Int, _ here: Int, _ move: Move, _ height: Double, _ mixture: inout DriftingOffset.Mixture
  ) {
    places.sum(
      here, reading: reading, held: held, elsewhere: elsewhere, rows: rows,
      chances: (move.jumpsToOne * move.outlier, move.startsAtOne * move.outlier))
    mixture.add(places.strays(here))
    // The scratch column is taken out of the filter meanwhile, so that it can be changed beside the grids.
    var shares: [Double] = []
    swap(&shares, &columns)
    for bin in shares.indices { shares[bin] = strays[bin] }
    for source in 0..<rows {
      let sums = places.sums(here, row: source)
      if sums.reading > negligible {
        let (known, offset) = (readingHeights[source], reading.offsets[source])
        let surprise = move.to.y - height - offset.mean
        let share = move.jumpsToOne * move.inliers * known.density(surprise)
        if share > 0 {
          reading.add(source, times: share, to: &shares)
          mixture.add(known.offset(surprise), share * sums.reading)
        }
      }
      if sums.elsewhere > negligible {
        let (known, offset) = (elsewhereHeights[source], elsewhere.offsets[source])
        let surprise = move.to.y - height - offset.mean
        let near = source == row ? beginsHere * model.starts : source + 1 == row ? beginsBelow * model.starts : 0
        let share = (near + move.startsAtOne) * move.inliers * known.density(surprise)
        if share > 0 || near > 0 {
          elsewhere.add(source, times: share + near * move.outlier, to: &shares)
          mixture.add(known.offset(surprise), share * sums.elsewhere)
          mixture.add(offset, near * move.outlier * sums.elsewhere)
        }
      }
    }
    places.addJumps(here, of: shares, to: row, of: &nextReading)
    swap(&shares, &columns)
  }

  /// Computes the weights of people who look elsewhere after the fixation, remembering the line `row`.
  private mutating func leave(_ row: Int, _ move: Move) {
    // A line that is no longer visible is not being read.
    let stops = visible.contains(row) ? model.stops : 1
    let stays = 1 - model.starts
    let (stayed, left) = elsewhere.change(row) { weights in
      reading.with(row) { reading in
        var (stayed, left) = (0.0, 0.0)
        for bin in 0..<ReadingGrid.bins {
          let a = weights[bin] * stays * move.elsewhere
          let b = reading[bin] * stops * move.elsewhere
          weights[bin] = a + b
          stayed += a
          left += b
        }
        return (stayed, left)
      }
    }
    var mixture = DriftingOffset.Mixture()
    mixture.add(elsewhere.offsets[row], stayed)
    mixture.add(reading.offsets[row], left)
    elsewhere.offsets[row] = mixture.offset(or: elsewhere.offsets[row])
  }
}

/// Weights of the readers who arrive at a row's line, by where they come from. `here` and `above` are the indices of
/// the line's places and of those of the line above; `fit` is the density of the fixation's height.
extension ReadingFilter {
  /// Weights of readers who stay on the line; returns their sum, as the functions below do.
  mutating func goOn(_ row: Int, _ here: Int, _ move: Move, _ fit: Double) -> Double {
    nextReading.change(row) { next in
      reading.with(row) { weights in
        places.with(here) { places in
          var sum = 0.0
          for bin in 0..<ReadingGrid.bins where weights[bin] > negligible {
            let stay = 1 - leavesAtEnd * places[bin].ending
            let share = weights[bin] * stay * move.stays * move.along * places[bin].inside * fit
            next[bin] = share
            sum += share
          }
          return sum
        }
      }
    }
  }

  /// Weights of readers on the way from the line's end to the next line's beginning.
  mutating func breakSweep(_ row: Int, _ here: Int, _ move: Move, _ height: Double) {
    let line = lines[first + row]
    let width = line.width(pitch)
    let gap = lines[first + row + 1].middle - line.middle
    let middle = normal(
      move.to.y - height - 0.5 * gap - reading.offsets[row].mean,
      variance: reading.offsets[row].variance + move.scatter + 0.16 * gap * gap)
    let broken = model.brokenSweeps
    nextSweeping.change(row) { next in
      reading.with(row) { weights in
        places.with(here) { places in
          for bin in 0..<ReadingGrid.bins where weights[bin] > negligible {
            let place = places[bin]
            next[bin] = weights[bin] * leavesAtEnd * broken * place.ending * move.stays * place.inside / width * middle
          }
        }
      }
    }
  }

  /// Weights of readers who come from the line above without a stop.
  mutating func comeDown(_ row: Int, _ here: Int, _ above: Int, _ move: Move, _ fit: Double) -> Double {
    let whole = leavesAtEnd * (1 - model.brokenSweeps), early = model.earlySweeps
    return nextReading.change(row) { next in
      reading.with(row - 1) { weights in
        places.with(here) { places in
          self.places.with(above) { placesAbove in
            var sum = 0.0
            for bin in 0..<ReadingGrid.bins where weights[bin] > negligible {
              let end = placesAbove[bin].ending
              let share =
                weights[bin] * move.stays * fit
                * (whole * end * places[bin].landing + early * (1 - end) * places[bin].early)
              next[bin] += share
              sum += share
            }
            return sum
          }
        }
      }
    }
  }

  /// Weights of readers who were on the way from the line above.
  mutating func land(_ row: Int, _ here: Int, _ fit: Double) -> Double {
    nextReading.change(row) { next in
      sweeping.with(row - 1) { weights in
        places.with(here) { places in
          var sum = 0.0
          for bin in 0..<ReadingGrid.bins where weights[bin] > negligible {
            let share = weights[bin] * lands * places[bin].resumed * fit
            next[bin] += share
            sum += share
          }
          return sum
        }
      }
    }
  }

  /// Weights of readers who had left for the next line, but are still on this one.
  mutating func linger(_ row: Int, _ here: Int, _ move: Move, _ fit: Double) -> Double {
    nextReading.change(row) { next in
      sweeping.with(row) { weights in
        places.with(here) { places in
          var sum = 0.0
          for bin in 0..<ReadingGrid.bins where weights[bin] > negligible {
            let share = weights[bin] * lingers * move.along * places[bin].inside * fit
            next[bin] += share
            sum += share
          }
          return sum
        }
      }
    }
  }
}
