import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Compares the rules of the scroll trigger as they are used: each moves the page that simulated people read.
///
/// The people do `reading` in a closed loop and `stare`, which has no page; `validation` has targets, so by definition
/// it counts for no metric of scrolling and is not simulated. The rules are compared on the same people. Detection of
/// signs is not assumed: the share of signs that are too weak (`sign.miss`) is set so that the shipped detector detects
/// the requested share on other people, and the share that it detected is reported.
///
/// Figures that have to hold for any person are averaged over cells: places where people look in order to scroll, and
/// times for which an intent lasts. In a closed loop an intent lasts until it is served or the person's patience is
/// over, so a time limits `task.patience`; `task.intentTime`, which only an open loop uses, is set to the same value.
struct ConfirmStudy: Study {
  static let name = "confirm"
  static let question = "Scrolling that a facial sign confirms, against the gaze alone and the sign alone."

  /// Places of the gaze, shares of the screen's height; the range is that of the constant's assumption.
  static let gazes = [0.95, 1.02, 1.06, 1.12]
  /// Times for which an intent lasts, seconds; nil for the task's own patience.
  static let patiences: [Double?] = [nil, 0.8, 1.5, 2.5, 4]
  /// Constants that the study sets itself.
  static let own = [
    "sign.made", "sign.twoShapes", "sign.shape", "sign.upShape", "task.scrollGaze", "task.intentTime", "task.patience",
    "task.appStates", "task.dotAtStart", "task.tapInterval",
  ]
  /// Number of people of the pilot that sets `sign.miss`.
  static let pilots = 40

  let profile: DeviceProfile
  let simulation: Simulation
  /// Share of deliberate signs to be detected, of people who can make the sign.
  var detection = 0.8
  /// True to compute the map over peaks and spontaneous raises, too.
  var hasMap = false
  /// Cells; tests use fewer.
  var cells = patiences.flatMap { patience in gazes.map { Cell(gaze: $0, patience: patience) } }
  /// Arms; tests use others.
  var arms = Arm.all
  /// True to run only the arms that the bars compare.
  var hasOnlyBars: Bool {
    get { arms == Arm.judged }
    set { arms = newValue ? Arm.judged : Arm.all }
  }

