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

  /// Who moves the page in the scenarios that have one.
  public enum Loop: String, Sendable, CaseIterable {
    /// The person's wish.
    case open
    /// The very pipeline that is judged.
    case closed
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
  /// How far its offset is believed: it is an earlier session's.
  public var trust = PersonTrust.assumed
  /// A fitted device, instead of the profile's geometry.
  public var calibration: CalibrationFile?
  /// Instead of the calibration's or profile's.
  public var smoothing: Smoothing?
  /// Who moves the page; that of `simulation` does not count. Scenarios without a page stay open.
  public var loop = Loop.open
  /// A constant added to the pointer of every pipeline but `standard`.
  public var correction = ConstantCorrection.none
  /// Keep what an HTML page replays and draws along time; costs time and memory.
  public var recordsTracks = false

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
  public struct PersonFigures: Sendable {
    var pointer: PersonResult
    var scroll: PersonResult
    /// The personal session gave too few looks; the person went on without a calibration.
    var isUncalibrated: Bool
    /// For a page, where one was asked for.
    var record: TrackRecord?
  }

  /// Screen and camera that the app believes in, as the interface stands.
  var believed: ScreenGeometry {
    (calibration?.screen(points: profile.geometry.points) ?? profile.geometry).turned(to: simulation.orientation)
  }

  var smoothingInForce: Smoothing { smoothing ?? calibration?.smoothing.value ?? profile.smoothingValue }

  /// The personal session of these people on this phone.
  private var earlier: Simulation {
    var earlier = simulation
    earlier.scenario = .personal
    earlier.duration = nil
    earlier.loop = "open"
    return earlier
  }

  /// nil where the personal session did not give what a fit needs, as happens to an app's users too.
  private func person(_ participant: Int) -> PersonCalibration? {
    guard pipeline.takesPersonCalibration, personCalibration == .fivePoints else { return PersonCalibration.none }
    var person = try? PersonFit.calibration(
      earlier.frames(participant: participant).lazy.map(\.observation), on: believed)
    person?.trust = trust
    return person
  }

  func setup(_ participant: Int) -> (setup: PipelineName.Setup, isUncalibrated: Bool) {
    let person = person(participant)
    var isUncalibrated = person == nil
    var setup = PipelineName.Setup(
      geometry: believed, person: person ?? .none, smoothing: smoothingInForce,
      trigger: calibration?.trigger ?? profile.trigger.settings, device: profile.id,
      panelPoints: profile.panelPoints)
    if pipeline == .moawinberg, personCalibration == .fivePoints {
      let frames = earlier.frames(participant: participant).lazy.map(\.observation)
      setup.fivePointMap = FivePointMap(of: pipeline.pipeline(setup), on: frames)
      isUncalibrated = setup.fivePointMap == nil
    }
    switch correction {
    case .none: break
    case .fixed(let offset): setup.constantOffset = offset
    case .hindsight: setup.constantOffset = ConstantOffset(people: [samples(participant, setup)]).best
    case .fivePoints:
      let errors = settledErrors(
        of: pipeline.pipeline(setup), on: earlier.frames(participant: participant).lazy.map(\.observation))
      if !errors.isEmpty { setup.constantOffset = -errors.reduce(.zero, +) / Double(errors.count) }
    }
    return (setup, isUncalibrated)
  }

  /// Everybody's figures, in order, from participant `first` on.
  public func people(
    from first: Int = 0, jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [PersonFigures] {
    try await Self.people([self], from: first, jobs: jobs, progress: progress).map { $0[0] }
  }

  /// A person's pipeline at its start, with what the person's calibration gives it.
  public func personalPipeline(_ participant: Int) -> any PointerPipeline {
    pipeline.pipeline(setup(participant).setup)
  }

  /// The simulation of one of the scenarios, with the loop that it has there.
  func simulation(of scenario: Scenario) -> Simulation {
    var task = simulation
    task.scenario = scenario
    task.loop = loop == .closed && scenario.hasPage ? pipeline.rawValue : "open"
    return task
  }

  /// Everybody's figures in several runs, whole.
  static func people(
    _ runs: [EvaluationRun], from start: Int = 0, jobs: Int,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [[PersonFigures]] {
    try await people(runs, from: start, jobs: jobs, progress: progress) { $0 }
  }

  /// Everybody's figures in several runs that differ in pipeline, calibration and loop alone: each person's frames are
  /// made once and go through all of them. Where a pipeline moves the page, it is another page for each.
  ///
  /// - Parameter keep: what is kept of a person who is done; whole figures hold sketches, too much of a thousand people.
  static func people<Kept: Sendable>(
    _ runs: [EvaluationRun], from start: Int = 0, jobs: Int,
    progress: @escaping @Sendable (Int) -> Void = { _ in },
    keeping keep: @escaping @Sendable (PersonFigures) -> Kept
  ) async throws -> [[Kept]] {
    guard let first = runs.first else { return [] }
    let recording = TrackRecording(runs)
    return try await mapInParallel(count: max(first.simulation.participants - start, 0), jobs: jobs) { index in
      let participant = start + index
      let setups = runs.map { $0.setup(participant) }
      let screen = first.profile.geometry.turned(to: first.simulation.orientation)
      let person = first.simulation.person(participant)
      var tape = recording?.tape(participant, isFailing: person.isFailing)
      var results = runs.map { _ in [(hasTargets: Bool, result: PersonResult)]() }
      for scenario in first.scenarios {
        let tasks = runs.map { $0.simulation(of: scenario) }
        var trials = zip(runs, setups).map { run, setup -> any Trial in
          let pipeline = run.pipeline.pipeline(setup.setup)
          return trial(pipeline, participant, screen, .truth, rate: first.simulation.rate)
        }
        let open = tasks.indices.filter { tasks[$0].loop == "open" }
        // Pages that several pipelines move are several pages: a replay would show one of them beside all pointers.
        let isShown = open.count == runs.count || runs.count == 1
        if isShown { tape?.begin(scenario.rawValue, hasTargets: scenario.hasTargets) }
        if let any = open.first {
          for frame in tasks[any].frames(participant: participant) {
            if isShown, tape != nil {
              tape?.add(frame, open.map { trials[$0].take(frame) })
            } else {
              for index in open { trials[index].take(frame) }
            }
          }
        }
        var logs = [ReadingLog?](repeating: nil, count: tasks.count)
        for index in tasks.indices where tasks[index].loop != "open" {
          if isShown, tape != nil {
            logs[index] = trials[index].closeLoop(tasks[index].frames(participant: participant), &tape)
          } else {
            logs[index] = trials[index].closeLoop(tasks[index].frames(participant: participant))
          }
        }
        if isShown { tape?.end() }
        for index in trials.indices {
          var result = trials[index].close()
          result.isFailing = person.isFailing
          result.flag = person.flag?.rawValue
          result.reading = logs[index].map { log in
            ReadingFigures(
              log, touchSeconds: tasks[index].touchSeconds(participant: participant, lines: log.linesRead))
          }
          results[index].append((scenario.hasTargets, result))
        }
      }
      progress(participant)
      let record = recording?.record(tape)
      return zip(results, setups).map { results, setup in
        keep(
          PersonFigures(
            pointer: .joined(results, withTargets: true), scroll: .joined(results, withTargets: false),
            isUncalibrated: setup.isUncalibrated, record: record))
      }
    }
  }

  /// Refuses a closed loop without a page to move.
  public func validate() throws(SimulationError) {
    guard loop == .closed, !scenarios.contains(where: \.hasPage) else { return }
    let pages = Scenario.allCases.filter(\.hasPage).map(\.rawValue).joined(separator: ", ")
    throw .argument(
      "loop = closed: \(scenarios.map(\.rawValue).joined(separator: ", ")) has no page that a pipeline could move; "
        + "expected \(pages) among the scenarios")
  }

  /// The whole evaluation.
  ///
  /// - Throws: `UnknownName` for a limit on a metric that does not exist, `SimulationError` for a closed loop without a
  ///   page.
  public func evaluation(
    limits: [Gate] = [], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Evaluation {
    try validate()
    try Metric.check(limits)
    return try evaluation(of: try await people(jobs: jobs, progress: progress), limits: limits)
  }

  /// The evaluation of these people, whose figures are there already.
  public func evaluation(of people: [PersonFigures], limits: [Gate] = []) throws(UnknownName) -> Evaluation {
    var evaluation = try Evaluation(
      subject, pointer: people.map(\.pointer), scroll: people.map(\.scroll),
      uncalibrated: people.count(where: \.isUncalibrated),
      limits: limits)
    evaluation.attach(people.compactMap(\.record), of: self)
    return evaluation
  }

  private var subject: Evaluation.Subject {
    Evaluation.Subject(
      against: .truth, loop: loop == .open ? "open" : pipeline.rawValue, device: profile.id,
      pipeline: pipeline.rawValue,
      scenario: scenarios.map(\.rawValue).joined(separator: "+"), source: "simulated", preset: simulation.preset.name,
      seed: simulation.seed, phone: simulation.phone,
      personCalibration: pipeline.learnsFivePoints ? personCalibration.rawValue : "none",
      deviceCalibration: calibration?.provenance.rawValue ?? "profile",
      smoothing: pipeline.facts.smoothing ?? smoothingInForce.summary,
      noise: simulation.noise == 0 ? nil : simulation.noise, points: believed.points)
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
