import Calibrate
package import GazeMetrics
package import GazePipeline
package import GazeRecording
package import GazeSimulation

/// What tuning the scroll trigger is worth on people it was not tuned on.
///
/// Tuned on people of one seed with a page that obeys them, then judged on those of another, before and after, in each
/// scenario, with such a page (open loop) and with one that the trigger itself moves (closed loop).
package struct TriggerStudy: Sendable {
  /// The device.
  package var profile: DeviceProfile
  /// The people to tune on; its scenario does not count.
  package var simulation: Simulation
  /// What a mishap costs.
  package var cost = CalibrationFile.TriggerChoice.Cost()
  /// Seconds of a take that is judged; nil is the scenario's own.
  package var duration: Double?
  /// Added to the seed for the people who are asked.
  package static let heldOutSeeds: UInt64 = 1_000_003

  /// A study of these people.
  package init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
  }

  /// A figure with its 95 % interval.
  package struct Figure: Sendable, Codable {
    /// Over people; null where nobody has it.
    @ExplicitNull package var value: Double?
    /// null with too few people.
    @ExplicitNull package var ci95: ConfidenceInterval?

    init(_ estimate: PeopleEstimate?) { (value, ci95) = (estimate?.value, estimate?.interval.interval) }
  }

  /// One trigger in one scenario and loop.
  package struct Row: Sendable, Codable {
    /// `reading` or `recipe`.
    package var scenario: String
    /// `open` or `closed`.
    package var loop: String
    /// `before` or `after`.
    package var trigger: String
    /// People whom tracking does not fail.
    package var people: Int
    /// Of scrolls against wishes.
    package var f1: Figure
    /// Points scrolled a minute of looking off the screen, wanted ones too.
    package var offScreenScrollPointsPerMinute: Figure
    /// A minute without a wish.
    package var falsePerMinute: Figure
    /// Seconds of the person's time lost a minute.
    package var cost: Figure
    /// Scrolls that were wished.
    package var wishes: Int
    /// Those that were answered, in parts.
    package var answered: Double
  }

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.trigger`.
    package var schema = "gazesim.study.trigger"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The tracker preset.
    package var preset: String
    /// Whom the trigger was tuned on.
    package var seed: UInt64
    /// Who was asked.
    package var heldOutSeed: UInt64
    /// People, of each.
    package var participants: Int
    /// The smoothing in force.
    package var smoothing: String
    /// The profile's trigger.
    package var before: ScrollTrigger.Settings
    /// The tuned one.
    package var after: ScrollTrigger.Settings
    /// Figures on the people it was tuned on.
    package var tuning: CalibrationFile.TriggerChoice
    /// Figures on the others.
    package var rows: [Row]
  }

  /// Tunes and asks; `progress` hears a share of 0…1 now and then.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let evaluation = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: TriggerRun.scenarios)
    var run = TriggerRun(profile: profile, simulation: simulation, cost: cost)
    run.seconds = duration ?? 120
    run.evaluations = (replayed: 140, closed: 40)
    let (after, choice) = try await run.tuned(jobs: jobs) { evaluation.setup($0) }
    progress(0.5)
    var rows: [Row] = []
    for scenario in TriggerRun.scenarios {
      for loop in [Run<GazeRig>.Loop.open, .closed] {
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
      smoothing: evaluation.setup.smoothing.summary, before: profile.trigger.settings, after: after, tuning: choice,
      rows: rows)
  }

  /// People whom tracking fails are no trigger's to help; they are left out, as in every report.
  private func row(
    _ scenario: GazeScenario, _ loop: Run<GazeRig>.Loop, _ name: String, _ settings: ScrollTrigger.Settings, jobs: Int
  ) async throws -> Row {
    var asked = simulation
    asked.seed = simulation.seed &+ Self.heldOutSeeds
    asked.scenario = scenario
    asked.duration = duration
    asked.loop = loop == .closed ? GazeRig.standard.name : "open"
    let (task, cost) = (asked, cost)
    let evaluation = Run<GazeRig>(profile: profile, simulation: asked, scenarios: [scenario])
    let people = try await mapInParallel(count: asked.participants, jobs: jobs) {
      participant -> (mishaps: TriggerMishaps, tally: ScrollTally)? in
      guard !task.person(participant).isFailing else { return nil }
      var setup = evaluation.setup(participant)
      setup.trigger = settings
      return loop == .closed
        ? TriggerTake.closed(task, participant: participant, setup: setup, answer: cost.answer)
        : TriggerTake(task, participant: participant, setup: setup).outcome(settings, answer: cost.answer)
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
