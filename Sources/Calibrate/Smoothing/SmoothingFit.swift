package import GazePipeline
package import GazeRecording

/// Fits one family of filters to recorded or simulated pointers.
///
/// The cost is the mean square distance of the filtered pointer from the references of `PointerTrack`, in which every
/// scenario (or person) counts the same. It measures the error that a person sees, lag and jitter alike. Continuous
/// numbers are found by least squares on the scale of their logarithms, from the best points of a coarse grid, because
/// the cost has several valleys (no smoothing, smoothing at rest only, smoothing always). Windows and gates are tried
/// one by one.
package struct SmoothingFit {
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// No target was looked at for long enough to determine where the pointer settles.
    case noPlateau
    /// Targets never jumped, so lag is not visible and any filter seems good.
    case noJump(plateaus: Int)

    package var description: String {
      switch self {
      case .noPlateau:
        """
        no target was looked at long enough to see the pointer settle; show each target for 1.5 s or more and write \
        it into the frame's \"target\"
        """
      case .noJump(let plateaus):
        """
        the pointer never jumps between the \(plateaus) fixations, so a filter's lag cannot be seen; show targets one \
        after the other, far apart
        """
      }
    }
  }

  package struct Estimate: Equatable {
    package var smoothing: Smoothing
    /// RMS distance of its pointer from the reference, points: root of the mean over groups.
    var rms: Double
    /// RMS distance from the reference if each group is filtered with numbers that were fitted to the other groups,
    /// points; nil with one group.
    var heldOutRMS: Double?
    /// `rmsStill`: RMS distance of the filtered pointer while still, points; nil without such samples; `rmsMoving`:
    /// RMS distance of the filtered pointer just after jumps, points; nil without jumps.
    package var rmsStill, rmsMoving: Double?
    /// Median time from the unsmoothed pointer's halfway point to three quarters of the way for the smoothed pointer,
    /// seconds.
    package var settling: Double?
    /// `jumps`: number of jumps among these points.
    package var samples, jumps: Int
    /// The solver's reason for stopping, as an inequality; nil if all filters were tried one by one.
    package var stop: String?

    /// The error by which families are compared.
    package var judged: Double { heldOutRMS ?? rms }

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
      let sum = found.indices.sum {
        objective.tally(found[$0], group: $0).meanSquare(movingWeight)
      }
      heldOut = (sum / Double(found.count)).squareRoot()
    }
    let tallies = objective.tallies(best.smoothing)
    func root(_ sum: KeyPath<SmoothingObjective.Tally, Double>, _ count: KeyPath<SmoothingObjective.Tally, Int>)
      -> Double?
    {
      let n = tallies.sum { $0[keyPath: count] }
      return n > 0 ? (tallies.sum { $0[keyPath: sum] } / Double(n)).squareRoot() : nil
    }
    return Estimate(
      smoothing: best.smoothing, rms: objective.cost(tallies, movingWeight: movingWeight).squareRoot(),
      heldOutRMS: heldOut, rmsStill: root(\.still, \.stillCount),
      rmsMoving: root(\.moving, \.movingCount), settling: objective.settling(best.smoothing),
      samples: objective.count, jumps: grid.jumps, stop: best.descent?.stop?.rawValue)
  }

  /// The best smoothing, and the descent that found it; nil if all filters were tried one by one.
  private func best(_ grid: SmoothingGrid) -> (smoothing: Smoothing, descent: SmoothingDescent?) {
    let cells = grid.cells(movingWeight: movingWeight)
    guard !grid.search.ranges.isEmpty else { return (cells[0].smoothing, nil) }
    // Two descents from cells that are apart, since the cost has several valleys.
    let starts = [cells[0]] + cells.dropFirst().filter { $0.place.isApart(from: cells[0].place) }.prefix(1)
    let weights = grid.objective.weights(movingWeight)
    let descents = starts.map { SmoothingDescent(from: $0.place, weights: weights).run(grid.search, grid.objective) }
    let descent = descents.count > 1 && descents[1].cost < descents[0].cost ? descents[1] : descents[0]
    return (descent.smoothing(grid, orLower: cells[0]), descent)
  }

  /// For each group, the best smoothing for all other groups. If the grid's best cell for them is beside the one for
  /// all groups, then so is their minimum, and the descent begins at the minimum for all groups.
  private func best(
    _ grid: SmoothingGrid, near all: (smoothing: Smoothing, descent: SmoothingDescent?)
  ) -> [Smoothing] {
    let lowest = grid.cells(movingWeight: movingWeight)[0].place
    return grid.objective.groups.indices.map { group in
      let cell = grid.cells(movingWeight: movingWeight, without: group)[0]
      guard let descent = all.descent else { return cell.smoothing }
      let weights = grid.objective.weights(movingWeight, without: group)
      let start =
        cell.place.isApart(from: lowest)
        ? SmoothingDescent(from: cell.place, weights: weights) : SmoothingDescent(from: descent, weights: weights)
      return start.run(grid.search, grid.objective).smoothing(grid, orLower: cell)
    }
  }
}

