import Calibrate
public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation

/// What tuning the scroll trigger is worth on people it was not tuned on.
///
/// Tuned on people of one seed with a page that obeys them, then judged on those of another, before and after, in each
/// scenario, with such a page (open loop) and with one that the trigger itself moves (closed loop).
public struct TriggerStudy: Sendable {
  /// The device.
  public var profile: Profile
  /// The people to tune on; its scenario does not count.
  public var simulation: Simulation
  /// What a mishap costs.
  public var cost = CalibrationFile.TriggerChoice.Cost()
  /// Seconds of a take that is judged; nil is the scenario's own.
  public var duration: Double?
  /// Added to the seed for the people who are asked.
  public static let heldOutSeeds: UInt64 = 1_000_003

  /// A study of these people.
  public init(profile: Profile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
  }

  /// A figure with its 95 % interval.
  public struct Figure: Sendable, Codable {
    /// Over people; null where nobody has it.
    @ExplicitNull public var value: Double?
    /// null with too few people.
    @ExplicitNull public var ci95: Interval?

    init(_ estimate: PeopleEstimate?) { (value, ci95) = (estimate?.value, estimate?.interval.interval) }
  }

  /// One trigger in one scenario and loop.
  public struct Row: Sendable, Codable {
    /// `reading` or `recipe`.
    public var scenario: String
    /// `open` or `closed`.
    public var loop: String
    /// `before` or `after`.
    public var trigger: String
    /// People whom tracking does not fail.
    public var people: Int
    /// Of scrolls against wishes.
    public var f1: Figure
    /// Points scrolled a minute of looking off the screen, wanted ones too.
    public var offScreenScrollPointsPerMinute: Figure
    /// A minute without a wish.
    public var falsePerMinute: Figure
    /// Seconds of the person's time lost a minute.
    public var cost: Figure
    /// Scrolls that were wished.
    public var wishes: Int
    /// Those that were answered, in parts.
    public var answered: Double
  }

  /// What came out.
  public struct Report: Sendable, Codable {
    /// `gazesim.study.trigger`.
    public var schema = "gazesim.study.trigger"
    /// Version of this layout.
    public var version = 1
    /// The device's identifier.
    public var device: String
    /// The tracker preset.
    public var preset: String
    /// Whom the trigger was tuned on.
    public var seed: UInt64
    /// Who was asked.
    public var heldOutSeed: UInt64
    /// People, of each.
    public var participants: Int
    /// The smoothing in force.
    public var smoothing: String
    /// The profile's trigger.
    public var before: ScrollTrigger.Settings
    /// The tuned one.
    public var after: ScrollTrigger.Settings
    /// Figures on the people it was tuned on.
    public var tuning: CalibrationFile.TriggerChoice
    /// Figures on the others.
    public var rows: [Row]
  }

  /// Tunes and asks; `progress` hears a share of 0…1 now and then.
  public func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let evaluation = EvaluationRun(profile: profile, simulation: simulation, scenarios: TriggerRun.scenarios)
    var run = TriggerRun(profile: profile, simulation: simulation, cost: cost)
    run.seconds = duration ?? 120
    run.evaluations = (replayed: 140, closed: 40)
    let (after, choice) = try await run.tuned(jobs: jobs) { evaluation.setup($0).setup }
    progress(0.5)
    var rows: [Row] = []
    for scenario in TriggerRun.scenarios {
      for loop in [EvaluationRun.Loop.open, .closed] {
        for (name, settings) in [("before", profile.trigger.settings), ("after", after)] {
          rows.append(try await row(scenario, loop, name, settings, jobs: jobs))
          progress(0.5 + Double(rows.count) / 16)
        }
      }
    }
    guard rows.contains(where: { $0.wishes > 0 }) else {
      throw SimulationError.argument(
        "nobody wished to scroll in this time, so there is nothing to tune on; give a longer --duration or more --participants"
      )
    }
    return Report(
      device: profile.id, preset: simulation.preset.name, seed: simulation.seed,
      heldOutSeed: simulation.seed &+ Self.heldOutSeeds, participants: simulation.participants,
      smoothing: evaluation.smoothingInForce.summary, before: profile.trigger.settings, after: after, tuning: choice,
      rows: rows)
  }

  /// People whom tracking fails are no trigger's to help; they are left out, as in every report.
  private func row(
    _ scenario: Scenario, _ loop: EvaluationRun.Loop, _ name: String, _ settings: ScrollTrigger.Settings, jobs: Int
  ) async throws -> Row {
    var asked = simulation
    asked.seed = simulation.seed &+ Self.heldOutSeeds
    asked.scenario = scenario
    asked.duration = duration
    asked.loop = loop == .closed ? PipelineName.standard.rawValue : "open"
    let (task, cost) = (asked, cost)
    let evaluation = EvaluationRun(profile: profile, simulation: asked, scenarios: [scenario])
    let people = try await mapInParallel(count: asked.participants, jobs: jobs) {
      participant -> (mishaps: TriggerMishaps, tally: ScrollTally)? in
      guard !task.person(participant).isFailing else { return nil }
      var setup = evaluation.setup(participant).setup
      setup.trigger = settings
      let frames = task.frames(participant: participant)
      return loop == .closed
        ? TriggerTake.closed(frames, setup: setup, screen: task.screen, answer: cost.answer)
        : TriggerTake(frames, setup: setup, screen: task.screen).outcome(settings, answer: cost.answer)
    }.compactMap { $0 }
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
