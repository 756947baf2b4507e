import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Coverage of the intervals of `calibrate` for a tracker with errors that its model does not contain: slow drift, head
/// coupling, quadratic terms, a scale error of distance, sessions. People simulated with a preset complete the device's
/// protocol, with another phone and other people in each repeat. Each interval is compared with the truth, and the
/// predicted error of a later session with the error in a simulated later session.
///
/// A person's true offset and gain are those of the same fit for the same person without noise, drift and session, with
/// a known device: they consist of the tracker's errors that stay with the person, as far as this protocol shows them.
struct SimulatedCoverage: Study {
  static let name = CoverageStudy.name
  static let question = CoverageStudy.question

  let profile: DeviceProfile
  /// Simulation of the first repeat; the seeds and phones of further repeats count up from its seed and phone.
  let simulation: Simulation
  let repeats: Int

  init(profile: DeviceProfile, simulation: Simulation, repeats: Int) {
    self.profile = profile
    self.simulation = simulation
    self.repeats = repeats
  }

  /// Verdicts on the panel's size from the same fixations: with the right profile, and with a wrong profile, whose
  /// panel is 5 % smaller than the true one.
  struct Panel: Sendable {
    /// Number of repeats in which the size was judged.
    var repeats = 0
    /// Number of verdicts "contradicts" with the right profile, which are false alarms.
    var falseAlarms = 0
    /// Number of verdicts "contradicts" with the wrong profile.
    var found = 0
    /// Number of verdicts "cannot tell" with the wrong profile.
    var cannotTell = 0
  }

  struct Findings: Sendable {
    /// Rows of the parameters, and of `laterError`, the mean pointer error of a later session.
    var parameters: [CoverageRow]
    var panel = Panel()
    /// Number of repeats that could not be fitted.
    var failed: Int
    /// Mean over the later sessions of their mean errors, and mean over them of the predictions' medians, degrees.
    var laterError: Double?
    var predictedError: Double?
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let columns: [StudyColumn<CoverageRow>] = [
      .init("parameter", \.name), .init("unit", \.shownUnit), .init("given", count: \.given),
      .init("coverage", 3) { $0[.coverage] }, .init(3) { $0.counts?.coverageCI95 },
      .init("plain") { $0.name == "laterError" ? "" : NumberText.fixed($0[.plainCoverage], 3) },
      .init("bias", 3) { $0[.bias] }, .init("RMS error", 3) { $0[.rmsError] },
      .init("data sheet's", 3) { $0[.dataSheetError] }, .init("half width", 3) { $0[.halfWidth] },
      .init("says", verdict),
    ]
    return StudyTable(
      title: [
        """
        \(profile.id): \(repeats) phones with \(NumberText.count(simulation.participants, "person", "people")) each, \
        simulated, preset \(simulation.preset.name), seeds from \(simulation.seed) on
        """
      ],
      parts: [StudyPart(r.parameters, columns)],
      remarks: [
        """
        pointer error in a later session: \(NumberText.fixed(r.laterError, 2)) deg on average over people; mean of \
        the predicted medians: \(NumberText.fixed(r.predictedError, 2)) deg
        """,
        """
        a panel 5 % larger than its profile: detected in \(r.panel.found) of \(r.panel.repeats) repeats, cannot tell \
        in \(r.panel.cannotTell); false alarms with a correct profile: \(r.panel.falseAlarms) of \(r.panel.repeats)
        """,
      ] + CoverageRow.remarks(failed: r.failed))
  }

  private func verdict(_ row: CoverageRow) -> String {
    // With too few repeats, 0.90 and 0.98 cannot be distinguished.
    guard let interval = row.counts?.coverageCI95, interval.upper - interval.lower <= 0.25, let share = row[.coverage]
    else { return "too few repeats to say" }
    return (0.9...0.98).contains(share) ? "covers" : share > 0.98 ? "too wide" : "unreliable"
  }

  private struct Finding: Sendable, Codable {
    var name: String
    var unit: String
    var error: Double
    var dataSheetError: Double?
    var half: Double?
    var isCovered: Bool
    var isPlainCovered: Bool
  }

