private import Calibrate
public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation
import GazeTesting

/// One pipeline on simulated people: each does the personal calibration in an earlier session, then the scenarios.
public struct EvaluationRun: Sendable {
  /// Where a person's calibration comes from.
  public enum PersonCalibrationSource: String, Sendable, CaseIterable {
    /// Five points in an earlier session, as an app's users would do.
    case fivePoints = "5"
    /// Nowhere.
    case none
  }

  /// What an app without a calibration of a person can still do.
  public enum ConstantCorrection: Sendable, Equatable {
    /// Nothing.
    case none
    /// A constant for everybody, points.
    case fixed(SIMD2<Double>)
    /// Each person's own constant, the mean error of the same five points.
    case fivePoints
    /// Each person's own constant, the best for the very session that is judged: nobody could know it beforehand.
    case hindsight
  }

  /// The device.
  public var profile: Profile
  /// People, phone, tracker; its scenario is replaced by each of `scenarios`.
  public var simulation: Simulation
  /// What they do.
  public var scenarios: [Scenario]
  /// Which pipeline.
  public var pipeline: PipelineName
  /// The person's calibration.
  public var personCalibration: PersonCalibrationSource
  /// A fitted device, instead of the profile's geometry.
  public var calibration: CalibrationFile?
  /// Instead of the calibration's or profile's.
  public var smoothing: Smoothing?
  /// A constant added to the pointer of the article's pipelines.
  public var correction = ConstantCorrection.none

  /// Validation for the pointer, reading and staring for the scrolling.
  public static let defaultScenarios: [Scenario] = [.validation, .reading, .stare]

  /// A run; what is not given has its default.
  public init(
    profile: Profile, simulation: Simulation, scenarios: [Scenario] = defaultScenarios,
    pipeline: PipelineName = .standard, personCalibration: PersonCalibrationSource = .fivePoints,
    calibration: CalibrationFile? = nil, smoothing: Smoothing? = nil
  ) {
    self.profile = profile
    self.simulation = simulation
    self.scenarios = scenarios
    self.pipeline = pipeline
    self.personCalibration = personCalibration
    self.calibration = calibration
    self.smoothing = smoothing
  }

  /// One person's figures: for the pointer from the scenarios with targets (all where there are none), for the
  /// scrolling from those without (all where there are none).
  struct PersonFigures: Sendable {
    var pointer: PersonResult
    var scroll: PersonResult
    /// The personal session gave too few looks; the person went on without a calibration.
    var isUncalibrated: Bool
  }

  /// Screen and camera that the app believes in.
  var believed: ScreenGeometry { calibration?.screen(points: profile.geometry.points) ?? profile.geometry }

  var smoothingInForce: Smoothing { smoothing ?? calibration?.smoothing.value ?? profile.smoothingValue }

  /// The personal session of these people on this phone.
  private var earlier: Simulation {
    var earlier = simulation
    earlier.scenario = .personal
    earlier.duration = nil
    return earlier
  }

  /// nil where the personal session did not give what a fit needs, as happens to an app's users too.
  private func person(_ participant: Int) -> PersonCalibration? {
    guard pipeline.takesPersonCalibration, personCalibration == .fivePoints else { return PersonCalibration.none }
    return try? PersonFit.calibration(earlier.frames(participant: participant).lazy.map(\.observation), on: believed)
  }

  func setup(_ participant: Int) -> (setup: PipelineName.Setup, isUncalibrated: Bool) {
    let person = person(participant)
    var setup = PipelineName.Setup(
      geometry: believed, person: person ?? .none, smoothing: smoothingInForce,
      trigger: calibration?.trigger ?? profile.trigger.settings, device: profile.id)
    switch correction {
    case .none: break
    case .fixed(let offset): setup.constantOffset = offset
    case .hindsight: setup.constantOffset = ConstantOffset(people: [samples(participant, setup)]).best
    case .fivePoints:
      let errors = settledErrors(
        of: pipeline.pipeline(setup), on: earlier.frames(participant: participant).lazy.map(\.observation))
      if !errors.isEmpty { setup.constantOffset = -errors.reduce(.zero, +) / Double(errors.count) }
    }
    return (setup, person == nil)
  }

  /// Everybody's figures, in order.
  func people(jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> [PersonFigures] {
    try await Self.people([self], jobs: jobs, progress: progress).map { $0[0] }
  }

  /// Everybody's figures in several runs that differ in pipeline and calibration alone: each person's frames are made
  /// once and go through all of them.
  static func people(
    _ runs: [EvaluationRun], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [[PersonFigures]] {
    guard let first = runs.first else { return [] }
    return try await mapInParallel(count: first.simulation.participants, jobs: jobs) { participant in
      let setups = runs.map { $0.setup(participant) }
      let isFailing = first.simulation.person(participant).isFailing
      var results = runs.map { _ in [(hasTargets: Bool, result: PersonResult)]() }
      for scenario in first.scenarios {
        var task = first.simulation
        task.scenario = scenario
        var trials: [any Trial] = []
        for (run, setup) in zip(runs, setups) {
          let pipeline = run.pipeline.pipeline(setup.setup)
          trials.append(trial(pipeline, participant, run.profile.geometry, .truth, rate: task.rate))
        }
        for frame in task.frames(participant: participant) {
          for index in trials.indices { trials[index].take(frame) }
        }
        for index in trials.indices {
          var result = trials[index].close()
          result.isFailing = isFailing
          results[index].append((scenario.hasTargets, result))
        }
      }
      progress(participant)
      return zip(results, setups).map { results, setup in
        PersonFigures(
          pointer: .joined(results, withTargets: true), scroll: .joined(results, withTargets: false),
          isUncalibrated: setup.isUncalibrated)
      }
    }
  }

  /// The whole evaluation.
  ///
  /// - Throws: `UnknownName` for a limit on a metric that does not exist.
  public func evaluation(
    limits: [Gate] = [], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Evaluation {
    let people = try await people(jobs: jobs, progress: progress)
    return try Evaluation(
      subject, pointer: people.map(\.pointer), scroll: people.map(\.scroll),
      uncalibrated: people.count(where: \.isUncalibrated),
      limits: limits)
  }

  private var subject: Evaluation.Subject {
    Evaluation.Subject(
      against: .truth, loop: "open", device: profile.id, pipeline: pipeline.rawValue,
      scenario: scenarios.map(\.rawValue).joined(separator: "+"), source: "simulated", preset: simulation.preset.name,
      seed: simulation.seed, phone: simulation.phone,
      personCalibration: pipeline.takesPersonCalibration ? personCalibration.rawValue : "none",
      deviceCalibration: calibration?.provenance.rawValue ?? "profile",
      smoothing: (pipeline == .standard ? smoothingInForce : .movingAverage(10)).summary)
  }
}

extension PersonResult {
  /// Several takes of one person as one: those with targets, or those without; all where there is none of that kind.
  static func joined(_ takes: [(hasTargets: Bool, result: PersonResult)], withTargets: Bool) -> PersonResult {
    let wanted = takes.filter { $0.hasTargets == withTargets }
    let chosen = (wanted.isEmpty ? takes : wanted).map(\.result)
    var joined = chosen.first ?? PersonResult(participant: 0)
    for other in chosen.dropFirst() { joined.merge(other) }
    return joined
  }
}
