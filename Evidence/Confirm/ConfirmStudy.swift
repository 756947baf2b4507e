import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Compares the rules of the scroll trigger as they are used: each moves the page that simulated people read.
///
/// The people do `reading` in a closed loop and `stare`, which has no page; `validation` has targets, so by definition
/// it counts for no metric of scrolling and is not simulated. The rules are compared on the same people. Detection of
/// signs is not assumed: the share of signs that are too weak (`sign.miss`) is set so that the shipped detector detects
/// the requested share on other people, and the share that it detected is reported.
///
/// Figures that have to hold for any person are averaged over cells: places where people look in order to scroll
/// (`task.scrollGaze`), and times for which an intent lasts. In a closed loop an intent lasts until it is served or the
/// person's patience is over, so a time limits `task.patience`. The study sets both constants itself, and those of
/// signs and of the evidence for recentring.
struct ConfirmStudy: Study {
  static let name = "confirm"
  static let question = "Scrolling that a facial sign confirms, against the gaze alone and the sign alone."

  /// A place where people look in order to scroll, and the time for which they do.
  struct Cell: Sendable, Hashable {
    /// Share of the screen's height; the range is that of the constant's assumption.
    var gaze: Double
    /// Seconds after which a finger scrolls; nil for the task's own patience.
    var patience: Double?

    var isLimited: Bool { patience != nil }
    var name: String {
      "gaze at \(NumberText.shortest(gaze))" + (patience.map { ", intent \(NumberText.shortest($0)) s" } ?? "")
    }

    static let all = [nil, 0.8, 1.5, 2.5, 4].flatMap { patience in
      [0.95, 1.02, 1.06, 1.12].map { Cell(gaze: $0, patience: patience) }
    }
  }

  /// A rule with its recentring on a tracker.
  struct Arm: Sendable, Hashable {
    var rule: ScrollRule
    var recentre = RecentreStudy.Arm.none
    /// True on the preset `ideal`, whose tracker has no error.
    var isIdeal = false
    /// Factor on the rate of spontaneous signs. The rule `sign` needs two shapes, of which each has the rate of the one
    /// that `confirm` needs; with a half, both together have it.
    var spontaneous = 1.0

    /// The arms of the bars, which run through all cells; the last one is the sign alone with as many spontaneous signs
    /// in all as `confirm`.
    static let judged = [Arm(rule: .edge), Arm(rule: .confirm), Arm(rule: .sign), Arm(rule: .sign, spontaneous: 0.5)]

    /// All arms in the order of the table.
    static let all: [Arm] =
      judged + [Arm(rule: .below)]
      + [ScrollRule.edge, .below].flatMap { rule in RecentreStudy.Arm.judged.map { Arm(rule: rule, recentre: $0) } }
      + [ScrollRule.edge, .confirm, .sign, .below].map { Arm(rule: $0, isIdeal: true) }

    /// Name in tables.
    var name: String {
      var parts = [rule.rawValue]
      if recentre != .none { parts.append(recentre.rawValue) }
      if spontaneous != 1 { parts.append("calm") }
      if isIdeal { parts.append("ideal") }
      return parts.joined(separator: ", ")
    }

    /// The cells in which people use it. The off-screen zone comes with an instruction where to look.
    func cells(_ all: [Cell]) -> [Cell] {
      if rule == .below { return [Cell(gaze: rule.gazePlace, patience: nil)] }
      return recentre == .none && !isIdeal ? all : all.filter { !$0.isLimited }
    }
  }

  /// Largest number of people of the pilot that sets `sign.miss`.
  static let pilots = 40

  let profile: DeviceProfile
  let simulation: Simulation
  /// Share of deliberate signs to be detected, of people who can make the sign.
  var detection = 0.8
  /// True to compute the map over peaks and spontaneous raises, too.
  var hasMap = false
  /// Cells; tests use fewer.
  var cells = Cell.all
  /// Arms; tests use others.
  var arms = Arm.all

  init(_ simulation: Simulation, _ profile: DeviceProfile) {
    (self.simulation, self.profile) = (simulation, profile)
  }

  init(_ options: inout Options) throws {
    let profile = try options.device()
    self.init(try options.simulation(profile, .reading, participants: 100), profile)
    hasMap = try options.flag("map")
    if try options.flag("bars") { arms = Arm.judged }
  }

  /// An arm in its cells, with constants of the simulation.
  private struct Task: Sendable {
    let arm: Arm
    let cells: [Cell]
    var constants: [String: Double] = [:]
  }

