import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Compares the pipeline `standard` with and without recentring, in the arms of `Arm`, in a loop that each arm closes
/// itself: the scenario `reading`, with each person's five points from an earlier session.
///
/// All arms are simulated with the same people and the same draws; only the page and what the people do for the arm
/// differ. Of each person only the figures are kept.
struct RecentreStudy: Study {
  static let name = "recentre"
  static let question = "The benefit of recentring the pointer in the session, by the evidence used."

  let profile: DeviceProfile
  /// Number of people in each draw.
  var participants = 200
  /// Draws of people and phones; every bar is judged for each of them.
  var draws = [Draw(seed: 1, phone: 1)]
  /// Splits of the raw error.
  var worlds: [World]
  /// Arms that are compared with `none`.
  var arms = Arm.judged
  /// Conditions in which `reading` is compared with its own ratio in the plain one, besides the plain one.
  var conditions: [Condition] = []
  /// Share of the visible pointer's error that people compensate, 0…1; with 0 no pointer is visible.
  var compensation = 0.0
  /// Length of a take, seconds, at least 90.
  var seconds = 180.0

  /// The draw on which the settings of recentring were tuned; whoever judges takes other ones.
  static let tuned = Draw(seed: 77, phone: 81)

  init(_ profile: DeviceProfile, worlds: [World]) { (self.profile, self.worlds) = (profile, worlds) }

  init(_ options: inout Options) throws {
    // The three splits that bracket the unknown one.
    let splits = try options.names("split") ?? ["person", "typical", "session"]
    self.init(try options.device(), worlds: try splits.map { try World($0) })
    participants = try options.participants(participants)
    let (seeds, phones) = (try options.numbers("seed"), try options.numbers("phone"))
    guard phones.count == 1 || phones.count == seeds.count else {
      throw Options.Mistake(description: "--phone: expected one phone, or one for each seed")
    }
    draws = seeds.indices.map { Draw(seed: seeds[$0], phone: phones[phones.count == 1 ? 0 : $0]) }
    compensation = try options.number("compensation", 0.0, 0...1)
    seconds = try options.number("duration", seconds, 90...3600)
    let named = try options.names("condition") ?? []
    conditions = try named == ["all"] ? Condition.all : named.map { try Condition.named($0) }
    arms = try options.names("arms").map { try $0.map { try Arm.named($0) } } ?? Arm.judged + Arm.pure
    // A condition needs the plain ratio of reading.
    if conditions.contains(where: { $0 != .typical }), !arms.contains(.reading) { arms.append(.reading) }
  }

  /// One draw in one world and condition, with the arms that are run in it; the first is `none`.
  private struct Job: Sendable {
    let draw: Draw
    let split: String
    let condition: Condition
    /// Split of the plain condition with which this one is compared.
    let reference: String
    let base: Simulation
    let arms: [Arm]
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable { table(try await rows(runner)) }

  /// Returns all rows: those of the plain condition first for each draw and split, then those of the conditions.
  func rows(_ runner: StudyRunner) async throws -> [Row] {
    let jobs = try self.jobs()
    let people = try await runner.cells(jobs.map { _ in participants }) { index, participant -> [Figures]? in
      let job = jobs[index]
      // People whom tracking fails are left out, as in every report.
      guard !job.base.person(participant).isFailing else { return nil }
      let setup = Run<GazeRig>(profile: profile, simulation: job.base, scenarios: [.reading]).setup(participant)
      return try job.arms.map {
        try Self.figures(of: participant, $0, job.base, setup, showsPointer: compensation > 0)
      }
    }
    var rows: [Row] = []
    for (job, people) in zip(jobs, people) {
      let plain = rows.filter { $0.draw == job.draw && $0.condition == .typical && $0.split == job.reference }
      let people = people.compactMap(\.self)
      for (place, arm) in job.arms.enumerated().dropFirst() {
        for window in windows(of: arm) {
          rows.append(
            Row(
              job.draw, job.split, job.condition, arm, window, people.map { (none: $0[0], arm: $0[place]) },
              plain: plain.first { $0.arm == arm && $0.window == window }))
        }
      }
    }
    return rows
  }

