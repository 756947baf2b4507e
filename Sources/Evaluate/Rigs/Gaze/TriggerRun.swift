import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

/// Mishaps and scroll counts of a trigger.
typealias TriggerOutcome = (mishaps: TriggerMishaps, tally: ScrollTally)

/// Tunes a trigger on simulated people who read and cook.
///
/// Three searches run on pointers that were computed once, with a page that moves as the person intends. But in an app
/// the trigger itself moves the page, and an intent lasts until it is fulfilled. So the triggers that the searches find
/// and the profile's trigger are compared in that closed loop, and the best one is refined in it, which takes most of
/// the time. A second group of people chooses between the refined trigger and the profile's, and a third group gives
/// the reported numbers, so that no number comes from people on whom a trigger was tuned or chosen.
///
/// If the first and the second group agree that no found trigger is better than the profile's, it is kept at once:
/// refining it then changed no result.
struct TriggerRun {
  /// Scenarios of the people.
  static let scenarios: [GazeScenario] = [.reading, .recipe]

  /// The profile, whose trigger is the starting point.
  var profile: DeviceProfile
  /// The simulation of the people.
  var simulation: Simulation
  /// The costs of mishaps.
  var cost = CalibrationFile.TriggerChoice.Cost()
  /// Length of each take that is used, seconds; nil means all.
  var seconds: Double? = 60
  /// Number of triggers tried in one search on precomputed pointers, and in one refinement in the closed loop.
  var evaluations = (replayed: 80, closed: 20)

  /// The default number of people.
  static let people = 8
  /// Number added to a seed, so that the trigger is tuned on other people than those of the seed itself, on whom it may
  /// be judged.
  static let seedApart: UInt64 = 0x7472_6967
  /// Smallest gain over the profile's trigger for which the trigger is changed, as a share of the cost; a smaller gain
  /// may be due to chance.
  static let worthwhile = 0.05

  /// The best trigger, with its cost and counts before and after tuning, measured on people who were used for neither
  /// tuning nor choice. If the gain on the people used for the choice is less than `worthwhile`, the result is the
  /// profile's trigger.
  ///
  /// The outcome does not depend on `jobs`: searches and refinements are independent, and the first of several best
  /// ones wins.
  func tuned(
    jobs: Int, setup: @escaping @Sendable (Int) -> Setup
  ) async throws -> (settings: ScrollTrigger.Settings, choice: CalibrationFile.TriggerChoice) {
    // People for whom tracking fails are left out, since no trigger can help them.
    let people = (0..<simulation.participants).filter { !simulation.person($0).isFailing }
    let setups = try await mapInParallel(count: people.count, jobs: jobs) { setup(people[$0]) }
    let tasks = tasks(people)
    let takes = try await mapInParallel(count: tasks.count, jobs: jobs) { index in
      let (task, person) = tasks[index]
      return TriggerTake(task, participant: people[person], setup: setups[person])
    }
    let tuning = TriggerTuning(start: profile.trigger.settings, cost: cost)
    let corners = tuning.corners
    let found = try await mapInParallel(count: corners.count, jobs: jobs) { corner in
      try tuning.search(from: corners[corner], evaluations: self.evaluations.replayed) {
        takes.outcome($0, answer: cost.answer).mishaps
      }
    }
    let candidates = [tuning.start] + found.map(\.settings)
    let tried = try await mapInParallel(count: candidates.count, jobs: jobs) {
      self.closed(candidates[$0], people, setups).mishaps
    }
    let costs = tried.map { tuning.judged($0, baseline: tried[0]) }
    let order = candidates.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    let (first, rival) = (order[0], order[0] == 0 ? order[1] : order[0])
    func judged(_ outcomes: [TriggerOutcome]) -> [Double] {
      outcomes.map { tuning.judged($0.mishaps, baseline: outcomes[0].mishaps) }
    }
    var choosers = try await outcomes(of: [tuning.start, candidates[rival]], group: 1, jobs: jobs, setup)
    let opinion = judged(choosers.outcomes)
    var (finalists, refinements, best) = ([tuning.start], 0, 0)
    if first > 0 || opinion[1] < opinion[0] {
      let refined = try tuning.search(from: candidates[first], steps: [0.5], evaluations: evaluations.closed) {
        settings in
        candidates.firstIndex(of: settings).map { tried[$0] } ?? closed(settings, people, setups).mishaps
      }
      (finalists, refinements) = ([tuning.start, refined.settings], refined.evaluations)
      // The winner is the trigger that is best for other people, since a trigger that suits the people on whom it was
      // tuned need not suit others.
      choosers.outcomes[1] = try await outcomes(of: [refined.settings], group: 1, jobs: jobs, setup).outcomes[0]
      let final = judged(choosers.outcomes)
      best = final[1] < final[0] * (1 - Self.worthwhile) ? 1 : 0
    }
    let judges = try await outcomes(of: Array(finalists[...best]), group: 2, jobs: jobs, setup)
    return (
      finalists[best],
      CalibrationFile.TriggerChoice(
        tunedOn: description(people.count, choosers.people, judges.people), cost: cost,
        before: figures(judges.outcomes[0]), after: figures(judges.outcomes[best]),
        evaluations: found.reduce(candidates.count + refinements) { $0 + $1.evaluations })
    )
  }

  /// Outcomes of triggers for the people of another group, and the number of these people.
  private func outcomes(
    of triggers: [ScrollTrigger.Settings], group: Int, jobs: Int, _ setup: @escaping @Sendable (Int) -> Setup
  ) async throws -> (people: Int, outcomes: [TriggerOutcome]) {
    let count = simulation.participants
    let others = (group * count..<(group + 1) * count).filter { !simulation.person($0).isFailing }
    let setups = try await mapInParallel(count: others.count, jobs: jobs) { setup(others[$0]) }
    return (
      others.count,
      try await mapInParallel(count: triggers.count, jobs: jobs) { self.closed(triggers[$0], others, setups) }
    )
  }

