import Calibrate
import GazePipeline
import GazeRecording
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection
@testable import GazeSimulation
@testable import StudySupport
@testable import Validation

struct SynchronisedTakeTests {
  private func simulation(seed: UInt64 = 71) throws -> Simulation {
    try .mini(.reading, seed: seed, phone: seed)
  }

  @Test("a person is led through the whole plan, and looks at each dot or reads in between")
  func wholePlan() throws {
    let simulation = try simulation()
    var take = SynchronisedTake(simulation, participant: 0, plan: .drift)
    var (dots, last, end): (Int, SIMD2<Double>?, Double) = (0, nil, 0)
    while let observation = take.next() {
      end = observation.frame.time
      #expect(observation.intent == nil)
      if let target = observation.target, target != last { dots += 1 }
      last = observation.target
    }
    // A dot after an unsteady fixation is shown again.
    #expect(take.calibration.isDone && dots >= 60 && take.calibration.coverage.fixations >= 50, "\(dots)")
    #expect((690...760).contains(end), "\(end)")
  }

  @Test("the gaze is on the dot from 1.2 s after it appeared")
  func looking() throws {
    var simulation = try simulation()
    // The truth is not in an observation, so the same person is led a second time beside it, over the same page.
    try simulation.set("task.pageScreens", 100)
    var calibration = CalibrationProtocol(.fivePoints, points: simulation.screen.points, seed: simulation.seed)
    var (take, frames) = (
      SynchronisedTake(simulation, participant: 0, plan: .fivePoints), simulation.frames(participant: 0)
    )
    var (shown, since, checked): (SIMD2<Double>?, Double, Int) = (nil, 0, 0)
    while let observation = take.next(), let frame = frames.next() {
      #expect(observation.frame.time == frame.observation.frame.time)
      let step = calibration.step(frame.observation.frame)
      if let target = step.target, target != shown {
        frames.ask(Episode(.infinity, at: target, isTarget: true, isReaction: true))
        (shown, since) = (target, frame.observation.frame.time)
      }
      #expect(observation.target == step.target)
      if let target = step.target, frame.observation.frame.time - since > 1.2, let gaze = frame.truth?.gaze {
        // A degree at 45 cm is 40 points; fixations miss a dot by a quarter of a degree.
        #expect((gaze - target).length < 60)
        checked += 1
      }
    }
    #expect(checked > 100)
  }
}