  init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    table(try await findings(runner))
  }

  /// Results of all arms.
  struct Findings: Sendable {
    /// Number of people for whom tracking works.
    var people: Int
    /// `sign.miss` by rule.
    var misses: [ScrollRule: Double]
    var rows: [Row]
    var differences: [Difference]
    var map: Map?
  }

  /// Counts of each person in each cell, and the delays of all people.
  struct Result: Sendable {
    var people: [[Counts]] = []
    /// Delays by whether the intent's time was limited.
    var delays: [Bool: SignedQuantileSketch] = [:]
  }

  /// Arms in cells, with constants of the simulation.
  struct Stage: Sendable {
    var arms: [Arm]
    var cells: [Cell]
    var constants: [(key: String, value: Double)] = []
  }

  /// One person with one arm.
  struct ArmCounts: Sendable, Codable {
    /// Counts by cell.
    var counts: [Counts]
    /// Delays by whether the intent's time was limited.
    var delays: [Bool: SignedQuantileSketch]
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    try check()
    let misses = try await misses(runner.part(0, 0.05))
    let stages = [Stage(arms: arms, cells: cells)] + (hasMap ? mapStages : [])
    var results = stages.map { _ in [Arm: Result]() }
    try await runner.part(0.05, 1).eachCell(
      stages.map { _ in simulation.participants }, fault: { stage, _, person in Self.fault(person, stages[stage]) }
    ) { stage, participant in
      try self.person(participant, stages[stage], misses, simulation)
    } take: { stage, person in
      Self.add(person, stages[stage], to: &results[stage])
    }
    return Findings(
      people: results[0].values.first?.people.count ?? 0, misses: misses,
      rows: arms.flatMap { rows($0, results[0][$0] ?? Result()) }, differences: differences(results[0]),
      map: hasMap ? map(Array(results.dropFirst())) : nil)
  }

  private func check() throws {
    try simulation.validate()
    guard detection > 0, detection <= 1 else {
      throw SimulationError.argument("--detection \(detection): expected more than 0 and at most 1")
    }
    if let key = Self.own.first(where: { simulation.settings[$0] != nil }) {
      throw SimulationError.argument("--set \(key): the study sets this constant itself; leave it out")
    }
    guard (0..<simulation.participants).contains(where: { !simulation.person($0).isFailing }) else {
      throw SimulationError.argument("tracking fails for all people; give more --participants")
    }
  }

  /// One person in all arms of a stage; nil if tracking fails for the person.
  private func person(
    _ participant: Int, _ stage: Stage, _ misses: [ScrollRule: Double], _ base: Simulation
  ) throws -> [ArmCounts]? {
    guard !base.person(participant).isFailing else { return nil }
    var learned: [Bool: PersonCalibration] = [:]
    return try stage.arms.map { arm in
      let person = try learned[arm.isIdeal] ?? self.calibration(of: participant, self.tracker(arm, base))
      learned[arm.isIdeal] = person
      let (counts, delays) = try self.person(
        participant, arm, arm.cells(stage.cells), misses, person, stage.constants, base)
      return ArmCounts(counts: counts, delays: delays)
    }
  }

  private static func fault(_ person: [ArmCounts]?, _ stage: Stage) -> ContentFault? {
    guard let person else { return nil }
    return ContentFault("result", count: person.count, expected: stage.arms.count)
      ?? zip(stage.arms, person).lazy.compactMap { arm, own in
        ContentFault("result.counts", count: own.counts.count, expected: arm.cells(stage.cells).count)
      }.first
  }

  private static func add(_ person: [ArmCounts]?, _ stage: Stage, to results: inout [Arm: Result]) {
    for (arm, own) in zip(stage.arms, person ?? []) {
      results[arm, default: Result()].people.append(own.counts)
      for (isLimited, sketch) in own.delays {
        results[arm, default: Result()].delays[isLimited, default: SignedQuantileSketch()].merge(sketch)
      }
    }
  }

  /// One person with one arm in its cells.
  private func person(
    _ participant: Int, _ arm: Arm, _ cells: [Cell], _ misses: [ScrollRule: Double], _ person: PersonCalibration,
    _ constants: [(key: String, value: Double)], _ base: Simulation
  ) throws -> ([Counts], [Bool: SignedQuantileSketch]) {
    var task = try tracker(arm, base)
    let signs: [(key: String, value: Double)] = [
      ("sign.made", 1), ("sign.twoShapes", arm.rule == .sign ? 1 : 0), ("sign.upShape", 1),
      ("sign.miss", misses[arm.rule] ?? misses[.confirm] ?? 0),
    ]
    for (key, value) in signs + arm.recentre.constants + constants { try task.set(key, value) }
    if arm.spontaneous != 1 {
      let key = "sign.spontaneous"
      try task.set(key, arm.spontaneous * GazeConstant.named(key).value(in: task.parameters))
    }
    let trigger = trigger(arm.rule)
    func course(_ simulation: Simulation) -> Course {
      let run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [simulation.scenario])
      let pipeline = StandardPipeline(
        geometry: run.setup.geometry, person: person, smoothing: run.setup.smoothing, trigger: trigger,
        recentring: arm.recentre.settings, lines: simulation.stated(for: participant).lines.map(\.line))
      return Course(simulation, participant: participant, pipeline: pipeline, trigger: trigger)
    }
    // Nobody wants to scroll in `stare`, so its take is the same in all cells.
    task.scenario = .stare
    var stare = course(task)
    while stare.step() {}
    let idle = stare.finish()
    (task.scenario, task.loop) = (.reading, GazeRig.standard.name)
    var delays: [Bool: SignedQuantileSketch] = [:]
    let patience = try GazeConstant.named("task.patience").value(in: task.parameters)
    let takes = Self.takes(course(task), cells, patience: patience)
    for (cell, take) in zip(cells, takes) {
      delays[cell.patience != nil, default: SignedQuantileSketch()].merge(take.delays)
    }
    return (takes.map { $0.counts + idle.counts }, delays)
  }

  /// The trigger of a rule: the profile's for today's rule.
  private func trigger(_ rule: ScrollRule) -> ScrollTrigger.Settings {
    switch rule {
    case .edge: return profile.trigger.settings
    case .below: return .below
    case .confirm: return .confirm
    case .sign:
      var settings = ScrollTrigger.Settings.confirm
      settings.rule = .sign
      return settings
    }
  }

  /// The same people in front of an arm's tracker.
  private func tracker(_ arm: Arm, _ base: Simulation) throws -> Simulation {
    guard arm.isIdeal else { return base }
    var ideal = Simulation(
      device: base.device, scenario: base.scenario, preset: .ideal, seed: base.seed, participants: base.participants,
      duration: base.duration, rate: base.rate)
    ideal.noise = base.noise
    for (key, value) in base.settings { try ideal.set(key, value) }
    return ideal
  }

  private func calibration(of participant: Int, _ simulation: Simulation) -> PersonCalibration {
    let run = Run<GazeRig>(
      profile: profile, simulation: simulation, scenarios: [.reading], personCalibration: .fivePoints)
    return GazeRig.learn(run, participant).person
  }

  /// The share of weak signs at which the detector detects the requested share of all signs, by rule: measured on other
  /// people, all of whose signs are strong, since weak ones are never detected.
  private func misses(_ runner: StudyRunner) async throws -> [ScrollRule: Double] {
    if let stated = simulation.settings["sign.miss"] { return [.confirm: stated, .sign: stated] }
    var others = simulation.heldOut
    others.participants = min(others.participants, Self.pilots)
    let arms = [Arm(rule: .confirm), Arm(rule: .sign)]
    let cell = Cell(gaze: ScrollRule.confirm.gazePlace, patience: nil)
    let stage = Stage(arms: arms, cells: [cell])
    var pilot: [Arm: Result] = [:]
    let people = others
    try await runner.each(others.participants) {
      try self.person($0, stage, [.confirm: 0, .sign: 0], people)
    } take: {
      Self.add($0, stage, to: &pilot)
    }
    return try arms.reduce(into: [:]) { misses, arm in
      let counts = (pilot[arm]?.people ?? []).joined().reduce(Counts(), +)
      guard let share = counts.detection.value, share > 0 else {
        throw SimulationError.argument(
          "no deliberate sign was detected in the pilot; give more --participants or a longer --duration")
      }
      misses[arm.rule] = max(1 - detection / share, 0)
    }
  }
}
