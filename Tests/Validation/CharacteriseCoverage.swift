import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

@testable import Evaluate
@testable import Inspection
@testable import StudySupport

/// Characterises simulated people, one per seed, and compares each interval with the truth of that person's recording,
/// or of that person's two recordings over time (`CalibrationPlan.drift` on two days).
struct CharacteriseCoverage: Sendable {
  let profile: DeviceProfile
  /// Simulation of the first recording; the seeds and phones of further recordings count up from its seed and phone.
  let simulation: Simulation
  let repeats: Int
  /// True for the error over time: the people read, and an app leads them through `CalibrationPlan.drift` in sessions 0
  /// and 1.
  var isOverTime = false

  /// One characteristic over all recordings.
  struct Row: Sendable, Equatable {
    let name, unit: String
    /// Number of recordings that gave an interval, and of those whose interval contained the truth.
    let given, covered: Int
    /// Mean of the true values, and of value − truth.
    let realised, bias: Double?
    /// Median width of the intervals.
    let width: Double?

    var coverage: Figure {
      Figure(
        given > 0 ? Double(covered) / Double(given) : nil, .clopperPearson(successes: covered, of: given))
    }

    /// Minimum number of intervals for a verdict: with 60 intervals and a true coverage of 95 %, the observed coverage
    /// is below 90 % once in twenty times.
    fileprivate var verdict: String {
      given < 60 ? "too few" : coverage.value ?? 0 < 0.9 ? "below 90 %" : "covers at least 90 %"
    }
  }

  func table(jobs: Int) async throws -> StudyTable {
    let columns: [StudyColumn<Row>] = [
      .init("characteristic", \.name), .init("unit", \.unit), .init("given", \.given), .init("covered", \.covered),
      .init("coverage", 3, \.coverage), .init("true value, mean", 5, \.realised), .init("bias", 5, \.bias),
      .init("median width", 5, \.width), .init("verdict", \.verdict),
    ]
    return StudyTable(
      title: [
        """
        \(profile.id): \(repeats) seeds from \(simulation.seed) on, one person and phone each, \
        \(simulation.scenario.rawValue)\(isOverTime ? " with dots at 0, 1, 3 and 10 min on two days" : ""), preset \
        \(simulation.preset.name); given: recordings that gave an interval
        """
      ],
      parts: [StudyPart(nil, try await rows(jobs: jobs), columns)])
  }

  /// The characteristics, in the order of `PersonCharacter`.
  func rows(jobs: Int) async throws -> [Row] {
    let results = try await mapInParallel(count: repeats, jobs: jobs) { result($0) }
    return results[0].rows.filter { results[0].truth[$0.name] != nil }.map { row(results, $0) }
  }

  private struct Result: Sendable {
    let rows: [Characteristic]
    let truth: [String: Double]
  }

  private func result(_ index: Int) -> Result {
    // Each repeat has another phone, since one phone's camera would shift every gain in the same direction.
    var simulation = simulation.repeated(index)
    simulation.participants = 1
    if isOverTime { return overTime(simulation) }
    var character = PersonCharacter(
      screen: profile.geometry, cameraSigma: profile.cameraSigma, scale: NoiseScale(simulation.parameters))
    for frame in simulation.frames(participant: 0) { character.step(frame.observation) }
    return Result(rows: character.finish(), truth: CharacteriseTruth(simulation).values)
  }

  /// The fit to two days of one person, with phone and person of the simulation.
  private func overTime(_ simulation: Simulation) -> Result {
    let scale = NoiseScale(simulation.parameters)
    let takes = [0, 1].map { session in
      var (day, character) = (
        simulation, PersonCharacter(screen: profile.geometry, cameraSigma: profile.cameraSigma, scale: scale)
      )
      day.session = session
      for observation in SynchronisedTake(day, participant: 0, plan: .drift) { character.step(observation) }
      return character.sessionFixations(session)
    }
    let fit = SessionFit(takes, scale: scale, cameraSigma: profile.cameraSigma)
    return Result(
      rows: fit?.characteristics ?? SessionFit.missing(takes), truth: CharacteriseTruth.overTime(simulation))
  }

  private func row(_ results: [Result], _ first: Characteristic) -> Row {
    let found = results.compactMap { result -> (truth: Double, value: Double, interval: ConfidenceInterval)? in
      guard let found = result.rows.first(where: { $0.name == first.name }), !found.isUpperBound,
        let truth = result.truth[first.name], let value = found.value, let interval = found.ci95
      else { return nil }
      return (truth, value, interval)
    }
    return Row(
      name: first.name, unit: first.unit, given: found.count, covered: found.count { $0.interval.contains($0.truth) },
      realised: mean(found.map(\.truth)), bias: mean(found.map { $0.value - $0.truth }),
      width: Quantiles.upperMedian(found.map { $0.interval.upper - $0.interval.lower }))
  }
}
