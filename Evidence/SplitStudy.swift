import Calibrate
import GazePipeline
import GazeRecording
import PortableFoundation

@testable import Evaluate
@testable import GazeSimulation
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

  private typealias Goal = PopulationStudy.Goal
  private static let shareTolerance = 0.03

  /// Result for one share and drift.
  private struct Cell {
    /// Share and drift that are required, and the constants.
    let split: ErrorSplit
    let moments: SplitTakes.Moments

    /// Distances from the goal, in units of the tolerances.
    var misses: [Double] {
      [
        (moments.mean - Goal.mean) / Goal.meanTolerance, (moments.sd - Goal.sd) / Goal.sdTolerance,
        (moments.share - split.share) / shareTolerance,
      ]
    }
    var isWithinGoal: Bool { misses.allSatisfy { abs($0) <= 1 } }
  }

  /// People of the study.
  let study: PopulationStudy
  /// True to fit the constants for all shares and drifts; false to simulate the fitted constants in
  /// `ErrorSplit.fitted`.
  let isFitting: Bool
  /// Maximum number of evaluations per cell.
  private static let rounds = 3
  /// Unit to which the constants are rounded.
  private static let resolution = 0.01

  init(_ options: inout Options) throws {
    let profile = try options.device()
    study = PopulationStudy(try options.simulation(profile, .validation, participants: 1400), profile)
    isFitting = try options.flag("fit")
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let (cells, people) = try await cells(runner)
    func constant(_ name: String) -> StudyColumn<Cell> { .init(name, 2) { $0.split.constants["tracker.\(name)"] } }
    let columns: [StudyColumn<Cell>] = [
      .init("share", 1, \.split.share), .init("drift", 1, \.split.drift), constant("biasUp"), constant("biasSD"),
      constant("biasSpread"), constant("sessionBiasSD"), constant("faceRotationBiasSD"),
      .init("mean", 2, \.moments.mean), .init("SD of 28", 2, \.moments.sd), .init("share found", 2, \.moments.share),
      .init("") { $0.isWithinGoal ? "fits" : "does not fit" },
    ]
    return StudyTable(
      title: [
        """
        \(study.simulation.subject(study.profile)) (\(people) in the figures), two sessions each; constants \
        \(isFitting ? "fitted" : "as they are"); goal: mean \(Goal.mean, 1) ± \(Goal.meanTolerance, 2) deg, SD of \
        \(Goal.people) people \(Goal.sd, 1) ± \(Goal.sdTolerance, 1) deg, share ± \
        \(Self.shareTolerance, 2)
        """
      ],
      parts: [StudyPart(nil, cells, columns)], remarks: ["\(cells.count(where: \.isWithinGoal)) of \(cells.count) fit"])
  }

  /// Returns all shares and drifts, including those that do not fit, and the number of people who count in the results:
  /// those for whom tracking works and who have no flag.
  private func cells(_ runner: StudyRunner) async throws -> (cells: [Cell], people: Int) {
    let wanted =
      isFitting
      ? [0.4, 0.8, 1.2].flatMap { drift in
        [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1].map { share in
          ErrorSplit(
            share: share, drift: drift, biasUp: 2.3, biasSD: 2.5 * share.squareRoot(), biasSpread: 0.5,
            sessionBiasSD: 1.1 * (1 - share).squareRoot())
        }
      } : ErrorSplit.fitted
    var all = isFitting ? [] : try await simulated(wanted, runner)
    var places = wanted
    if isFitting {
      for index in wanted.indices {
        var takes = try await SplitTakes.simulated(study, wanted[index], jobs: runner.jobs)
        for _ in 0..<Self.rounds {
          let found = try best(takes, from: places[index])
          guard found != places[index] else { break }
          places[index] = found
          takes = try await SplitTakes.simulated(study, found, jobs: runner.jobs)
        }
        all.append(takes)
      }
    }
    let cells = try zip(places, all).map { split, takes in
      guard let moments = takes.moments(at: split) else {
        throw SimulationError.argument(
          "too few people have settled fixations in two sessions: expected \(PopulationStudy.Goal.people); give more")
      }
      return Cell(split: split, moments: moments)
    }
    return (cells, all.last?.people.count ?? 0)
  }

  /// The takes of splits; all people of their two sessions can be divided over shares.
  private func simulated(_ splits: [ErrorSplit], _ runner: StudyRunner) async throws -> [SplitTakes] {
    let studies = try splits.flatMap { try SplitTakes.sessions(study, $0) }
    let people = try await runner.cells(studies.map(\.simulation.participants)) { studies[$0].person($1) }
    return try splits.indices.map {
      try SplitTakes(study, splits[$0], people: [people[2 * $0], people[2 * $0 + 1]])
    }
  }

  /// Returns the split of this share and drift whose forecast is nearest to the goal, in units of the tolerances.
  private func best(_ takes: SplitTakes, from start: ErrorSplit) throws -> ErrorSplit {
    func split(_ x: [Double]) -> ErrorSplit {
      ErrorSplit(
        share: start.share, drift: start.drift, biasUp: x[0], biasSD: abs(x[1]), biasSpread: min(abs(x[2]), 1),
        sessionBiasSD: abs(x[3]))
    }
    func cost(_ x: [Double]) -> Double {
      let split = split(x)
      guard let moments = takes.moments(at: split) else { return .infinity }
      let misses = Cell(split: split, moments: moments).misses + [moments.up / Goal.meanTolerance]
      return misses.reduce(0) { $0 + $1 * $1 }
    }
    var x = [start.biasUp, start.biasSD, start.biasSpread, start.sessionBiasSD]
    // A simplex may stop too early, so it is restarted from its result.
    for step in [0.3, 0.1] { x = try Simplex.minimise(from: x, step: step, tolerance: 1e-4, evaluations: 400, cost).x }
    // The third constant is limited before it is rounded.
    x[2] = min(abs(x[2]), 1)
    return split(x.map { ($0 / Self.resolution).rounded() * Self.resolution })
  }
}

