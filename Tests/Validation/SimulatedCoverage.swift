import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Coverage of the intervals of `calibrate` for a tracker with errors that its model does not contain: slow drift, head
/// coupling, quadratic terms, a scale error of distance, sessions. People simulated with a preset complete the device's
/// protocol, with another phone and other people in each repeat. Each interval is compared with the truth, and the
/// predicted error of a later session with the error in a simulated later session.
///
/// A person's true offset and gain are those of the same fit for the same person without noise, drift and session, with
/// a known device: they consist of the tracker's errors that stay with the person, as far as this protocol shows them.
struct SimulatedCoverage: Sendable {
  let profile: DeviceProfile
  /// Simulation of the first repeat; the seeds and phones of further repeats count up from its seed and phone.
  let simulation: Simulation
  let repeats: Int

  /// One parameter over all repeats, or `laterError`, the mean pointer error of a later session.
  struct Row: Sendable {
    let name, unit: String
    /// Number of intervals.
    let given: Int
    /// Share of the 95 % intervals that contain the truth, and of the plain ones, which treat every frame as
    /// independent.
    let coverage: Figure
    let plain: Double?
    /// Mean and root mean square of estimate − truth, and the latter of the data sheet's value, which a fit should not
    /// exceed.
    let bias, rmsError, dataSheetError: Double?
    /// Mean half width of the intervals.
    let halfWidth: Double?
  }

  struct Findings: Sendable {
    let rows: [Row]
    /// Verdicts on the panel's size from the same fixations, repeat by repeat: with the right profile, and with a wrong
    /// profile, whose panel is 5 % smaller than the true one.
    let panels: [[CalibrationFile.PanelSize.Verdict]]
    /// Number of repeats that could not be fitted.
    let failed: Int
    /// Mean over the later sessions of their mean errors, and mean over them of the predictions' medians, degrees.
    let laterError, predictedError: Double?
  }

  func table(jobs: Int) async throws -> StudyTable {
    let r = try await findings(jobs: jobs)
    let columns: [StudyColumn<Row>] = [
      .init("parameter", \.name), .init("unit", \.unit), .init("given", \.given), .init("coverage", 3, \.coverage),
      .init("plain", 3, \.plain), .init("bias", 3, \.bias), .init("RMS error", 3, \.rmsError),
      .init("data sheet's", 3, \.dataSheetError), .init("half width", 3, \.halfWidth), .init("verdict", verdict),
    ]
    func count(_ place: Int, _ verdict: CalibrationFile.PanelSize.Verdict) -> Int {
      r.panels.count { $0[place] == verdict }
    }
    return StudyTable(
      title: [
        """
        \(profile.id): \(repeats) phones with \(simulation.participants) people each, preset \
        \(simulation.preset.name), seeds from \(simulation.seed) on; \(r.failed) could not be fitted
        """
      ],
      parts: [StudyPart(nil, r.rows, columns)],
      remarks: [
        """
        pointer error in a later session: \(r.laterError, 2) deg on average over people; mean of the predicted \
        medians: \(r.predictedError, 2) deg
        """,
        """
        a panel 5 % larger than its profile: detected in \(count(1, .contradicts)) of \(r.panels.count) repeats, \
        cannot tell in \(count(1, .cannotTell)); false alarms with a correct profile: \(count(0, .contradicts))
        """,
      ])
  }

  private func verdict(_ row: Row) -> String {
    // With too few repeats, 0.90 and 0.98 cannot be distinguished.
    guard let interval = row.coverage.ci95, interval.upper - interval.lower <= 0.25, let share = row.coverage.value
    else { return "too few repeats to say" }
    return (0.9...0.98).contains(share) ? "covers" : share > 0.98 ? "too wide" : "unreliable"
  }

  private struct Finding: Sendable {
    var name: String
    var unit: String
    var error: Double
    var dataSheetError: Double?
    var half: Double?
    var isCovered: Bool
    var isPlainCovered: Bool
  }

  private struct Later: Sendable {
    var realised: Double
    var predicted: Double
  }

  private struct Trial: Sendable {
    var findings: [Finding]
    var later: [Later]
    /// Verdicts on the panel's size with the right profile and with the wrong profile (`Panel`).
    var panels: [CalibrationFile.PanelSize.Verdict]
  }

  func findings(jobs: Int) async throws -> Findings {
    let trials = try await mapInParallel(count: repeats, jobs: jobs) { try trial($0) }
    let done = trials.compactMap(\.self)
    let later = done.flatMap(\.later)
    let names = (done.first?.findings ?? []).reduce(into: [String]()) {
      if !$0.contains($1.name) { $0.append($1.name) }
    }
    return Findings(
      rows: names.map { row($0, done.map(\.findings)) }, panels: done.map(\.panels).filter { $0.count == 2 },
      failed: trials.count - done.count, laterError: mean(later.map(\.realised)),
      predictedError: mean(later.map(\.predicted)))
  }

  private func row(_ name: String, _ repeats: [[Finding]]) -> Row {
    let own = repeats.map { $0.filter { $0.name == name } }
    let all = own.flatMap(\.self)
    let given = all.filter { $0.half != nil }
    func share(_ holds: (Finding) -> Bool) -> Double? { mean(given.map { holds($0) ? 1 : 0 }) }
    func rms(_ errors: [Double]) -> Double? { mean(errors.map { $0 * $0 })?.squareRoot() }
    return Row(
      name: name, unit: all.first?.unit ?? "1", given: given.count,
      coverage: Figure(share(\.isCovered), given.isEmpty ? nil : interval(own, given)),
      plain: name == "laterError" ? nil : share(\.isPlainCovered), bias: mean(all.map(\.error)),
      rmsError: rms(all.map(\.error)), dataSheetError: rms(all.compactMap(\.dataSheetError)),
      halfWidth: mean(given.map { $0.half ?? 0 }))
  }

  /// 95 % interval of the coverage. For the device's parameters it is Clopper and Pearson's over repeats; for people's
  /// parameters it is over the means of repeats, since people of one repeat share a phone.
  private func interval(_ own: [[Finding]], _ given: [Finding]) -> ConfidenceInterval? {
    if own.allSatisfy({ $0.count <= 1 }) {
      return ConfidenceInterval.clopperPearson(successes: given.count(where: \.isCovered), of: given.count)
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
    guard let judged = try? JudgedFit(fit, looks) else { return nil }
    let estimate = judged.estimate
    let people = try Self.people(simulation)
    var findings: [Finding] = []
    for (parameter, plain) in zip(estimate.parameters, judged.plain) where parameter.session == nil {
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

  /// People's calibrations from a take in which only their own errors remain.
  private static func people(_ simulation: Simulation) throws -> [Int: PersonCalibration] {
    let clean = try simulation.withoutNoise(nor: ["tracker.sessionBiasSD", "tracker.faceRotationBiasSD"])
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
