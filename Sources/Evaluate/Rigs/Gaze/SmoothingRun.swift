import Calibrate
package import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

/// Selects a smoothing for unsmoothed pointers: fits every family of filters, chooses one, and computes the trade-off
/// of lag against jitter.
struct SmoothingRun {
  /// Scenarios that simulated people do in a later session, in addition to the calibration: the daily use of a pointer.
  static let scenarios: [GazeScenario] = [.validation, .reading, .pursuit]
  /// Length of a take that is used, seconds: more people and more scenarios are more informative than longer takes.
  static let seconds = 30.0
  /// Largest number of people that are used.
  static let mostPeople = 6

  /// The takes with unsmoothed pointers.
  var takes: [SmoothingTake]

  /// The choice of a selection with its justification.
  func choice(_ selection: SmoothingSelection, jobs: Int) async throws -> CalibrationFile.SmoothingChoice {
    // If the choice is no filter, it has no trade-off of lag against jitter, so the trade-off of the 1€ filter is
    // computed to show the cost of smoothing.
    let chosen = selection.chosen.smoothing.family
    guard let grid = try? SmoothingGrid(chosen == .none ? .oneEuro : chosen, takes) else { return selection.choice() }
    let weights = SmoothingSelection.frontWeights
    let front = try await mapInParallel(count: weights.count, jobs: jobs) { index in
      CalibrationFile.SmoothingChoice.FrontPoint(
        movingWeight: weights[index],
        figures: SmoothingFit(movingWeight: weights[index]).fit(grid, holdsOut: false).figures)
    }
    return selection.choice(front: front)
  }

  /// The best of every family, and the chosen one; nil if lag and jitter cannot be distinguished.
  ///
  /// The outcome does not depend on `jobs`.
  func selection(jobs: Int) async throws -> SmoothingSelection? {
    let takes = takes
    // The families whose fits take longest are started first.
    let families = Array(Smoothing.Family.allCases.reversed())
    let estimates = try await mapInParallel(count: families.count, jobs: jobs) { index in
      try? SmoothingFit().fit(families[index], to: takes)
    }
    return SmoothingSelection(estimates.compactMap { $0 })
  }

  /// Pointer tracks of these people, computed with a geometry and the people's calibrations, in a fixed order.
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

extension Smoothing {
  /// One line for a report.
  package var summary: String {
    func three(_ value: Double) -> String { NumberText.printf(value, 3) }
    return switch self {
    case .none: "none"
    case .movingAverage(let window): "mean of \(window)"
    case .oneEuro(let s):
      "1€ \(three(s.minCutoff)) Hz, beta \(three(s.beta)), \(three(s.derivativeCutoff)) Hz"
    case .exponential(let s): "exponential \(three(s.timeConstant * 1000)) ms"
    case .doubleExponential(let s):
      "double exponential \(three(s.timeConstant * 1000)) ms, trend \(three(s.trendTimeConstant * 1000)) ms"
    case .gatedTriangular(let s): "triangular mean of \(s.window), new beyond \(three(s.threshold)) pt"
    case .kalman(let s): "Kalman \(three(s.noise)) pt, \(three(s.acceleration)) pt/s², gate \(three(s.gate))"
    }
  }

  /// The smoothing with this name: `none`; `mean10` is the article's; the name of a family means the parameters of the
  /// family's `example`; nil for `profile`.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  package static func named(_ name: String) throws(UnknownNameError) -> Smoothing? {
    switch name {
    case "mean10": return .movingAverage(10)
    case "profile": return nil
    default:
      if let family = Family(rawValue: name), family != .movingAverage { return family.example }
      throw UnknownNameError(kind: "smoothing", name: name, among: names, listing: "gazesim evaluate --help")
    }
  }

  /// Every name that `named(_:)` knows.
  package static let names =
    ["profile", "none", "mean10"] + Family.allCases.filter { $0 != .none && $0 != .movingAverage }.map(\.rawValue)
}