/// Two takes per person, in two sessions, and a forecast of their errors with another split.
///
/// The mean error o of each fixation and the draws of each person and session are stored. With other constants, the
/// bias b of person, session and face pose becomes b′, which is the same draws times other numbers, and the error of a
/// fixation is close to |o + b′ − b|. This holds only for splits with the same drift.
struct SplitTakes: Sendable {
  /// One take.
  struct Take: Sendable {
    /// Mean error over samples, degrees.
    var error: Double
    /// Mean pointer minus target of each fixation, degrees right and up.
    var offsets: [Vector2]
    /// Draws of the session, in standard deviations: the bias per axis, and the rotation of the face as a movement of
    /// the gaze.
    let bias, turn: Vector2
  }

  /// One person.
  struct Person: Sendable {
    /// Draw of the person's own bias, in standard deviations.
    var bias: Vector2
    /// Logarithm of the person's factor, in standard deviations.
    var logFactor: Double
    var takes: [Take]
  }

  /// Results over all people.
  struct Moments: Sendable, Equatable {
    /// Mean over people of their error, degrees.
    var mean: Double
    /// Mean standard deviation in studies of `PopulationStudy.Goal.people` people, degrees.
    var sd: Double
    /// Share of the variance of the mean error vector between takes that stays with the person.
    var share: Double
    /// Mean vertical error, degrees up.
    var up: Double
  }

  /// Constants that were simulated.
  var split: ErrorSplit
  var people: [Person]

  /// The study of each of the two sessions of a split.
  static func sessions(_ study: PopulationStudy, _ split: ErrorSplit) throws -> [PopulationStudy] {
    var study = try study.with(split.constants)
    return [1, 2].map { session in
      study.simulation.session = session
      return study
    }
  }

