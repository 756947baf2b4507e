import Calibrate
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

/// Finds splits of the raw error (`ErrorSplit`) that agree with the published error, and their constants.
///
/// For each share and drift, four constants are fitted: the ratio of `tracker.biasSD` to `tracker.sessionBiasSD` (with
/// the face's rotation at twice the latter) determines the share, and both together determine the mean error;
/// `tracker.biasSpread` for its spread over people, and `tracker.biasUp` for a mean error vector without a vertical
/// part. The spread of the error is the mean one of studies with as many people as the publication had, since small
/// samples of a skewed quantity have a smaller spread on average. People and draws are the same in every evaluation.
/// The cost of a forecast (`SplitTakes`) is minimised, the minimum is simulated, and both steps are repeated.
struct SplitStudy: Study {
  static let name = "splits"
  static let question =
    "Ways to divide the raw error into a person's and a session's part that give the published error."

  /// Published values, and the tolerances within which a cell must agree with them.
  struct Goal: Sendable, Equatable {
    /// Mean over people, degrees.
    var mean = 3.2
    /// Tolerance of `mean`, degrees.
    var meanTolerance = 0.15
    /// Standard deviation over people, degrees.
    var sd = 2.0
    /// Tolerance of `sd`, degrees.
    var sdTolerance = 0.2
    /// Tolerance of the share.
    var shareTolerance = 0.03
    /// Number of people in the publication.
    var people = PopulationStudy.Goal().people
  }

  /// Result for one share and drift.
  struct Cell: Sendable, Equatable {
    /// Required share of the variance between takes that stays with the person.
    var share: Double
    /// `tracker.driftSD`, degrees.
    var drift: Double
    /// Constants by key, in their units.
    var constants: [String: Double]
    /// Mean error over people, degrees.
    var mean: Double
    /// Mean SD in studies with as many people as the publication had, degrees.
    var sd: Double
    /// Share that two sessions of the same people show.
    var foundShare: Double
    /// Mean vertical error, degrees up.
    var up: Double
    /// True if all results of the cell are within the goal.
    var isWithinGoal: Bool
  }

  /// People of the study.
  let study: PopulationStudy
  /// True to fit the constants for all shares and drifts; false to simulate the fitted constants in
  /// `ErrorSplit.fitted`.
  let isFitting: Bool
  private let goal = Goal()
  /// Maximum number of evaluations per cell.
  private static let rounds = 3
  /// Unit to which the constants are rounded.
  private static let resolution = 0.01

  init(_ study: PopulationStudy, isFitting: Bool) {
    self.study = study
    self.isFitting = isFitting
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let (cells, people) = try await findings(runner)
    let simulation = study.simulation
    func constant(_ name: String) -> StudyColumn<Cell> { .init(name, 2) { $0.constants["tracker.\(name)"] } }
    let columns: [StudyColumn<Cell>] = [
      .init("share", 1, \.share), .init("drift", 1, \.drift), constant("biasUp"), constant("biasSD"),
      constant("biasSpread"), constant("sessionBiasSD"), constant("faceRotationBiasSD"), .init("mean", 2, \.mean),
      .init("SD of 28", 2, \.sd), .init("share found", 2, \.foundShare),
      .init("") { $0.isWithinGoal ? "fits" : "does not fit" },
    ]
    return StudyTable(
      title: [
        """
        \(study.profile.id): \(NumberText.count(simulation.participants, "person", "people")) (\(people) in the \
        figures), two sessions each, simulated, preset \(simulation.preset.name), phone \(simulation.phone), seed \
        \(simulation.seed)
        """,
        """
        constants \(isFitting ? "fitted" : "as they are"); goal: mean \(NumberText.fixed(goal.mean)) ± \
        \(NumberText.fixed(goal.meanTolerance, 2)) deg, SD of \(goal.people) people \(NumberText.fixed(goal.sd)) ± \
        \(NumberText.fixed(goal.sdTolerance)) deg, share ± \(NumberText.fixed(goal.shareTolerance, 2))
        """,
      ],
      parts: [StudyPart(cells, columns)], remarks: ["\(cells.count(where: \.isWithinGoal)) of \(cells.count) fit"])
  }

  /// Returns all shares and drifts, including those that do not fit, and the number of people who count in the results:
  /// those for whom tracking works and who have no flag.
  private func findings(_ runner: StudyRunner) async throws -> (cells: [Cell], people: Int) {
    var cells: [Cell] = []
    var people = 0
    let wanted =
      isFitting
      ? ErrorSplit.drifts.flatMap { drift in
        ErrorSplit.shares.reversed().map { share in
          ErrorSplit(
            share: share, drift: drift, biasUp: 2.3, biasSD: 2.5 * share.squareRoot(), biasSpread: 0.5,
            sessionBiasSD: 1.1 * (1 - share).squareRoot())
        }
      } : ErrorSplit.fitted
    let simulated = isFitting ? nil : try await sessions(of: wanted, runner)
    for (index, split) in wanted.enumerated() {
      let runner = runner.part(index, of: wanted.count)
      var place = split
      var takes: SplitTakes
      if let simulated {
        takes = try SplitTakes(study, split, people: simulated[index])
      } else {
        takes = try await SplitTakes.simulated(study, split, runner)
        for _ in 0..<Self.rounds {
          let found = try best(takes, from: place)
          guard found != place else { break }
          place = found
          takes = try await SplitTakes.simulated(study, place, runner)
        }
      }
      guard let moments = takes.moments(at: place) else {
        throw SimulationError.argument(
          "\(takes.people.count) of \(study.simulation.participants) people have settled fixations in two sessions: "
            + "expected at least \(goal.people); give more people")
      }
      people = takes.people.count
      cells.append(cell(place, moments))
    }
    return (cells, people)
  }

  /// All people of the two sessions of each split.
  private func sessions(of splits: [ErrorSplit], _ runner: StudyRunner) async throws -> [[[PopulationStudy.Person]]] {
    let studies = try splits.flatMap { try SplitTakes.sessions(study, $0) }
    let people = try await runner.cells(studies.map(\.simulation.participants)) { studies[$0].person($1) }
    return splits.indices.map { [people[2 * $0], people[2 * $0 + 1]] }
  }

  private func cell(_ split: ErrorSplit, _ m: SplitTakes.Moments) -> Cell {
    Cell(
      share: split.share, drift: split.drift, constants: split.constants, mean: m.mean, sd: m.sd, foundShare: m.share,
      up: m.up,
      isWithinGoal: abs(m.mean - goal.mean) <= goal.meanTolerance && abs(m.sd - goal.sd) <= goal.sdTolerance
        && abs(m.share - split.share) <= goal.shareTolerance)
  }

  /// Returns the split of this share and drift whose forecast is nearest to the goal, in units of the tolerances.
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
    // A simplex may stop too early, so it is restarted from its result.
    for step in [0.3, 0.1] { x = try Simplex.minimise(from: x, step: step, tolerance: 1e-4, evaluations: 400, cost).x }
    return split(x)
  }
}