  /// One person with one arm.
  struct Outcome: Sendable, Codable {
    /// Counts by cell.
    var counts: [Counts] = []
    /// Delays of intents that last until they are served, and of limited ones.
    var delays = [SignedQuantileSketch(), SignedQuantileSketch()]
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let misses = try await misses(jobs: runner.jobs)
    let tasks = arms.map { Task(arm: $0, cells: $0.cells(cells)) } + (hasMap ? mapTasks : [])
    let people = try await runner.cells(tasks.map { _ in simulation.participants }) {
      try outcome($1, tasks[$0], misses, simulation)
    }.map { $0.compactMap(\.self) }
    let results = Dictionary(uniqueKeysWithValues: zip(arms, people))
    return Findings(
      people: people[0].count, misses: misses, rows: arms.flatMap { rows($0, results[$0] ?? []) },
      differences: differences(results), map: hasMap ? Map(people.dropFirst(arms.count).map(Counts.sum)) : nil)
  }

  /// Today's rule, and the confirmed rule at each rate and peak.
  private var mapTasks: [Task] {
    let cells = cells.filter { !$0.isLimited }
    return [Task(arm: Arm(rule: .edge), cells: cells)]
      + Map.places.map { rate, peak in
        Task(arm: Arm(rule: .confirm), cells: cells, constants: ["sign.peak": peak, "sign.spontaneous": rate])
      }
  }

  /// One person with an arm in its cells; nil if tracking fails for the person.
  private func outcome(
    _ participant: Int, _ task: Task, _ misses: [ScrollRule: Double], _ people: Simulation
  ) throws -> Outcome? {
    guard !people.person(participant).isFailing else { return nil }
    let arm = task.arm
    var base = people
    if arm.isIdeal { (base.preset, base.phone) = (.ideal, GazePreset.ideal.defaultPhone) }
    let earlier = Run<GazeRig>(
      profile: profile, simulation: base, scenarios: [.reading])
    let person = earlier.earlierSession(participant).person
    let signs: [String: Double] = [
      "sign.made": 1, "sign.twoShapes": arm.rule == .sign ? 1 : 0, "sign.upShape": 1,
      "sign.miss": misses[arm.rule] ?? misses[.confirm] ?? 0,
    ]
    for (key, value) in [signs, arm.recentre.constants, task.constants].joined() { try base.set(key, value) }
    if arm.spontaneous != 1 {
      let key = "sign.spontaneous"
      try base.set(key, arm.spontaneous * GazeConstant.named(key).value(in: base.parameters))
    }
    let trigger = trigger(arm.rule)
    func take(_ simulation: Simulation) -> (Counts, SignedQuantileSketch) {
      let run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [simulation.scenario])
      let pipeline = StandardPipeline(
        geometry: run.setup.geometry, person: person, smoothing: run.setup.smoothing, trigger: trigger,
        recentring: arm.recentre.recentring, lines: simulation.stated(for: participant).lines.map(\.line))
      return Self.take(simulation, participant, pipeline, trigger)
    }
    // Nobody wants to scroll in `stare`, so its take is the same in all cells.
    base.scenario = .stare
    let (idle, _) = take(base)
    (base.scenario, base.loop) = (.reading, GazeRig.standard.name)
    return try task.cells.reduce(into: Outcome()) { outcome, cell in
      var reading = base
      try reading.set("task.scrollGaze", cell.gaze)
      if let patience = cell.patience { try reading.set("task.patience", patience) }
      let (counts, delays) = take(reading)
      outcome.counts.append(counts + idle)
      outcome.delays[cell.isLimited ? 1 : 0].merge(delays)
    }
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

  /// The share of weak signs at which the detector detects the requested share of all signs, by rule: measured on other
  /// people, all of whose signs are strong, since weak ones are never detected.
  private func misses(jobs: Int) async throws -> [ScrollRule: Double] {
    let people = simulation.heldOut
    let cell = Cell(gaze: ScrollRule.confirm.gazePlace, patience: nil)
    var misses: [ScrollRule: Double] = [:]
    for rule in [ScrollRule.confirm, .sign] {
      let task = Task(arm: Arm(rule: rule), cells: [cell])
      let pilot = try await mapInParallel(count: min(people.participants, Self.pilots), jobs: jobs) {
        try outcome($0, task, [:], people)
      }
      guard let share = Counts.sum(pilot.compactMap(\.self)).detection.value, share > 0 else {
        throw SimulationError.argument(
          "no deliberate sign was detected in the pilot; give more --participants or a longer --duration")
      }
      misses[rule] = max(1 - detection / share, 0)
    }
    return misses
  }
}