  private func description(_ people: Int, _ choosers: Int, _ judges: Int) -> String {
    """
    simulated: \(NumberText.count(people, "person", "people")), chosen on \(choosers) and judged on \(judges) others, \
    \(Self.scenarios.map(\.rawValue).joined(separator: "+")), preset \(simulation.preset.name), seed \(simulation.seed)
    """
  }

  /// All scenarios of all people, with a page that moves as they intend.
  private func tasks(_ people: [Int]) -> [(task: Simulation, person: Int)] {
    Self.scenarios.flatMap { scenario in
      var task = simulation
      task.scenario = scenario
      task.duration = seconds
      task.loop = "open"
      return people.indices.map { (task, $0) }
    }
  }

  /// Mishaps and scroll counts of a trigger that moves the page itself.
  private func closed(
    _ settings: ScrollTrigger.Settings, _ people: [Int], _ setups: [Setup]
  ) -> TriggerOutcome {
    var total = (mishaps: TriggerMishaps(), tally: ScrollTally())
    for (open, person) in tasks(people) {
      var (task, setup) = (open, setups[person])
      task.loop = GazeRig.standard.name
      setup.trigger = settings
      add(TriggerTake.closed(task, participant: people[person], setup: setup, answer: cost.answer), to: &total)
    }
    return total
  }

  private func figures(
    _ outcome: TriggerOutcome
  ) -> CalibrationFile.TriggerChoice.Figures {
    CalibrationFile.TriggerChoice.Figures(
      cost: outcome.mishaps.secondsLostPerMinute(cost), f1: outcome.tally.f1,
      falsePerMinute: outcome.tally.falsePerMinute,
      offScreenScrollPointsPerMinute: outcome.tally.offScreenScrollPointsPerMinute)
  }
}

/// The input of a trigger in one person's take, and the person's intents: made once, so that thousands of triggers can
/// be tried on the same pointer.
struct TriggerTake {
  private struct Moment {
    var time: Double
    /// The pointer; nil while it is held.
    var pointer: Vector2?
    var intent: ScrollDirection?
    var isLookingOffScreen: Bool
  }

  private var moments: [Moment] = []
  private var window: Vector2
  private var screen: ScreenGeometry
  private var pipeline: any PointerPipeline & Sendable

  /// One person's take through the standard pipeline, with a page that moves as the person intends.
  init(_ simulation: Simulation, participant: Int, setup: Setup) {
    window = setup.geometry.points
    screen = simulation.screen
    pipeline = GazeRig.standard.pointer(setup)
    var take = SimulatedTake(simulation, participant: participant)
    self = TrialDriver.results(&take, [self])[0]
  }

  /// Mishaps and scroll counts of a trigger on this take. The trigger's blink threshold must be that of the setup.
  ///
  /// - Parameter answer: points of scrolling that fulfil an intent.
  func outcome(_ settings: ScrollTrigger.Settings, answer: Double) -> TriggerOutcome {
    var (trigger, audit) = (ScrollTrigger(settings), TriggerAudit(answer: answer))
    for moment in moments {
      audit.step(
        time: moment.time, command: trigger.step(pointer: moment.pointer, window: window, at: moment.time),
        intent: moment.intent, isLookingOffScreen: moment.isLookingOffScreen)
    }
    return audit.finish()
  }

  /// Mishaps and scroll counts of a trigger in a take whose page it moves itself.
  static func closed(
    _ simulation: Simulation, participant: Int, setup: Setup, answer: Double
  ) -> TriggerOutcome {
    var take = SimulatedTake(simulation, participant: participant)
    let trial = AuditedTrigger(
      pipeline: GazeRig.standard.pointer(setup), screen: simulation.screen, audit: TriggerAudit(answer: answer))
    return TrialDriver.results(&take, [trial])[0]
  }
}

extension TriggerTake: Trial {
  mutating func step(_ frame: RecordedFrame) -> PointerOutput {
    let output = pipeline.step(frame.observation.frame, frame.observation.app.context)
    moments.append(
      Moment(
        time: frame.observation.frame.time, pointer: output.rawPointer == nil ? nil : output.pointer,
        intent: frame.observation.intent,
        isLookingOffScreen: frame.truth?.gaze.map { !screen.contains($0) } ?? false))
    return output
  }

  mutating func finish() -> TriggerTake { self }
}

/// A trigger in use, with an audit of its effects on a person.
private struct AuditedTrigger: Trial {
  var pipeline: any PointerPipeline
  let screen: ScreenGeometry
  var audit: TriggerAudit

  mutating func step(_ frame: RecordedFrame) -> PointerOutput {
    let output = pipeline.step(frame.observation.frame, frame.observation.app.context)
    audit.step(
      time: frame.observation.frame.time, command: output.scroll, intent: frame.observation.intent,
      isLookingOffScreen: frame.truth?.gaze.map { !screen.contains($0) } ?? false)
    return output
  }

  mutating func finish() -> TriggerOutcome { audit.finish() }
}

extension [TriggerTake] {
  /// Mishaps and scroll counts of a trigger on all takes.
  func outcome(_ settings: ScrollTrigger.Settings, answer: Double) -> TriggerOutcome {
    var total = (mishaps: TriggerMishaps(), tally: ScrollTally())
    for take in self { add(take.outcome(settings, answer: answer), to: &total) }
    return total
  }
}

private func add(_ outcome: TriggerOutcome, to total: inout TriggerOutcome) {
  total.mishaps.merge(outcome.mishaps)
  total.tally.merge(outcome.tally)
}