  private struct Later: Sendable, Codable {
    var realised: Double
    var predicted: Double
  }

  private struct Trial: Sendable, Codable {
    var findings: [Finding]
    var later: [Later]
    /// Verdicts on the panel's size with the right profile and with the wrong profile (`Panel`).
    var panels: [CalibrationFile.PanelSize.Verdict]
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let trials = try await runner.cells(repeats) { try trial($0) }
    let done = trials.compactMap { $0 }
    let later = done.flatMap(\.later)
    func mean(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }
    var names: [String] = []
    for finding in done.first?.findings ?? [] where !names.contains(finding.name) { names.append(finding.name) }
    var findings = Findings(
      parameters: names.map { row($0, done.map(\.findings)) }, failed: trials.count { $0 == nil },
      laterError: mean(later.map(\.realised)), predictedError: mean(later.map(\.predicted)))
    for verdicts in done.map(\.panels) where verdicts.count == 2 {
      findings.panel.repeats += 1
      findings.panel.falseAlarms += verdicts[0] == .contradicts ? 1 : 0
      findings.panel.found += verdicts[1] == .contradicts ? 1 : 0
      findings.panel.cannotTell += verdicts[1] == .cannotTell ? 1 : 0
    }
    return findings
  }

  private func row(_ name: String, _ repeats: [[Finding]]) -> CoverageRow {
    let own = repeats.map { $0.filter { $0.name == name } }
    let all = own.flatMap { $0 }
    let given = all.filter { $0.half != nil }
    var counts = CoverageRow.Counts(given: given.count, covered: given.count(where: \.isCovered))
    var row = CoverageRow(name: name, unit: all.first?.unit ?? "1", counts: counts)
    row.figures = [
      .coverage: nil, .plainCoverage: nil, .bias: nil, .rmsError: nil, .dataSheetError: nil, .halfWidth: nil,
    ]
    guard !given.isEmpty else { return row }
    func meanSquareRoot(_ errors: [Double]) -> Double {
      (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }
    let n = Double(given.count)
    let sheet = all.compactMap(\.dataSheetError)
    row.figures = [
      .coverage: Double(counts.covered) / n, .plainCoverage: Double(given.count(where: \.isPlainCovered)) / n,
      .bias: all.reduce(0) { $0 + $1.error } / Double(all.count), .rmsError: meanSquareRoot(all.map(\.error)),
      .dataSheetError: sheet.isEmpty ? nil : meanSquareRoot(sheet),
      .halfWidth: given.reduce(0) { $0 + ($1.half ?? 0) } / n,
    ]
    counts.coverageCI95 = interval(own, counts)
    row.counts = counts
    return row
  }

  /// 95 % interval of the coverage. For the device's parameters it is Clopper and Pearson's over repeats; for people's
  /// parameters it is over the means of repeats, since people of one repeat share a phone.
  private func interval(_ own: [[Finding]], _ counts: CoverageRow.Counts) -> ConfidenceInterval? {
    if own.allSatisfy({ $0.count <= 1 }) {
      return ConfidenceInterval.clopperPearson(successes: counts.covered, of: counts.given)
    }
    let means = own.filter { !$0.isEmpty }.map { Double($0.count(where: \.isCovered)) / Double($0.count) }
    let mean = means.reduce(0, +) / Double(means.count)
    let square = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(means.count - 1, 1))
    let reach = 1.96 * (square / Double(means.count)).squareRoot()
    // If all intervals contain the truth or all miss it, the spread is 0; then each phone counts as one trial.
    return square > 0
      ? ConfidenceInterval(max(mean - reach, 0), min(mean + reach, 1))
      : ConfidenceInterval.clopperPearson(successes: mean > 0.5 ? means.count : 0, of: means.count)
  }

