import GazeMetrics
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
  /// Number of people of each draw.
  var participants = 200
  /// Draws of people and phones; every bar is judged for each of them.
  var draws: [Draw] = [Draw(seed: 1, phone: 1)]
  /// Splits of the raw error.
  var worlds: [World]
  /// Arms that are compared with `none`.
  var arms = Arm.judged
  /// Conditions in which `reading` is compared with its own ratio in the plain one, besides the plain one.
  var conditions: [Condition] = []
  /// Share of the visible pointer's error that people compensate, 0…1; with 0 no pointer is visible.
  var compensation = 0.0
  /// Rule by which the pipeline scrolls: `edge` or `confirm`.
  var rule = ScrollRule.edge
  /// Length of a take, seconds, at least 90.
  var seconds = 180.0
  let bars = Bars()

  /// The draw on which the settings of recentring were tuned; whoever judges takes other ones.
  static let tuned = Draw(seed: 77, phone: 81)

  init(profile: DeviceProfile, worlds: [World]) { (self.profile, self.worlds) = (profile, worlds) }

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
    let tasks = try jobs.map { job in
      try job.arms.map { try Task($0, job.base, rule: rule, showsPointer: compensation > 0) }
    }
    let people = try await runner.part(0, 0.97).cells(
      jobs.map { _ in participants },
      fault: { job, _, figures in
        figures.flatMap { ContentFault("result", count: $0.count, expected: jobs[job].arms.count) }
      }
    ) { index, participant -> [Figures]? in
      let base = jobs[index].base
      // People whom tracking fails are left out, as in every report.
      guard !base.person(participant).isFailing else { return nil }
      let setup = Run<GazeRig>(profile: profile, simulation: base, scenarios: [.reading]).setup(participant)
      return tasks[index].map { $0.figures(participant, setup) }
    }
    var rows: [Row] = []
    for (index, job) in jobs.enumerated() {
      let judging = runner.part(0.97, 1).part(index, of: jobs.count)
      let found = try await self.rows(job, people[index].compactMap { $0 }, judging)
      let plain = rows.filter { $0.seed == job.draw.seed && $0.phone == job.draw.phone && $0.condition == .typical }
      for var row in found {
        let same = plain.first { $0.split == job.reference && $0.arm == row.arm && $0.window == row.window }
        if job.condition != .typical, let same { row.compare(with: same, bars) }
        rows.append(row)
      }
    }
    return rows
  }

  private func jobs() throws -> [Job] {
    try draws.flatMap { draw in
      let plain = try worlds.map { try job(draw, $0, .typical, [.none] + arms) }
      let reference = worlds.first { $0.name == "typical" } ?? worlds.first
      let others = try conditions.filter { $0 != .typical }.flatMap { condition in
        // The preset `pessimistic` has no splits.
        let worlds = condition == .pessimistic ? reference.map { [$0] } ?? [] : worlds
        return try worlds.map { try job(draw, $0, condition, [.none, .reading]) }
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
    // With this rule the people make signs in order to scroll.
    if rule == .confirm { try base.set("sign.made", 1) }
    try base.validate()
    return Job(
      draw: draw, split: condition == .pessimistic ? condition.rawValue : world.name, condition: condition,
      reference: world.name, base: base, arms: arms)
  }

  /// The windows of an arm. Readers who begin late are judged by the last two minutes.
  func windows(of arm: Arm) -> [Window] {
    arm.windows + (arm == .reading && conditions.contains(.skimmingFirst) ? [.lastTwoMinutes] : [])
  }

  private func rows(_ job: Job, _ people: [[Figures]], _ runner: StudyRunner) async throws -> [Row] {
    let places = job.arms.indices.dropFirst().flatMap { place in
      windows(of: job.arms[place]).map { (place: place, window: $0) }
    }
    let bars = bars
    return try await runner.map(places.count) { index in
      let (place, window) = places[index]
      return Row(
        job.draw, job.split, job.condition, job.arms[place], window, people.map { (none: $0[0], arm: $0[place]) },
        bars: bars)
    }
  }
}
