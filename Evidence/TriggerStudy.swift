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
  /// Simulation of the people on whom the trigger is tuned; its scenario is ignored, and its duration is that of each
  /// judged take.
  let simulation: Simulation
  private let cost = CalibrationFile.TriggerChoice.Cost()

  init(_ simulation: Simulation, _ profile: DeviceProfile) {
    (self.simulation, self.profile) = (simulation, profile)
  }

  init(_ options: inout Options) throws {
    let profile = try options.device()
    self.init(try options.simulation(profile, .validation, participants: 20), profile)
  }

  /// One trigger in one scenario and loop.
  private struct Arm: Sendable {
    let scenario: GazeScenario
    let loop: Run<GazeRig>.Loop
    let trigger: String
    let settings: ScrollTrigger.Settings
  }

  /// Results of one trigger in one scenario and loop.
  struct Row: Sendable {
    let scenario, loop: String
    /// `before` or `after`.
    let trigger: String
    /// F1 of scrolls against intents.
    let f1: Figure
    /// Points scrolled per minute of looking off the screen, including wanted scrolls.
    let offScreen: Figure
    /// Scrolls without an intent per minute.
    let falsePerMinute: Figure
    /// Seconds of the person's time lost per minute.
    let cost: Figure
    /// Number of intended scrolls, and of those that were answered; a partial answer counts as a fraction.
    let intents: Int
    let answered: Double
  }

  struct Findings: Sendable {
    /// Tuned trigger.
    let after: ScrollTrigger.Settings
    /// Results for the people on whom the trigger was tuned.
    let tuning: CalibrationFile.TriggerChoice
    /// Results for people on whom the trigger was not tuned.
    let rows: [Row]
  }

  private var evaluation: Run<GazeRig> {
    Run<GazeRig>(profile: profile, simulation: simulation, scenarios: TriggerRun.scenarios)
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let columns: [StudyColumn<Row>] = [
      .init("scenario", \.scenario), .init("loop", \.loop), .init("trigger", \.trigger), .init("F1", 3, \.f1),
      .init("false a minute", 2, \.falsePerMinute), .init("off-screen pt/min", 0, \.offScreen),
      .init("s lost a minute", 1, \.cost), .init("answered") { "\($0.answered, 0) of \($0.intents)" },
    ]
    return StudyTable(
      title: [
        """
        tuned on \(simulation.subject(profile)), judged on as many of seed \(simulation.heldOut.seed); smoothing \
        \(evaluation.setup.smoothing.summary)
        """, r.tuning.summary, "before: \(profile.trigger.settings.summary)", "after:  \(r.after.summary)",
      ],
      parts: [StudyPart(nil, r.rows, columns)])
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let evaluation = evaluation
    var run = TriggerRun(profile: profile, simulation: simulation, cost: cost)
    run.seconds = simulation.duration ?? 120
    run.evaluations = (replayed: 140, closed: 40)
    let (after, choice) = try await run.tuned(jobs: runner.jobs) { evaluation.setup($0) }
    let arms = TriggerRun.scenarios.flatMap { scenario in
      [Run<GazeRig>.Loop.open, .closed].flatMap { loop in
        [("before", profile.trigger.settings), ("after", after)].map {
          Arm(scenario: scenario, loop: loop, trigger: $0.0, settings: $0.1)
        }
      }
    }
    let people = try await runner.cells(arms.map { _ in simulation.participants }) { outcome(arms[$0], $1) }
    let rows = zip(arms, people).map { row($0, $1.compactMap { $0 }) }
    guard rows.contains(where: { $0.intents > 0 }) else {
      throw SimulationError.argument("nobody wanted to scroll in this time; give a longer --duration")
    }
    return Findings(after: after, tuning: choice, rows: rows)
  }

  /// One person with one trigger.
  private struct Outcome: Sendable, Codable {
    let mishaps: TriggerMishaps
    let tally: ScrollTally
  }

  /// People for whom tracking fails are left out, as in every report, since no trigger can help them.
  private func outcome(_ arm: Arm, _ participant: Int) -> Outcome? {
    var task = simulation.heldOut
    task.scenario = arm.scenario
    task.loop = arm.loop == .closed ? GazeRig.standard.name : "open"
    guard !task.person(participant).isFailing else { return nil }
    var setup = Run<GazeRig>(profile: profile, simulation: task, scenarios: [arm.scenario]).setup(participant)
    setup.trigger = arm.settings
    let (mishaps, tally) =
      arm.loop == .closed
      ? TriggerTake.closed(task, participant: participant, setup: setup, answer: cost.answer)
      : TriggerTake(task, participant: participant, setup: setup).outcome(arm.settings, answer: cost.answer)
    return Outcome(mishaps: mishaps, tally: tally)
  }

  private func row(_ arm: Arm, _ people: [Outcome]) -> Row {
    let tallies = people.map(\.tally)
    var (one, other) = (PhiloxGenerator(seed: 1, stream: 0), PhiloxGenerator(seed: 1, stream: 2))
    return Row(
      scenario: arm.scenario.rawValue, loop: arm.loop.rawValue, trigger: arm.trigger, f1: Figure(.f1(tallies)),
      offScreen: Figure(.mean(of: tallies.compactMap(\.offScreenScrollPointsPerMinute), using: &one)),
      falsePerMinute: Figure(.falsePerMinute(tallies)),
      cost: Figure(.mean(of: people.map { $0.mishaps.secondsLostPerMinute(cost) }, using: &other)),
      intents: people.reduce(0) { $0 + $1.mishaps.wishes },
      answered: people.reduce(0) { $0 + Double($1.mishaps.wishes) - $1.mishaps.missedWishes })
  }
}
