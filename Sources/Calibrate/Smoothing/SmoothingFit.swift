package import GazePipeline
package import GazeRecording

/// Fits one family of filters to recorded or simulated pointers.
///
/// The cost is the mean square distance of the filtered pointer from the references of `PointerTrack`, in which every
/// scenario (or person) counts the same. It measures the error that a person sees, lag and jitter alike. Continuous
/// numbers are found by least squares on the scale of their logarithms, from the best points of a coarse grid, because
/// the cost has several valleys (no smoothing, smoothing at rest only, smoothing always). Windows and gates are tried
/// one by one.
package struct SmoothingFit: Sendable {
  /// The reason for which no smoothing can be fitted.
  package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// No target was looked at for long enough to determine where the pointer settles.
    case noPlateau
    /// Targets never jumped, so lag is not visible and any filter seems good.
    case noJump(plateaus: Int)

    /// One line: what is missing and how to record it.
    package var description: String {
      switch self {
      case .noPlateau:
        "no target was looked at long enough to see the pointer settle; show each target for 1.5 s or more and write "
          + "it into the frame's \"target\""
      case .noJump(let plateaus):
        "the pointer never jumps between the \(plateaus) fixations, so a filter's lag cannot be seen; show targets one "
          + "after the other, far apart"
      }
    }
  }

  /// Result of a fit.
  package struct Estimate: Sendable, Equatable {
    /// The best filter of the family.
    package var smoothing: Smoothing
    /// RMS distance of its pointer from the reference, points: root of the mean over groups.
    package var rms: Double
    /// RMS distance from the reference if each group is filtered with numbers that were fitted to the other groups,
    /// points; nil with one group.
    package var heldOutRMS: Double?
    /// RMS distance of the filtered pointer while still, points; nil without such samples.
    package var rmsStill: Double?
    /// RMS distance of the filtered pointer just after jumps, points; nil without jumps.
    package var rmsMoving: Double?
    /// Median time from the unsmoothed pointer's halfway point to three quarters of the way for the smoothed pointer,
    /// seconds.
    package var settling: Double?
    /// Number of points with a reference.
    package var samples: Int
    /// Number of jumps among these points.
    package var jumps: Int
    /// The solver's reason for stopping, as an inequality; nil if all filters were tried one by one.
    package var stop: String?

    /// The error by which families are compared.
    package var judged: Double { heldOutRMS ?? rms }

    /// The estimate as a calibration file stores it.
    package var figures: CalibrationFile.SmoothingChoice.Family {
      CalibrationFile.SmoothingChoice.Family(
        filter: smoothing.family.rawValue, numbers: CalibrationFile.SmoothingChoice(smoothing).numbers, rms: rms,
        heldOutRMS: heldOutRMS, rmsStill: rmsStill, rmsMoving: rmsMoving,
        settlingMilliseconds: settling.map { $0 * 1000 })
    }
  }

  /// Weight of the samples just after a jump relative to the still ones. 1 minimises the plain error; a greater weight
  /// gives less lag and more jitter.
  package let movingWeight: Double

  /// A fit with this weight; a weight that is not positive counts as 1.
  package init(movingWeight: Double = 1) {
    self.movingWeight = movingWeight > 0 && movingWeight.isFinite ? movingWeight : 1
  }

  /// Fits one family to all takes, and for the held-out error also, for each group, to all other groups.
  package func fit(
    _ family: Smoothing.Family, to takes: [SmoothingTake], holdsOut: Bool = true
  ) throws(Failure) -> Estimate {
    fit(try SmoothingGrid(family, takes), holdsOut: holdsOut)
  }

  /// Fits the family of a grid, and for the held-out error also, for each group, to all other groups.
  package func fit(_ grid: SmoothingGrid, holdsOut: Bool = true) -> Estimate {
    let objective = grid.objective
    let best = best(grid)
    var heldOut: Double?
    if holdsOut, objective.groups.count > 1 {
      let found = self.best(grid, near: best)
      let sum = found.indices.reduce(0) {
        $0 + objective.tally(found[$1], group: $1).meanSquare(movingWeight)
      }
      heldOut = (sum / Double(found.count)).squareRoot()
    }
    let tallies = objective.tallies(best.smoothing)
    func root(_ sum: (SmoothingObjective.Tally) -> Double, _ count: (SmoothingObjective.Tally) -> Int) -> Double? {
      let n = tallies.reduce(0) { $0 + count($1) }
      return n > 0 ? (tallies.reduce(0) { $0 + sum($1) } / Double(n)).squareRoot() : nil
    }
    return Estimate(
      smoothing: best.smoothing, rms: objective.cost(tallies, movingWeight: movingWeight).squareRoot(),
      heldOutRMS: heldOut, rmsStill: root({ $0.still }, { $0.stillCount }),
      rmsMoving: root({ $0.moving }, { $0.movingCount }), settling: objective.settling(best.smoothing),
      samples: objective.count, jumps: grid.jumps, stop: best.descent?.stop?.rawValue)
  }

  /// The best smoothing, and the descent that found it; nil if all filters were tried one by one.
  private func best(_ grid: SmoothingGrid) -> (smoothing: Smoothing, descent: SmoothingDescent?) {
    let cells = grid.cells(movingWeight: movingWeight)
    guard !grid.search.ranges.isEmpty else { return (grid.smoothing(cells[0].cell), nil) }
    // Two descents from cells that are apart, since the cost has several valleys.
    let starts = [cells[0]] + cells.dropFirst().filter { grid.areApart($0.cell, cells[0].cell) }.prefix(1)
    let weights = grid.objective.weights(movingWeight)
    var descents = starts.map { SmoothingDescent(from: grid.place($0.cell), weights: weights) }
    SmoothingDescent.run(&descents, grid.search, grid.objective)
    let descent = descents.count > 1 && descents[1].cost < descents[0].cost ? descents[1] : descents[0]
    // The steps of a gate may mislead the descent; then the grid's best is kept.
    let isLower = descent.cost <= cells[0].cost
    return (isLower ? grid.search.smoothing(at: descent.best) : grid.smoothing(cells[0].cell), descent)
  }

  /// For each group, the best smoothing for all other groups. If the grid's best cell for them is beside the one for
  /// all groups, then so is their minimum, and the descent begins at the minimum for all groups.
  private func best(
    _ grid: SmoothingGrid, near all: (smoothing: Smoothing, descent: SmoothingDescent?)
  ) -> [Smoothing] {
    let groups = grid.objective.groups.indices
    let lowest = grid.cells(movingWeight: movingWeight)[0].cell
    let cells = groups.map { grid.cells(movingWeight: movingWeight, without: $0)[0] }
    guard let descent = all.descent else { return cells.map { grid.smoothing($0.cell) } }
    var descents = groups.map { group in
      let weights = grid.objective.weights(movingWeight, without: group)
      let isNear = !grid.areApart(cells[group].cell, lowest)
      return isNear
        ? SmoothingDescent(from: descent, weights: weights)
        : SmoothingDescent(from: grid.place(cells[group].cell), weights: weights)
    }
    SmoothingDescent.run(&descents, grid.search, grid.objective)
    return groups.map {
      descents[$0].cost <= cells[$0].cost
        ? grid.search.smoothing(at: descents[$0].best) : grid.smoothing(cells[$0].cell)
    }
  }
}