  private func jobs() throws -> [Job] {
    try draws.flatMap { draw in
      let plain = try worlds.map { try job(draw, $0, .typical, [.none] + arms) }
      let reference = worlds.first { $0.name == "typical" } ?? worlds[0]
      let others = try conditions.filter { $0 != .typical }.flatMap { condition in
        // The preset `pessimistic` has no splits.
        try (condition == .pessimistic ? [reference] : worlds).map { try job(draw, $0, condition, [.none, .reading]) }
      }
      return plain + others
    }
  }

  private func job(_ draw: Draw, _ world: World, _ condition: Condition, _ arms: [Arm]) throws -> Job {
    var base = Simulation(
      device: NominalPhone(profile), scenario: .reading, preset: world.preset, seed: draw.seed, phone: draw.phone,
      participants: participants, duration: seconds)
    base.loop = GazeRig.standard.name
    try condition.apply(to: &base)
    if compensation > 0 { try base.set("behaviour.compensation", compensation) }
    try base.validate()
    return Job(
      draw: draw, split: condition == .pessimistic ? condition.name : world.name, condition: condition,
      reference: world.name, base: base, arms: arms)
  }

  /// The windows of an arm. Readers who begin late are judged by the last two minutes.
  func windows(of arm: Arm) -> [Window] {
    arm == .reading
      ? [.early, .late, .whole] + (conditions.contains(.skimmingFirst) ? [.lastTwoMinutes] : []) : [.whole]
  }
}

extension RecentreStudy {
  /// Evidence from which the pipeline recentres its pointer, and what the people do for it.
  ///
  /// Every arm but `none` and the two pure ones also learns from the middle of reading, since an app that shows text
  /// has this evidence for nothing.
  enum Arm: String, Sendable, CaseIterable {
    case none
    /// The middle of reading, for the horizontal offset.
    case x
    /// `x`, and one dot at the take's start.
    case dot
    /// `x`, and taps on content, one in 15 s.
    case tap15
    /// The lines read.
    case reading
    case dotOnly = "dot-only"
    case tap15Only = "tap15-only"

    /// The arms that are compared with `none` by default.
    static let judged: [Arm] = [.x, .dot, .tap15, .reading]
    /// The arms that use one kind of evidence alone.
    static let pure: [Arm] = [.dotOnly, .tap15Only]

    /// The arm with this name.
    ///
    /// - Throws: `UnknownNameError` with the most similar names.
    static func named(_ name: String) throws(UnknownNameError) -> Self {
      guard let arm = Self(rawValue: name) else {
        throw UnknownNameError(kind: "arm", name: name, among: allCases.map(\.rawValue))
      }
      return arm
    }

    /// Settings of the pipeline's recentring; nil for none.
    var recentring: Recentring.Settings? {
      switch self {
      case .none: nil
      case .x, .dot, .tap15: Recentring.Settings(reading: .middle)
      case .reading: Recentring.Settings(reading: .lines)
      case .dotOnly, .tap15Only: Recentring.Settings(reading: .ignored)
      }
    }

    /// Constants of the simulation: what the people do, and what the app states.
    var constants: [String: Double] {
      switch self {
      case .none: [:]
      case .x, .reading: ["task.appStates": 1]
      case .dot, .dotOnly: ["task.appStates": 1, "task.dotAtStart": 1]
      case .tap15, .tap15Only: ["task.appStates": 1, "task.tapInterval": 15]
      }
    }
  }

  /// The tracker's error: a preset with a split.
  struct World: Sendable {
    /// Name of a split, or of the preset `pessimistic` or `ideal`.
    let name: String
    let preset: GazePreset

    /// The world with this name: `pessimistic`, `ideal`, or a split of the preset `typical`.
    ///
    /// - Throws: `UnknownNameError` for another name.
    init(_ name: String) throws {
      self.name = name
      preset = try [.pessimistic, .ideal].first { $0.name == name } ?? ErrorSplit.named(name).preset()
    }
  }

