/// Weights of the readers who arrive at a row's line, by where they come from. `here` and `above` are the indices of
/// the line's places and of those of the line above; `fit` is the density of the fixation's height.
extension ReadingFilter {
  /// Weights of readers who stay on the line; returns their sum, as the functions below do.
  mutating func goOn(_ row: Int, _ here: Int, _ move: Move, _ fit: Double) -> Double {
    nextReading.change(row) { next in
      reading.with(row) { weights in
        places.with(here) { places in
          var sum = 0.0
          for bin in 0..<ReadingGrid.bins where weights[bin] > 1e-14 {
            let stay = 1 - 0.85 * places[bin].ending
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
    let width = line.right - line.left + 2 * pitch
    let gap = lines[first + row + 1].middle - line.middle
    let middle = normal(
      move.to.y - height - 0.5 * gap - reading.offsets[row].mean,
      variance: reading.offsets[row].variance + move.scatter + 0.16 * gap * gap)
    let broken = model.brokenSweeps
    nextSweeping.change(row) { next in
      reading.with(row) { weights in
        places.with(here) { places in
          for bin in 0..<ReadingGrid.bins where weights[bin] > 1e-14 {
            let place = places[bin]
            next[bin] = weights[bin] * 0.85 * broken * place.ending * move.stays * place.inside / width * middle
          }
        }
      }
    }
  }

  /// Weights of readers who come from the line above without a stop.
  mutating func comeDown(_ row: Int, _ here: Int, _ above: Int, _ move: Move, _ fit: Double) -> Double {
    let whole = 0.85 * (1 - model.brokenSweeps), early = model.earlySweeps
    return nextReading.change(row) { next in
      reading.with(row - 1) { weights in
        places.with(here) { places in
          self.places.with(above) { placesAbove in
            var sum = 0.0
            for bin in 0..<ReadingGrid.bins where weights[bin] > 1e-14 {
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
          for bin in 0..<ReadingGrid.bins where weights[bin] > 1e-14 {
            let share = weights[bin] * 0.9 * places[bin].resumed * fit
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
          for bin in 0..<ReadingGrid.bins where weights[bin] > 1e-14 {
            let share = weights[bin] * 0.1 * move.along * places[bin].inside * fit
            next[bin] += share
            sum += share
          }
          return sum
        }
      }
    }
  }
}
