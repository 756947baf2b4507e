import Calibrate
package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// The intervals of `calibrate` under a tracker that its fit does not contain: slow drift, head coupling, quadratic terms,
/// a scale error of distance, sessions. People simulated with a preset do the device's protocol, each repeat with another
/// phone and other people; each interval is compared with the truth, and what was predicted of a later session with
/// that session.
///
/// A person's true offset and gain are what the same fit gives of the same person without noise, drift, and session, the
/// device known: what the tracker's person-bound errors come to at this protocol.
package struct SimulatedCoverage: Sendable {
  /// One parameter.
  package struct Row: Sendable, Codable {
    /// A parameter, or `laterError`: the mean pointer error of a later session.
    package var name: String
    /// `mm`, `deg` or `1`.
    package var unit: String
    /// Intervals that were given.
    package var given = 0
    /// Those that held the truth.
    package var covered = 0
    /// `covered / given`.
    @ExplicitNull package var coverage: Double?
    /// Its 95 % interval: Clopper and Pearson's over repeats for the device's, over repeats' means for people.
    @ExplicitNull package var coverageCI95: ConfidenceInterval?
    /// Share of the plain intervals that held it, as if every frame were a witness.
    @ExplicitNull package var plainCoverage: Double?
    /// Mean of estimate − truth.
    @ExplicitNull package var bias: Double?
    /// Root mean square of it.
    @ExplicitNull package var rmsError: Double?
    /// The same of the data sheet's value: a fit should not be further off. nil for what no data sheet says.
    @ExplicitNull package var dataSheetError: Double?
    /// Mean half width of the intervals.
    @ExplicitNull package var halfWidth: Double?

    /// Are the repeats too few to tell 0.90 from 0.98?
    package var isUndecided: Bool { coverageCI95.map { $0.upper - $0.lower > 0.25 } ?? true }
    /// Does its coverage lie in 0.90…0.98?
    package var isReliable: Bool { coverage.map { (0.9...0.98).contains($0) } ?? false }
    /// Does it hold the truth more often than that?
    package var isTooWide: Bool { coverage.map { $0 > 0.98 } ?? false }
  }

  /// What is said of the panel's size where it is the profile's, and where it is 5 % larger than the profile has it: the same
  /// looks, fitted with that profile.
  package struct Panel: Sendable, Codable {
    /// Repeats in which the size was looked at.
    package var repeats = 0
    /// Of a right profile: "contradicts".
    package var falseAlarms = 0
    /// Of the other: "contradicts".
    package var found = 0
    /// Of the other: "cannot tell".
    package var cannotTell = 0
  }

  /// What came of it.
  package struct Report: Sendable, Codable {
    /// `gazesim.coverage.simulated`.
    package var schema = "gazesim.coverage.simulated"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// How the tracker errs.
    package var preset: String
    /// Repeats, each another phone with other people.
    package var repeats: Int
    /// People a repeat.
    package var participants: Int
    /// The first seed.
    package var seed: UInt64
    /// Repeats that could not be fitted.
    package var failed: Int
    /// The parameters.
    package var parameters: [Row]
    /// A panel 5 % larger than its profile.
    package var panel: Panel
    /// Mean of the later sessions' mean errors, degrees.
    @ExplicitNull package var laterError: Double?
    /// Mean of what was predicted in the middle, degrees.
    @ExplicitNull package var predictedError: Double?
  }

  /// The device.
  package var profile: DeviceProfile
  /// Who is asked; seeds and phones are counted on from its own.
  package var simulation: Simulation
  /// How many repeats.
  package var repeats: Int

  /// A study from its parts.
  package init(profile: DeviceProfile, simulation: Simulation, repeats: Int) {
    self.profile = profile
    self.simulation = simulation
    self.repeats = repeats
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

  private struct Trial: Sendable {
    var findings: [Finding]
    var later: [(realised: Double, predicted: Double)]
    /// Of the profile's panel, and of one 5 % larger than the profile's.
    var panels: [CalibrationFile.PanelSize.Verdict]
  }

  /// Simulates, fits and compares; the result does not depend on `jobs`.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    var trials: [Trial?] = []
    while trials.count < repeats {
      let first = trials.count
      trials += try await mapInParallel(count: min(max(repeats / 50, jobs, 1), repeats - first), jobs: jobs) {
        try trial(first + $0)
      }
      progress(Double(trials.count) / Double(repeats))
    }
    let done = trials.compactMap { $0 }
    let names =
      done.first?.findings.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } } ?? []
    let later = done.flatMap(\.later)
    var panel = Panel()
    for verdicts in done.map(\.panels) where verdicts.count == 2 {
      panel.repeats += 1
      panel.falseAlarms += verdicts[0] == .contradicts ? 1 : 0
      panel.found += verdicts[1] == .contradicts ? 1 : 0
      panel.cannotTell += verdicts[1] == .cannotTell ? 1 : 0
    }
    func mean(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }
    return Report(
      device: profile.id, preset: simulation.preset.name, repeats: repeats, participants: simulation.participants,
      seed: simulation.seed, failed: trials.count { $0 == nil },
      parameters: names.map { row($0, done.map(\.findings)) }, panel: panel, laterError: mean(later.map(\.realised)),
      predictedError: mean(later.map(\.predicted)))
  }

  private func row(_ name: String, _ repeats: [[Finding]]) -> Row {
    let own = repeats.map { $0.filter { $0.name == name } }
    let all = own.flatMap { $0 }
    var row = Row(name: name, unit: all.first?.unit ?? "1")
    let given = all.filter { $0.half != nil }
    row.given = given.count
    row.covered = given.count(where: \.isCovered)
    guard !given.isEmpty else { return row }
    let n = Double(given.count)
    row.coverage = Double(row.covered) / n
    row.plainCoverage = Double(given.count(where: \.isPlainCovered)) / n
    row.bias = all.reduce(0) { $0 + $1.error } / Double(all.count)
    row.rmsError = (all.reduce(0) { $0 + $1.error * $1.error } / Double(all.count)).squareRoot()
    let sheet = all.compactMap(\.dataSheetError)
    if !sheet.isEmpty { row.dataSheetError = (sheet.reduce(0) { $0 + $1 * $1 } / Double(sheet.count)).squareRoot() }
    row.halfWidth = given.reduce(0) { $0 + ($1.half ?? 0) } / n
    if own.allSatisfy({ $0.count <= 1 }) {
      row.coverageCI95 = ConfidenceInterval.clopperPearson(successes: row.covered, of: row.given)
    } else {
      // People of one repeat share a phone.
      let means = own.filter { !$0.isEmpty }.map { Double($0.count(where: \.isCovered)) / Double($0.count) }
      let mean = means.reduce(0, +) / Double(means.count)
      let square = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(means.count - 1, 1))
      let reach = 1.96 * (square / Double(means.count)).squareRoot()
      // Where all hold it, or none, their spread says nothing: each phone then counts once.
      row.coverageCI95 =
        square > 0
        ? ConfidenceInterval(max(mean - reach, 0), min(mean + reach, 1))
        : ConfidenceInterval.clopperPearson(successes: mean > 0.5 ? means.count : 0, of: means.count)
    }
    return row
  }

  private func trial(_ index: Int) throws -> Trial? {
    var simulation = simulation
    simulation.seed &+= UInt64(index)
    if simulation.phone > 0 { simulation.phone &+= UInt64(index) }
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
    var later: [(realised: Double, predicted: Double)] = []
    var next = simulation
    next.scenario = .validation
    next.duration = 24
    for participant in 0..<simulation.participants {
      guard let predicted = estimate.later[participant], let person = estimate.person(participant) else { continue }
      let errors = LookErrors(
        StandardPipeline(
          geometry: estimate.geometry, person: person, smoothing: .none, trigger: profile.trigger.settings),
        geometry: truth, reference: .target)
      guard let realised = errors.figures(of: next, participant: participant).sampleError else { continue }
      later.append((realised, predicted.median))
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

  /// What is left out to see a person alone.
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

  /// The truth of a parameter in its unit.
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