  /// The numbers from which people and phone are drawn.
  struct Draw: Sendable, Equatable, CustomStringConvertible {
    let seed, phone: UInt64
    var description: String { "seed \(seed), phone \(phone)" }
  }

  /// Circumstances of reading. The pipeline is set up for none of them, and knows none.
  struct Condition: Sendable, Equatable {
    /// Question about reading in a condition.
    enum Question {
      /// Does it stay within a quarter of its ratio in the plain condition?
      case same
      /// Does it help, and how much?
      case help
      /// Does it do no harm, although no line fits?
      case harm
    }

    let name: String
    let question: Question
    /// Constants that the condition changes, by key.
    var constants: [String: Double] = [:]
    /// Factor of the slow drift.
    var driftFactor = 1.0

    /// The preset `typical` as it is.
    static let typical = Condition(name: "typical", question: .same)
    static let pessimistic = Condition(name: "pessimistic", question: .same)
    /// All lines are skimmed in the first two minutes, of a long page.
    static let skimmingFirst = Condition(
      name: "skimmingFirst", question: .help,
      constants: ["task.skimming": 1, "task.skimmingUntil": 120, "task.pageScreens": 16])

    static let all: [Condition] =
      [
        typical, pessimistic, skimmingFirst, Condition(name: "drift", question: .same, driftFactor: 1.5),
        Condition(name: "driftTwice", question: .help, driftFactor: 2),
      ]
      + conditions(
        .same,
        [
          // Steps of 5.5 characters instead of 8, and more regressions.
          "steps": ["task.step": 5.5, "task.regressions": 0.2], "skimming": ["task.skimming": 0.3],
          "skipParagraph": ["task.skipParagraph": 0.3], "reread": ["task.reread": 0.2],
          "startAt": ["task.startAt": 0.5], "notReading": ["task.notReading": 0.3],
        ])
      // Reading as the filter expects it, made harder.
      + conditions(
        .help,
        [
          "text12": ["task.textSize": 12], "text23": ["task.textSize": 23], "text28": ["task.textSize": 28],
          "skimmingHalf": ["task.skimming": 0.5], "notReading60": ["task.notReading": 0.6],
          "japanese": ["task.script": 1],
        ])
      // No reading line by line. The last four were written down before the filter was made to let go, and nothing was
      // tuned on them. In `column` the app states lines over both columns.
      + conditions(
        .harm,
        [
          "column": ["task.column": 0.45, "task.columnFrom": 0.55], "text33": ["task.textSize": 33],
          "text40": ["task.textSize": 40], "skimmingAll": ["task.skimming": 1],
          "notReading80": ["task.notReading": 0.8], "columns": ["task.layout": 1],
          "column36": ["task.column": 0.45, "task.columnFrom": 0.55, "task.textSize": 36],
          "list": ["task.layout": 2], "restless": ["task.skimming": 0.7, "task.notReading": 0.3],
          "headings": ["task.layout": 3],
        ])

    private static func conditions(
      _ question: Question, _ constants: KeyValuePairs<String, [String: Double]>
    ) -> [Condition] {
      constants.map { Condition(name: $0.key, question: question, constants: $0.value) }
    }

    /// The condition with this name.
    ///
    /// - Throws: `UnknownNameError` with the most similar names.
    static func named(_ name: String) throws(UnknownNameError) -> Self {
      guard let condition = all.first(where: { $0.name == name }) else {
        throw UnknownNameError(kind: "condition", name: name, among: all.map(\.name))
      }
      return condition
    }

    /// Changes a simulation to this condition.
    func apply(to simulation: inout Simulation) throws {
      if self == .pessimistic { simulation.preset = .pessimistic }
      if driftFactor != 1 {
        let drift = try GazeConstant.named("tracker.driftSD").value(in: simulation.parameters)
        try simulation.set("tracker.driftSD", driftFactor * drift)
      }
      for (key, value) in constants { try simulation.set(key, value) }
    }
  }
}