  /// The takes of a split whose people are simulated now, in every share.
  static func simulated(_ study: PopulationStudy, _ split: ErrorSplit, jobs: Int) async throws -> SplitTakes {
    var people: [[PopulationStudy.Person]] = []
    for session in try sessions(study, split) {
      people.append(try await mapInParallel(count: session.simulation.participants, jobs: jobs) { session.person($0) })
    }
    return try SplitTakes(study, split, people: people)
  }

  /// Takes from all people of the two sessions. People for whom tracking fails, whom published samples exclude, and
  /// people who have a flag, who are rare in published samples, are left out.
  init(_ study: PopulationStudy, _ split: ErrorSplit, people sessions: [[PopulationStudy.Person]]) throws {
    self.split = split
    let simulation = try study.with(split.constants).simulation
    var unit = simulation
    let one = ErrorSplit(share: split.share, drift: split.drift, biasUp: 0, biasSD: 1, biasSpread: 0, sessionBiasSD: 1)
    for (key, value) in one.constants { try unit.set(key, value) }
    try unit.set("tracker.faceRotationBiasSD", 1)
    var spread = unit
    try spread.set("tracker.biasSpread", 1)
    people = (0..<simulation.participants).compactMap { number in
      let person = unit.person(number)
      guard !person.isFailing, person.flag == nil else { return nil }
      let takes = [1, 2].compactMap { session -> Take? in
        let figures = sessions[session - 1][number].figures
        guard let error = figures.sampleError else { return nil }
        unit.session = session
        let drawn = unit.session(number)
        // A rotation about y moves the gaze to the right, and a rotation about x moves the gaze down.
        return Take(
          error: error, offsets: figures.offsets, bias: Self.degrees(drawn.bias),
          turn: Self.degrees(SIMD2(drawn.faceBias.y, -drawn.faceBias.x)))
      }
      guard takes.count == 2 else { return nil }
      return Person(
        bias: Self.degrees(person.error.bias), logFactor: Elementary.log(spread.person(number).error.spread) + 0.5,
        takes: takes)
    }
  }

  private static func degrees(_ v: Vector2) -> Vector2 { SIMD2(v.x.degrees, v.y.degrees) }

  /// Returns the bias with a split, degrees right and up.
  private func bias(_ person: Person, _ take: Take, _ split: ErrorSplit) -> Vector2 {
    let factor = Elementary.exp(split.biasSpread * (person.logFactor - split.biasSpread / 2))
    let own = person.bias * split.biasSD + (take.bias + take.turn * 2) * split.sessionBiasSD
    return SIMD2(0, split.biasUp) + own * factor
  }

  /// Forecasts the results of another split with the same drift; nil with fewer people than the publication had.
  func moments(at other: ErrorSplit) -> Moments? {
    var (errors, means): ([[Double]], [[Vector2]]) = ([[], []], [[], []])
    for person in people {
      for (k, take) in person.takes.enumerated() {
        let change = bias(person, take, other) - bias(person, take, split)
        let n = Double(max(take.offsets.count, 1))
        let more = take.offsets.reduce(0) { $0 + ($1 + change).length - $1.length }
        errors[k].append(take.error + more / n)
        means[k].append(take.offsets.reduce(.zero, +) / n + change)
      }
    }
    let n = Double(people.count)
    let all = errors.flatMap(\.self)
    let sds = errors.compactMap { PopulationStudy.Goal.sampledSD($0) }
    guard sds.count == 2 else { return nil }
    var (within, between, up) = (0.0, 0.0, 0.0)
    let middles = means.map { $0.reduce(.zero, +) / n }
    for (a, b) in zip(means[0], means[1]) {
      let (change, first, second) = (a - b, a - middles[0], b - middles[1])
      within += (change * change).sum() / (2 * n)
      between += (first * first + second * second).sum() / (2 * (n - 1))
      up += (a.y + b.y) / (2 * n)
    }
    return Moments(
      mean: all.reduce(0, +) / (2 * n), sd: (sds[0] + sds[1]) / 2, share: 1 - within / between, up: up)
  }
}