  private func trial(_ index: Int) throws -> Trial? {
    let simulation = simulation.repeated(index)
    let truth = simulation.screen
    let looks = Self.fixations(simulation)
    let fit = GeometryFit(nominal: profile.geometry, priors: GeometryPriors(profile))
    guard let estimate = try? fit.fit(looks) else { return nil }
    let people = try Self.people(simulation)
    var findings: [Finding] = []
    for (parameter, plain) in zip(estimate.parameters, estimate.plainErrors) where parameter.session == nil {
      guard let value = Self.value(parameter, truth, people) else { continue }
      let error = parameter.value - value
      findings.append(
        Finding(
          name: parameter.name, unit: parameter.unit, error: error,
          dataSheetError: parameter.participant == nil
            ? Self.value(parameter, profile.geometry, [:]).map { $0 - value } : nil,
          half: parameter.ci95.map { ($0[1] - $0[0]) / 2 },
          isCovered: parameter.ci95.map { $0[0] <= value && value <= $0[1] } ?? false,
          isPlainCovered: plain.map { abs(error) <= 1.96 * $0 } ?? false))
    }
    var later: [Later] = []
    var next = simulation
    next.scenario = .validation
    next.duration = 24
    for participant in 0..<simulation.participants {
      guard let predicted = estimate.later[participant], let person = estimate.person(participant) else { continue }
      let errors = FixationErrors(
        StandardPipeline(
          geometry: estimate.geometry, person: person, smoothing: .none, trigger: profile.trigger.settings),
        geometry: truth, reference: .target)
      guard let realised = errors.figures(of: next, participant: participant).sampleError else { continue }
      later.append(Later(realised: realised, predicted: predicted.median))
      findings.append(
        Finding(
          name: "laterError", unit: "deg", error: predicted.median - realised,
          half: (predicted.interval[1] - predicted.interval[0]) / 2,
          isCovered: predicted.interval[0] <= realised && realised <= predicted.interval[1], isPlainCovered: false))
    }
    return Trial(findings: findings, later: later, panels: panels(looks, estimate))
  }

  private func panels(_ looks: [Fixation], _ estimate: GeometryEstimate) -> [CalibrationFile.PanelSize.Verdict] {
    var smaller = profile.geometry
    smaller.metres /= 1.05
    let other = try? GeometryFit(nominal: smaller, priors: GeometryPriors(profile)).fit(looks)
    return [estimate.panelSize?.verdict, other?.panelSize?.verdict].compactMap { $0 }
  }

  private static func fixations(_ simulation: Simulation) -> [Fixation] {
    (0..<simulation.participants).flatMap { participant in
      FixationFinder.fixations(in: simulation.frames(participant: participant).lazy.map(\.observation)).fixations
    }
  }

  /// Constants set to 0 so that only the person's own errors remain.
  private static let passing = [
    "tracker.driftSD", "tracker.noiseSD", "tracker.whiteSD", "tracker.faceRotationNoise", "tracker.facePositionNoise",
    "tracker.distanceScaleSD", "tracker.dropoutRate", "tracker.sessionBiasSD", "tracker.faceRotationBiasSD",
    "behaviour.fixationBias", "behaviour.fixationDrift", "behaviour.landingSD", "behaviour.blinkRate",
  ]

  private static func people(_ simulation: Simulation) throws -> [Int: PersonCalibration] {
    var clean = simulation
    for key in passing { try clean.set(key, 0) }
    try clean.set("behaviour.landingGain", 1)
    let fit = GeometryFit(
      nominal: clean.screen, free: [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV], priors: nil)
    return try fit.fit(fixations(clean)).people
  }

  /// Returns the true value of a parameter in its unit.
  private static func value(
    _ parameter: CalibrationFile.Parameter, _ screen: ScreenGeometry, _ people: [Int: PersonCalibration]
  ) -> Double? {
    let person = parameter.participant.flatMap { people[$0] }
    return switch parameter.name {
    case "screenWidth": screen.metres.x * 1000
    case "screenHeight": screen.metres.y * 1000
    case "cameraX": screen.camera.x * 1000
    case "cameraY": screen.camera.y * 1000
    case "gazeOffsetH": person?.gazeOffset.towardsX.degrees
    case "gazeOffsetV": person?.gazeOffset.up.degrees
    case "gainH": person?.gain.x
    case "gainV": person?.gain.y
    default: nil
    }
  }
}
