import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct TriggerStudyTests {
  @Test("tuning never costs more on the people it was tuned on, and every figure is there before and after")
  func report() async throws {
    // In 40 s, none of these people wants to scroll while cooking.
    let profile = try DeviceProfile.mini()
    let study = TriggerStudy(try .mini(.reading, seed: 6, participants: 4, duration: 90), profile)
    let report = try await study.findings(twoJobs)
    #expect(report.tuning.after.cost <= report.tuning.before.cost)
    #expect(report.rows.map(\.trigger) == Array(repeating: ["before", "after"], count: 4).flatMap { $0 })
    for row in report.rows {
      #expect(row.cost.value != nil && row.intents > 0 && row.answered >= 0 && row.answered <= Double(row.intents))
      // Too few people for an interval of a rate.
      #expect(row.falsePerMinute.value != nil && row.falsePerMinute.ci95 == nil)
    }
    let before = profile.trigger.settings
    #expect(report.after.cooldown == before.cooldown && report.after.speed == before.speed)
  }

  @Test("a replayed trigger scrolls as the whole pipeline did")
  func replay() throws {
    let simulation = try Simulation.mini(.reading, seed: 6, duration: 60)
    let evaluation = Run<GazeRig>(profile: try .mini(), simulation: simulation, scenarios: [.reading])
    let setup = evaluation.setup(0)
    let take = TriggerTake(simulation, participant: 0, setup: setup)
    let (_, tally) = take.outcome(setup.trigger, answer: 200)
    func scroll<P: PointerPipeline>(_ pipeline: P) -> ScrollTally {
      var whole = PersonTrial(
        pipeline, participant: 0, geometry: simulation.screen, reference: .truth, rate: simulation.rate)
      for frame in simulation.frames(participant: 0) { whole.step(frame) }
      return whole.finish().scroll
    }
    var expected = scroll(evaluation.personalPipeline(0))
    // The tuning does not use the places on the screen at which people look, nor other tolerances.
    (expected.midasTouches, expected.secondsLookingWithoutIntent) = (0, 0)
    (expected.shown, expected.hidden, expected.curve) = (tally.shown, tally.hidden, tally.curve)
    #expect(expected == tally)
    #expect(tally.detected > 0)
  }
}
