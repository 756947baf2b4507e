import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// A trigger tuned on simulated people who read and cook.
///
/// Three searches run on pointers that were made once, with a page that obeys the person. The page that the trigger moves
/// itself is what people will have, and there a wish lasts until it is answered; so the searches' triggers and the
/// profile's are compared in that closed loop, and the best two are polished in it.
struct TriggerRun: Sendable {
  /// What they do.
  static let scenarios: [Scenario] = [.reading, .recipe]

  /// Whose trigger is the start.
  var profile: Profile
  /// Who they are.
  var simulation: Simulation
  /// What a mishap costs.
  var cost = CalibrationFile.TriggerChoice.Cost()
  /// As much of each take as is used, seconds; nil is all.
  var seconds: Double? = 60
  /// Triggers tried in one search on made pointers, and in one polish in the closed loop.
  var evaluations = (replayed: 80, closed: 20)

  /// How many people are enough where nobody says.
  static let people = 8
  /// By less than this share of the cost, another trigger than the profile's is luck.
  static let worthwhile = 0.05

  /// The best trigger, with its figures before and after on the very people it was tuned on.
  ///
  /// The outcome does not depend on `jobs`: searches and polishes are independent, and the first of the best is taken.
  func tuned(
    jobs: Int, setup: @escaping @Sendable (Int) -> PipelineName.Setup
  ) async throws -> (settings: ScrollTrigger.Settings, choice: CalibrationFile.TriggerChoice) {
    let people = simulation.participants
    let setups = try await mapInParallel(count: people, jobs: jobs, setup)
    let takes = try await mapInParallel(count: tasks(people).count, jobs: jobs) { index in
      let (task, participant) = tasks(people)[index]
      return TriggerTake(task.frames(participant: participant), setup: setups[participant], screen: task.screen)
    }
    let tuning = TriggerTuning(start: profile.trigger.settings, cost: cost)
    let corners = tuning.corners
    let found = try await mapInParallel(count: corners.count, jobs: jobs) { corner in
      try tuning.search(from: corners[corner], evaluations: evaluations.replayed) {
        takes.outcome($0, answer: cost.answer).mishaps
      }
    }
    let candidates = [tuning.start] + found.map(\.settings)
    let costs = try await mapInParallel(count: candidates.count, jobs: jobs) { index in
      closed(candidates[index], setups).mishaps.secondsLostPerMinute(cost)
    }
    let order = candidates.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    let polished = try await mapInParallel(count: 2, jobs: jobs) { rank in
      try tuning.search(from: candidates[order[rank]], steps: [0.5], evaluations: evaluations.closed) {
        closed($0, setups).mishaps
      }
    }
    let enough = costs[0] * (1 - Self.worthwhile)
    let best = polished.min { $0.cost < $1.cost }.flatMap { $0.cost < enough ? $0.settings : nil } ?? tuning.start
    let tried = (found + polished).reduce(candidates.count) { $0 + $1.evaluations }
    return (
      best,
      CalibrationFile.TriggerChoice(
        tunedOn: description(people), cost: cost, before: figures(tuning.start, setups), after: figures(best, setups),
        evaluations: tried)
    )
  }

  private func description(_ people: Int) -> String {
    """
    simulated: \(people == 1 ? "1 person" : "\(people) people"), \(Self.scenarios.map(\.rawValue).joined(separator: "+")), \
    preset \(simulation.preset.name), seed \(simulation.seed)
    """
  }

  /// Who does what, the page obeying the person.
  private func tasks(_ people: Int) -> [(task: Simulation, participant: Int)] {
    Self.scenarios.flatMap { scenario in
      var task = simulation
      task.scenario = scenario
      task.duration = seconds
      task.loop = "open"
      return (0..<people).map { (task, $0) }
    }
  }

  /// What a trigger comes to where it moves the page.
  private func closed(
    _ settings: ScrollTrigger.Settings, _ setups: [PipelineName.Setup]
  ) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    var (mishaps, tally) = (TriggerMishaps(), ScrollTally())
    for (open, participant) in tasks(setups.count) {
      var (task, setup) = (open, setups[participant])
      task.loop = PipelineName.standard.rawValue
      setup.trigger = settings
      let outcome = TriggerTake.closed(
        task.frames(participant: participant), setup: setup, screen: task.screen, answer: cost.answer)
      mishaps.merge(outcome.mishaps)
      tally.merge(outcome.tally)
    }
    return (mishaps, tally)
  }

  private func figures(
    _ settings: ScrollTrigger.Settings, _ setups: [PipelineName.Setup]
  ) -> CalibrationFile.TriggerChoice.Figures {
    let (mishaps, tally) = closed(settings, setups)
    return CalibrationFile.TriggerChoice.Figures(
      cost: mishaps.secondsLostPerMinute(cost), f1: tally.f1, falsePerMinute: tally.falsePerMinute,
      offScreenScrollPointsPerMinute: tally.offScreenScrollPointsPerMinute)
  }
}
