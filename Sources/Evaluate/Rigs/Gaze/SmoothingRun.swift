import Calibrate
import GazePipeline
import GazeRecording
import GazeSimulation

/// From unsmoothed pointers to a smoothing: every family fitted, one chosen, the front of lag against jitter swept.
struct SmoothingRun: Sendable {
  /// What simulated people do besides the calibration: a pointer's daily life, in a later session.
  static let scenarios: [GazeScenario] = [.validation, .reading, .pursuit]
  /// As much of a take as is used, seconds: more people and scenarios say more than more of the same.
  static let seconds = 30.0
  /// As many people as are used.
  static let mostPeople = 6

  /// The pointers.
  var takes: [SmoothingTake]

  /// The choice with what justifies it; nil where lag cannot be told from jitter.
  ///
  /// The outcome does not depend on `jobs`.
  func choice(jobs: Int) async throws -> CalibrationFile.SmoothingChoice? {
    guard let selection = try await selection(jobs: jobs) else { return nil }
    // No filter has nothing to trade; the 1€ filter shows what smoothing would cost.
    let chosen = selection.chosen.smoothing.family
    let (takes, family) = (takes, chosen == .none ? .oneEuro : chosen)
    let weights = SmoothingSelection.frontWeights
    let front = try await mapInParallel(count: weights.count, jobs: jobs) { index in
      (try? SmoothingFit(movingWeight: weights[index]).fit(family, to: takes, holdsOut: false)).map {
        CalibrationFile.SmoothingChoice.FrontPoint(movingWeight: weights[index], figures: $0.figures)
      }
    }
    return selection.choice(front: front.compactMap { $0 })
  }

  /// Every family's best and the chosen one.
  func selection(jobs: Int) async throws -> SmoothingSelection? {
    let takes = takes
    // The longest first.
    let families = Array(Smoothing.Family.allCases.reversed())
    let estimates = try await mapInParallel(count: families.count, jobs: jobs) { index in
      try? SmoothingFit().fit(families[index], to: takes)
    }
    return SmoothingSelection(estimates.compactMap { $0 })
  }

  /// What these people do, through a geometry and their calibrations, in a fixed order.
  static func takes(
    _ simulation: Simulation, _ scenarios: [GazeScenario], geometry: ScreenGeometry, jobs: Int,
    person: @escaping @Sendable (Int) -> PersonCalibration
  ) async throws -> [SmoothingTake] {
    let people = min(simulation.participants, mostPeople)
    return try await mapInParallel(count: scenarios.count * people, jobs: jobs) { index in
      var take = simulation
      take.scenario = scenarios[index / people]
      take.duration = seconds
      let participant = index % people
      let track = PointerTrack.tracks(
        from: take.frames(participant: participant).lazy.map(\.observation), geometry: geometry, person: person
      ).first
      return track.map { SmoothingTake(scenario: take.scenario.rawValue, participant: participant, track: $0) }
    }.compactMap { $0 }
  }
}
