import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

/// Tunes the trigger on people of one seed. Then judges the trigger before and after tuning on people of another seed,
/// in each scenario, with a page that moves as the person intends (open loop) and with a page that the trigger itself
/// moves (closed loop).
struct TriggerStudy: Study {
  static let name = "trigger"
  static let question = "The benefit of tuning the scroll trigger, for people it was not tuned on."

  let profile: DeviceProfile
  /// Simulation of the people on whom the trigger is tuned; its scenario is ignored.
  let simulation: Simulation
  /// Costs of errors and delays.
  var cost = CalibrationFile.TriggerChoice.Cost()
  /// Duration of a judged take, seconds; nil for the scenario's own.
  var duration: Double?

  init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
  }

  /// A value over people with its 95 % interval.
  struct Figure: Sendable {
    /// Value over people; nil if nobody has a value.
    var value: Double?
    /// 95 % interval; nil with too few people.
    var ci95: ConfidenceInterval?

    init(_ estimate: PeopleEstimate?) { (value, ci95) = (estimate?.value, estimate?.interval.interval) }
  }

  /// Results of one trigger in one scenario and loop.
  struct Row: Sendable {
    /// `reading` or `recipe`.
    var scenario: String
    /// `open` or `closed`.
    var loop: String
    /// `before` or `after`.
    var trigger: String
    /// Number of people for whom tracking works.
    var people: Int
    /// F1 of scrolls against intents.
    var f1: Figure
    /// Points scrolled per minute of looking off the screen, including wanted scrolls.
    var offScreenScrollPointsPerMinute: Figure
    /// Scrolls without an intent per minute.
    var falsePerMinute: Figure
    /// Seconds of the person's time lost per minute.
    var cost: Figure
    /// Number of intended scrolls.
    var wishes: Int
    /// Number of intended scrolls that were answered; a partial answer counts as a fraction.
    var answered: Double
  }

  struct Findings: Sendable {
    /// Smoothing in use.
    var smoothing: String
    /// Tuned trigger.
    var after: ScrollTrigger.Settings
    /// Results for the people on whom the trigger was tuned.
    var tuning: CalibrationFile.TriggerChoice
    /// Results for people on whom the trigger was not tuned.
    var rows: [Row]
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let (before, asked) = (profile.trigger.settings, simulation.heldOut)
    let people = NumberText.count(simulation.participants, "person", "people")
    let columns: [StudyColumn<Row>] = [
      .init("scenario", \.scenario), .init("loop", \.loop), .init("trigger", \.trigger),
      .init("F1", 3) { $0.f1.value }, .init(3) { $0.f1.ci95 },
      .init("false a minute", 2) { $0.falsePerMinute.value }, .init(2) { $0.falsePerMinute.ci95 },
      .init("off-screen", unit: "pt/min", 0) { $0.offScreenScrollPointsPerMinute.value },
      .init(0) { $0.offScreenScrollPointsPerMinute.ci95 },
      .init("s lost a minute", 1) { $0.cost.value }, .init(1) { $0.cost.ci95 },
      .init("answered") { NumberText.fixed($0.answered, 0) + " of " + String($0.wishes) },
    ]
    return StudyTable(
      title: [
        """
        \(profile.id), preset \(simulation.preset.name): tuned on \(people) of seed \(simulation.seed), judged on \
        \(people) of seed \(asked.seed); smoothing \(r.smoothing)
        """, r.tuning.summary, "before: \(before.summary)", "after:  \(r.after.summary)",
      ],
      parts: [StudyPart(r.rows, columns)], conclusion: conclusion(r))
  }

  /// Time lost with the profile's trigger and with the tuned one, on other people in a closed loop.
  private func conclusion(_ r: Findings) -> String? {
    func cost(_ trigger: String) -> Double? {
      let rows = r.rows.filter { $0.trigger == trigger && $0.loop == "closed" }.compactMap(\.cost.value)
      return rows.isEmpty ? nil : rows.reduce(0, +) / Double(rows.count)
    }
    guard let before = cost("before"), let after = cost("after") else { return nil }
    return "tuning changes the time lost a minute from \(FigureText.measured(before, "s")) to "
      + "\(FigureText.measured(after, "s")), on people to whom it was not tuned"
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let evaluation = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: TriggerRun.scenarios)
    var run = TriggerRun(profile: profile, simulation: simulation, cost: cost)
    run.seconds = duration ?? 120
    run.evaluations = (replayed: 140, closed: 40)
    let (after, choice) = try await run.tuned(jobs: runner.jobs) { evaluation.setup($0) }
    let arms = TriggerRun.scenarios.flatMap { scenario in
      [Run<GazeRig>.Loop.open, .closed].flatMap { loop in
        [("before", profile.trigger.settings), ("after", after)].map { (scenario, loop, $0.0, $0.1) }
      }
    }
    let people = try await runner.part(0.5, 1).cells(arms.map { _ in simulation.participants }) {
      self.outcome(arms[$0].0, arms[$0].1, arms[$0].3, participant: $1)
    }
    let rows = zip(arms, people).map { arm, people in row(arm.0, arm.1, arm.2, people.compactMap { $0 }) }
    guard rows.contains(where: { $0.wishes > 0 }) else {
      throw SimulationError.argument(
        "nobody wanted to scroll in this time, so there is nothing to tune on; give a longer --duration or more "
          + "--participants")
    }
    return Findings(smoothing: evaluation.setup.smoothing.summary, after: after, tuning: choice, rows: rows)
  }

  /// One person with one trigger.
  private struct Outcome: Sendable, Codable {
    var mishaps: TriggerMishaps
    var tally: ScrollTally
  }

  /// People for whom tracking fails are left out, as in every report, since no trigger can help them.
  private func outcome(
    _ scenario: GazeScenario, _ loop: Run<GazeRig>.Loop, _ settings: ScrollTrigger.Settings, participant: Int
  ) -> Outcome? {
    var task = simulation.heldOut
    task.scenario = scenario
    task.duration = duration
    task.loop = loop == .closed ? GazeRig.standard.name : "open"
    guard !task.person(participant).isFailing else { return nil }
    var setup = Run<GazeRig>(profile: profile, simulation: task, scenarios: [scenario]).setup(participant)
    setup.trigger = settings
    let (mishaps, tally) =
      loop == .closed
      ? TriggerTake.closed(task, participant: participant, setup: setup, answer: cost.answer)
      : TriggerTake(task, participant: participant, setup: setup).outcome(settings, answer: cost.answer)
    return Outcome(mishaps: mishaps, tally: tally)
  }

  private func row(
    _ scenario: GazeScenario, _ loop: Run<GazeRig>.Loop, _ name: String, _ people: [Outcome]
  ) -> Row {
    let tallies = people.map(\.tally)
    var (one, other) = (PhiloxGenerator(seed: 1, stream: 0), PhiloxGenerator(seed: 1, stream: 2))
    return Row(
      scenario: scenario.rawValue, loop: loop.rawValue, trigger: name, people: people.count,
      f1: Figure(.f1(tallies)),
      offScreenScrollPointsPerMinute: Figure(
        .mean(of: tallies.compactMap(\.offScreenScrollPointsPerMinute), using: &one)),
      falsePerMinute: Figure(.falsePerMinute(tallies)),
      cost: Figure(.mean(of: people.map { $0.mishaps.secondsLostPerMinute(cost) }, using: &other)),
      wishes: people.reduce(0) { $0 + $1.mishaps.wishes },
      answered: people.reduce(0) { $0 + Double($1.mishaps.wishes) - $1.mishaps.missedWishes })
  }
}
