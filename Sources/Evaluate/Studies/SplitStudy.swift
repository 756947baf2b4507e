import Calibrate
import GazeRecording
import GazeSimulation

/// Which splits of the raw error (`ErrorSplit`) can be the published one, and with which constants.
///
/// For each share and drift four constants are sought: `tracker.biasSD` against `tracker.sessionBiasSD` (and the face's
/// rotation, twice that) for the share, both together for the mean error, `tracker.biasSpread` for its spread over people,
/// and `tracker.biasUp` for a mean error vector without a vertical part. The error's spread is that of studies of as many
/// people as the publication had: small samples of a skewed quantity find less than there is. People and draws are the
/// same in every evaluation; a forecast (`SplitTakes`) is minimised, its minimum simulated, and so on.
package struct SplitStudy: Sendable {
  /// How near a cell must come to the published figures.
  package struct Goal: Sendable, Codable, Equatable {
    /// Mean over people, degrees.
    package var mean = 3.2
    /// How far off it may be.
    package var meanTolerance = 0.15
    /// Standard deviation over people, degrees.
    package var sd = 2.0
    /// How far off it may be.
    package var sdTolerance = 0.2
    /// How far off the share may be.
    package var shareTolerance = 0.03
    /// People of the publication.
    package var people = PopulationStudy.Goal().people
  }

  /// One share and drift.
  package struct Cell: Sendable, Codable, Equatable {
    /// Share of the variance between takes that is to stay with the person.
    package var share: Double
    /// `tracker.driftSD`, degrees.
    package var drift: Double
    /// The constants, by key, in their units.
    package var constants: [String: Double]
    /// Mean error over people, degrees.
    package var mean: Double
    /// What a study of as many people as the publication had finds for its SD, on average, degrees.
    package var sd: Double
    /// The share that two sessions of the same people show.
    package var foundShare: Double
    /// Mean vertical error, degrees up.
    package var up: Double
    /// All within the goal.
    package var isWithinGoal: Bool
  }

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.splits`.
    package var schema = "gazesim.study.splits"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The tracker preset whose other constants are in force.
    package var preset: String
    /// The simulated phone.
    package var phone: UInt64
    /// Draws people, behaviour and noise.
    package var seed: UInt64
    /// Everybody.
    package var participants: Int
    /// People in the figures: tracking does not fail them, and nothing is special about them.
    package var people: Int
    /// The constants were sought, not taken from the table.
    package var isFitted: Bool
    /// What was asked for.
    package var goal: Goal
    /// All shares and drifts, those that do not fit too.
    package var cells: [Cell]
  }

  /// Who is asked.
  package var study: PopulationStudy
  /// What is asked for.
  package var goal = Goal()
  /// Evaluations a cell, at most.
  static let rounds = 3
  /// To what the constants are rounded.
  static let resolution = 0.01

  /// A study of these people.
  package init(_ study: PopulationStudy) { self.study = study }

  /// Simulates the fitted splits, or with `fit` seeks all of them; `progress` hears a share of 0…1.
  package func report(fit: Bool, jobs: Int, progress: (Double) -> Void = { _ in }) async throws -> Report {
    var cells: [Cell] = []
    var people = 0
    let wanted =
      fit
      ? ErrorSplit.drifts.flatMap { drift in
        ErrorSplit.shares.reversed().map { share in
          ErrorSplit(
            share: share, drift: drift, biasUp: 2.3, biasSD: 2.5 * share.squareRoot(), biasSpread: 0.5,
            sessionBiasSD: 1.1 * (1 - share).squareRoot())
        }
      } : ErrorSplit.fitted
    for (index, split) in wanted.enumerated() {
      var (place, takes) = (split, try await SplitTakes(study, split, jobs: jobs))
      if fit {
        for _ in 0..<Self.rounds {
          let found = try best(takes, from: place)
          guard found != place else { break }
          place = found
          takes = try await SplitTakes(study, place, jobs: jobs)
        }
      }
      guard let moments = takes.moments(at: place) else {
        throw SimulationError.argument(
          "\(takes.people.count) people have settled looks in two sessions: expected at least \(goal.people); give more people"
        )
      }
      people = takes.people.count
      cells.append(cell(place, moments))
      progress(Double(index + 1) / Double(wanted.count))
    }
    let s = study.simulation
    return Report(
      device: study.profile.id, preset: s.preset.name, phone: s.phone, seed: s.seed, participants: s.participants,
      people: people, isFitted: fit, goal: goal, cells: cells)
  }

  private func cell(_ split: ErrorSplit, _ m: SplitTakes.Moments) -> Cell {
    Cell(
      share: split.share, drift: split.drift, constants: split.constants, mean: m.mean, sd: m.sd, foundShare: m.share,
      up: m.up,
      isWithinGoal: abs(m.mean - goal.mean) <= goal.meanTolerance && abs(m.sd - goal.sd) <= goal.sdTolerance
        && abs(m.share - split.share) <= goal.shareTolerance)
  }

  /// The split of this share and drift whose forecast comes nearest to what is asked for, in units of the tolerances.
  private func best(_ takes: SplitTakes, from start: ErrorSplit) throws -> ErrorSplit {
    func split(_ x: [Double]) -> ErrorSplit {
      func round(_ x: Double) -> Double { (x / Self.resolution).rounded() * Self.resolution }
      return ErrorSplit(
        share: start.share, drift: start.drift, biasUp: round(x[0]), biasSD: round(abs(x[1])),
        biasSpread: round(min(abs(x[2]), 1)), sessionBiasSD: round(abs(x[3])))
    }
    func cost(_ x: [Double]) -> Double {
      let split = ErrorSplit(
        share: start.share, drift: start.drift, biasUp: x[0], biasSD: abs(x[1]), biasSpread: min(abs(x[2]), 1),
        sessionBiasSD: abs(x[3]))
      guard let m = takes.moments(at: split) else { return .infinity }
      let off = [
        (m.mean - goal.mean) / goal.meanTolerance, (m.sd - goal.sd) / goal.sdTolerance,
        (m.share - start.share) / goal.shareTolerance, m.up / goal.meanTolerance,
      ]
      return off.reduce(0) { $0 + $1 * $1 }
    }
    var x = [start.biasUp, start.biasSD, start.biasSpread, start.sessionBiasSD]
    // A simplex may settle too early: from where it did, once more.
    for step in [0.3, 0.1] { x = try Simplex.minimise(from: x, step: step, tolerance: 1e-4, evaluations: 400, cost).x }
    return split(x)
  }
}
