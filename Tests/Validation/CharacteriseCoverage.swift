import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

/// Characterises simulated people, one per seed, and compares each interval with the truth of that person's recording,
/// or of that person's two recordings over time (`CalibrationPlan.drift` on two days).
struct CharacteriseCoverage: Study {
  static let name = "characterize"
  static let question = "Do the intervals of 'characterize' have their stated coverage?"

  let profile: DeviceProfile
  /// Simulation of the first recording; the seeds and phones of further recordings count up from its seed and phone.
  let simulation: Simulation
  let repeats: Int
  /// True for the error over time: the people read, and an app leads them through `CalibrationPlan.drift` in sessions 0
  /// and 1.
  let isOverTime: Bool

  init(profile: DeviceProfile, simulation: Simulation, repeats: Int, isOverTime: Bool = false) {
    self.profile = profile
    self.simulation = simulation
    self.repeats = repeats
    self.isOverTime = isOverTime
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let rows = try await rows(runner)
    let columns: [StudyColumn<CoverageRow>] = [
      .init("characteristic", \.name), .init("unit", \.shownUnit), .init("given", count: \.given),
      .init("covered", count: \.covered),
      .init("coverage", 3) { $0[.coverage] }, .init(3) { $0.counts?.coverageCI95 },
      .init("true value, mean", 5) { $0[.realised] }, .init("bias", 5) { $0[.bias] },
      .init("median width", 5) { $0[.width] },
    ]
    return StudyTable(
      title: [
        """
        \(profile.id): \(NumberText.count(repeats, "seed")) from \(simulation.seed) on, one person and phone each, \
        \(simulation.scenario.rawValue)\(isOverTime ? " with dots at 0, 1, 3 and 10 min on two days" : ""), preset \
        \(simulation.preset.name)
        """,
        "given: recordings that gave an interval; 95 %: interval of the coverage (Clopper-Pearson)",
      ],
      parts: [StudyPart(rows, columns)], remarks: verdict(rows))
  }

  /// Minimum number of intervals for a verdict: with 60 intervals and a true coverage of 95 %, the observed coverage is
  /// below 90 % once in twenty times.
  private static let fewest = 60

  private func verdict(_ rows: [CoverageRow]) -> [String] {
    let few = rows.filter { $0.given < Self.fewest }
    let judged = rows.filter { $0.given >= Self.fewest }
    let missed = judged.filter { ($0[.coverage] ?? 0) < 0.9 }
    func list(_ rows: [CoverageRow]) -> String { rows.map(\.name).joined(separator: ", ") }
    var lines: [String] = []
    if !missed.isEmpty {
      lines.append("below 90 %: \(list(missed))")
    } else if !judged.isEmpty {
      lines.append("all \(few.isEmpty ? "" : "other ")intervals cover at least 90 %")
    }
    if !few.isEmpty { lines.append("too few repeats to say (fewer than \(Self.fewest) intervals): \(list(few))") }
    return lines
  }

  /// The characteristics, in the order of `PersonCharacter`.
  func rows(_ runner: StudyRunner) async throws -> [CoverageRow] {
    let results = try await runner.cells(repeats) { result($0) }
    return (results.first?.rows ?? []).indices.compactMap { row(results, $0) }
  }

  private struct Result: Sendable, Codable {
    var rows: [Characteristic]
    var truth: [String: Double]
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
      for observation in LedTake(day, participant: 0, plan: .drift) { character.step(observation) }
      return character.sessionLooks(session)
    }
    let fit = SessionFit(takes, scale: scale, cameraSigma: profile.cameraSigma)
    return Result(
      rows: fit?.characteristics ?? SessionFit.missing(takes), truth: CharacteriseTruth.overTime(simulation))
  }

  private func row(_ results: [Result], _ index: Int) -> CoverageRow? {
    guard let first = results.first?.rows[index], results[0].truth[first.name] != nil else { return nil }
    var (given, covered) = (0, 0)
    var (realised, bias, widths) = (0.0, 0.0, [Double]())
    for result in results {
      guard let found = result.rows.first(where: { $0.name == first.name }), !found.isUpperBound,
        let truth = result.truth[first.name], let value = found.value,
        let interval = found.ci95
      else { continue }
      given += 1
      if interval.contains(truth) { covered += 1 }
      realised += truth
      bias += value - truth
      widths.append(interval.upper - interval.lower)
    }
    let n: Double? = given > 0 ? Double(given) : nil
    return CoverageRow(
      name: first.name, unit: first.unit,
      counts: CoverageRow.Counts(
        given: given, covered: covered,
        coverageCI95: ConfidenceInterval.clopperPearson(successes: covered, of: given)),
      figures: [
        .coverage: n.map { Double(covered) / $0 }, .realised: n.map { realised / $0 }, .bias: n.map { bias / $0 },
        .width: Quantiles.upperMedian(widths),
      ])
  }
}
