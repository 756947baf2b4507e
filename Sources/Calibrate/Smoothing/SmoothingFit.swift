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
    /// The solver failed.
    case solver(LeastSquaresError)

    /// One line: what is missing and how to record it.
    package var description: String {
      switch self {
      case .noPlateau:
        "no target was looked at long enough to see the pointer settle; show each target for 1.5 s or more and write "
          + "it into the frame's \"target\""
      case .noJump(let plateaus):
        "the pointer never jumps between the \(plateaus) fixations, so a filter's lag cannot be seen; show targets one "
          + "after the other, far apart"
      case .solver(let failure): failure.description
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
  package func fit(_ family: Smoothing.Family, to takes: [SmoothingTake], holdsOut: Bool = true) throws(Failure)
    -> Estimate
  {
    let plateaus = takes.reduce(0) { $0 + $1.track.plateaus }
    let jumps = takes.reduce(0) { $0 + $1.track.jumps }
    guard plateaus > 0 else { throw .noPlateau }
    guard jumps > 0 else { throw .noJump(plateaus: plateaus) }
    let objective = SmoothingObjective(SmoothingTake.groups(takes), movingWeight: movingWeight)
    let search = SmoothingSearch(family)
    let cells = search.variants.indices.flatMap { variant in
      search.grid.map { x in
        Cell(variant: variant, x: x, tallies: objective.tallies(search.smoothing(variant, at: x)))
      }
    }
    let best = try best(objective, search, cells, starts: 2)
    var heldOut: Double?
    if holdsOut, objective.groupCount > 1 {
      var sum = 0.0
      for group in 0..<objective.groupCount {
        let found = try self.best(objective, search, cells, without: group, starts: 1)
        sum += objective.tallies(found.smoothing)[group].meanSquare(movingWeight)
      }
      heldOut = (sum / Double(objective.groupCount)).squareRoot()
    }
    let tallies = objective.tallies(best.smoothing)
    func root(_ sum: (SmoothingObjective.Tally) -> Double, _ count: (SmoothingObjective.Tally) -> Int) -> Double? {
      let n = tallies.reduce(0) { $0 + count($1) }
      return n > 0 ? (tallies.reduce(0) { $0 + sum($1) } / Double(n)).squareRoot() : nil
    }
    return Estimate(
      smoothing: best.smoothing, rms: objective.cost(tallies).squareRoot(), heldOutRMS: heldOut,
      rmsStill: root({ $0.still }, { $0.stillCount }), rmsMoving: root({ $0.moving }, { $0.movingCount }),
      settling: objective.settling(best.smoothing), samples: objective.count, jumps: jumps, stop: best.stop)
  }

  /// A point of the grid and its cost.
  private struct Cell {
    var variant: Int
    var x: [Double]
    var tallies: [SmoothingObjective.Tally]

    /// True if the cells are not neighbours on the grid.
    func isApart(from other: Cell) -> Bool {
      variant != other.variant || zip(x, other.x).contains { abs($0 - $1) > 1.5 }
    }
  }

  private func best(
    _ objective: SmoothingObjective, _ search: SmoothingSearch, _ cells: [Cell], without excluded: Int? = nil,
    starts count: Int
  ) throws(Failure) -> (smoothing: Smoothing, stop: String?) {
    let costs = cells.map { objective.cost($0.tallies, without: excluded) }
    // Equal costs are ordered by index, so that the choice does not depend on the sort.
    let order = cells.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    guard let first = order.first else { throw .noPlateau }
    let lowest = search.smoothing(cells[first].variant, at: cells[first].x)
    if search.ranges.isEmpty { return (lowest, nil) }
    var starts: [Cell] = []
    for index in order where starts.count < count && starts.allSatisfy({ cells[index].isApart(from: $0) }) {
      starts.append(cells[index])
    }
    var (best, least): ((smoothing: Smoothing, stop: String?)?, Double) = (nil, .infinity)
    var failure: LeastSquaresError?
    for start in starts {
      do throws(LeastSquaresError) {
        var options = LeastSquares.Options(solver: .cholesky)
        options.xTolerance = 1e-4
        options.gTolerance = 1e-9
        options.maximumIterations = 30
        options.wantsCovariance = false
        let found = try LeastSquares.solve(
          objective.leastSquares(search, variant: start.variant, without: excluded), from: start.x, options: options)
        if found.cost < least {
          least = found.cost
          best = (search.smoothing(start.variant, at: found.x), found.stop.rawValue)
        }
      } catch {
        failure = failure ?? error
      }
    }
    guard let best else { throw .solver(failure ?? .undefinedAtStart) }
    // The steps of a gate may mislead the solver; then the grid's best is kept.
    return least <= costs[first] ? best : (lowest, best.stop)
  }
}
