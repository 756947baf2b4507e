import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

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
    var offsets: [SIMD2<Double>]
    /// Draws of the session, in standard deviations: the bias per axis, and the rotation of the face as a movement of
    /// the gaze.
    var bias: SIMD2<Double>
    var turn: SIMD2<Double>
  }

  /// One person.
  struct Person: Sendable {
    /// Draw of the person's own bias, in standard deviations.
    var bias: SIMD2<Double>
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
  static func simulated(
    _ study: PopulationStudy, _ split: ErrorSplit, _ runner: StudyRunner
  ) async throws -> SplitTakes {
    var people: [[PopulationStudy.Person]] = []
    for (index, session) in try sessions(study, split).enumerated() {
      people.append(try await runner.part(index, of: 2).map(session.simulation.participants) { session.person($0) })
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

  private static func degrees(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(v.x.degrees, v.y.degrees) }

  /// Returns the bias with a split, degrees right and up.
  private func bias(_ person: Person, _ take: Take, _ split: ErrorSplit) -> SIMD2<Double> {
    let factor = Elementary.exp(split.biasSpread * (person.logFactor - split.biasSpread / 2))
    let own = person.bias * split.biasSD + (take.bias + take.turn * 2) * split.sessionBiasSD
    return SIMD2(0, split.biasUp) + own * factor
  }

  /// Forecasts the results of another split with the same drift; nil with fewer people than the publication had.
  func moments(at other: ErrorSplit) -> Moments? {
    var (errors, means): ([[Double]], [[SIMD2<Double>]]) = ([[], []], [[], []])
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
    let sds = errors.compactMap { PopulationStudy.Goal().sampledSD($0) }
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
