import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// A trigger tuned on simulated people who read and cook.
struct TriggerRun: Sendable {
  /// What they do; the page obeys them.
  static let scenarios: [Scenario] = [.reading, .recipe]

  /// Whose trigger is the start.
  var profile: Profile
  /// Who they are.
  var simulation: Simulation
  /// What a mishap costs.
  var cost = CalibrationFile.TriggerChoice.Cost()
  /// As many of the people as are used.
  var mostPeople = 6
  /// As much of each take as is used, seconds; nil is all.
  var seconds: Double? = 120

  /// The pointers, a person and scenario each.
  func takes(
    jobs: Int, setup: @escaping @Sendable (Int) -> PipelineName.Setup
  ) async throws -> [TriggerTake] {
    let people = min(simulation.participants, mostPeople)
    let (simulation, seconds) = (simulation, seconds)
    return try await mapInParallel(count: Self.scenarios.count * people, jobs: jobs) { index in
      var take = simulation
      take.scenario = Self.scenarios[index / people]
      take.duration = seconds
      take.loop = "open"
      let participant = index % people
      return TriggerTake(
        take.frames(participant: participant), setup: setup(participant), screen: take.screen)
    }
  }

  /// The best trigger, with its figures before and after on the very people it was tuned on.
  ///
  /// The outcome does not depend on `jobs`: the searches are independent, and the first of the best is taken.
  func tuned(_ takes: [TriggerTake], on description: String, jobs: Int) async throws -> (
    settings: ScrollTrigger.Settings, choice: CalibrationFile.TriggerChoice
  ) {
    let start = profile.trigger.settings
    let tuning = TriggerTuning(start: start, cost: cost)
    let found = try await mapInParallel(count: TriggerTuning.corners, jobs: jobs) { corner in
      try tuning.search(corner: corner) { takes.mishaps($0).mishaps }
    }
    let best = found.min { $0.cost < $1.cost }?.settings ?? start
    return (
      best,
      CalibrationFile.TriggerChoice(
        tunedOn: description, cost: cost, before: figures(takes, start), after: figures(takes, best),
        evaluations: found.reduce(0) { $0 + $1.evaluations })
    )
  }

  private func figures(
    _ takes: [TriggerTake], _ settings: ScrollTrigger.Settings
  ) -> CalibrationFile.TriggerChoice.Figures {
    let (mishaps, tally) = takes.mishaps(settings)
    return CalibrationFile.TriggerChoice.Figures(
      cost: mishaps.secondsLostPerMinute(cost), f1: tally.f1, falsePerMinute: tally.falsePerMinute,
      offScreenScrollPointsPerMinute: tally.offScreenScrollPointsPerMinute)
  }
}
