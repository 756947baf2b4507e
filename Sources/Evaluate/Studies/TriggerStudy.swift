import Calibrate
public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeSimulation
import GazeTesting

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
    /// Of scrolls against wishes.
    public var f1: Figure
    /// Points scrolled a minute of looking off the screen, wanted ones too.
    public var offScreenScrollPointsPerMinute: Figure
    /// A minute without a wish.
    public var falsePerMinute: Figure
    /// Seconds of the person's time lost a minute, stray points left out.
    public var cost: Figure
    /// Wishes and those that were answered.
    public var wishes: Int
    public var answered: Int
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
    run.mostPeople = simulation.participants
    if let duration { run.seconds = min(duration, run.seconds ?? duration) }
    let takes = try await run.takes(jobs: jobs) { evaluation.setup($0).setup }
    progress(0.2)
    let (after, choice) = try await run.tuned(
      takes, on: "simulated: \(simulation.participants) people, seed \(simulation.seed)", jobs: jobs)
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
    return Report(
      device: profile.id, preset: simulation.preset.name, seed: simulation.seed,
      heldOutSeed: simulation.seed &+ Self.heldOutSeeds, participants: simulation.participants,
      smoothing: evaluation.smoothingInForce.summary, before: profile.trigger.settings, after: after, tuning: choice,
      rows: rows)
  }

  private func row(
    _ scenario: Scenario, _ loop: EvaluationRun.Loop, _ name: String, _ settings: ScrollTrigger.Settings, jobs: Int
  ) async throws -> Row {
    var (profile, asked) = (profile, simulation)
    profile.trigger.settings = settings
    asked.seed = simulation.seed &+ Self.heldOutSeeds
    asked.duration = duration
    var run = EvaluationRun(profile: profile, simulation: asked, scenarios: [scenario])
    run.loop = loop
    // People whom tracking fails are no trigger's to help; they are left out, as in every report.
    let people = try await run.people(jobs: jobs).map(\.scroll).filter { !$0.isFailing }
    func figure(_ name: String) throws -> Figure { Figure(try Metric.named(name).estimate(people)) }
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    let costs = people.map { TriggerMishaps($0.scroll, strayPoints: 0).secondsLostPerMinute(cost) }
    return Row(
      scenario: scenario.rawValue, loop: loop.rawValue, trigger: name, f1: try figure("scroll.f1"),
      offScreenScrollPointsPerMinute: try figure("scroll.offScreenScrollPointsPerMinute"),
      falsePerMinute: try figure("scroll.falsePerMinute"),
      cost: Figure(PeopleEstimate.mean(of: costs, using: &rng)),
      wishes: people.reduce(0) { $0 + $1.scroll.intents }, answered: people.reduce(0) { $0 + $1.scroll.truePositives })
  }
}