/// One person's track in one scenario, with the fields that assign it to a held-out group.
package struct SmoothingTake: Equatable {
  /// Scenario of the recording: `validation`, `reading`, or a recording's own name.
  package var scenario: String
  package var participant: Int
  package var track: PointerTrack

  package init(scenario: String, participant: Int, track: PointerTrack) {
    (self.scenario, self.participant, self.track) = (scenario, participant, track)
  }

  /// Groups of takes that are held out together: by scenario if there are several, else by person.
  static func groups(_ takes: [SmoothingTake]) -> [[PointerTrack]] {
    let isOneScenario = takes.allSatisfy { $0.scenario == takes.first?.scenario }
    var (names, groups): ([String], [[PointerTrack]]) = ([], [])
    for take in takes where take.track.samples.contains(where: { $0.reference != nil }) {
      let name = isOneScenario ? "\(take.participant)" : take.scenario
      if let index = names.firstIndex(of: name) {
        groups[index].append(take.track)
      } else {
        names.append(name)
        groups.append([take.track])
      }
    }
    return groups
  }
}

/// The family to use, chosen by the error on data to which its numbers were not fitted.
package struct SmoothingSelection: Equatable {
  /// Share by which a more complicated filter must lower the error: a person does not notice a smaller gain.
  package static let worthwhile = 0.01
  /// Weights of the samples just after a jump, for which the trade-off of lag against jitter is computed.
  package static let frontWeights = [1.0 / 256, 1.0 / 64, 1.0 / 16, 1.0 / 4, 1, 4]

  package let estimates: [SmoothingFit.Estimate]
  package let chosen: SmoothingFit.Estimate

  /// Chooses the simplest family whose held-out error is within `worthwhile` of the lowest; nil without estimates.
  package init?(_ estimates: [SmoothingFit.Estimate]) {
    let order = Smoothing.Family.allCases
    func place(_ estimate: SmoothingFit.Estimate) -> Int {
      order.firstIndex(of: estimate.smoothing.family) ?? order.count
    }
    self.estimates = estimates.sorted { place($0) < place($1) }
    guard let least = estimates.map(\.judged).min(),
      let chosen = self.estimates.first(where: { $0.judged * (1 - Self.worthwhile) <= least })
    else { return nil }
    self.chosen = chosen
  }

  package func choice(front: [CalibrationFile.SmoothingChoice.FrontPoint]? = nil) -> CalibrationFile.SmoothingChoice {
    var choice = CalibrationFile.SmoothingChoice(
      chosen.smoothing, rms: chosen.rms,
      rmsUnfiltered: estimates.first { $0.smoothing == .none }?.rms)
    choice.families = estimates.map(\.figures)
    choice.front = front
    return choice
  }
}
