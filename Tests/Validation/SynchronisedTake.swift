import GazePipeline
import GazeRecording

@testable import Evaluate
@testable import GazeSimulation

/// A simulated person who reads and whom an app's `CalibrationProtocol` asks to look at dots: the observations that the
/// app would record.
///
/// The person looks at each dot after a reaction time, and goes on with the scenario where it stopped when the dots are
/// over. Only prompts to look and to read are followed, so the plan may contain neither distances nor head turns.
struct SynchronisedTake: Sequence, IteratorProtocol {
  /// Seconds after which a take ends whose plan is not over, because the face was lost too often: twice as long as
  /// `CalibrationPlan.drift` takes.
  private static let longest = 1500.0
  /// Length of the page in screens of text: the usual page is read in three minutes, this one in half an hour.
  private static let screens = 100.0
  /// Seconds from the end of the dots to the next word.
  private static let pause = 0.3

  private var frames: SimulatedFrames
  private(set) var calibration: CalibrationProtocol
  private let middle: SIMD2<Double>
  private var shown: SIMD2<Double>?

  /// - Parameters:
  ///   - simulation: the person's phone, task and session; its `duration` does not count.
  ///   - plan: the stages, with dots from the person's own pose only.
  init(_ simulation: Simulation, participant: Int, plan: CalibrationPlan) {
    var simulation = simulation
    simulation.duration = Self.longest
    // The constant exists and has this value in its range, as a test checks.
    try? simulation.set("task.pageScreens", Self.screens)
    let points = simulation.screen.points
    frames = simulation.frames(participant: participant)
    calibration = CalibrationProtocol(
      plan, points: points, orientation: simulation.orientation, seed: simulation.seed &+ UInt64(participant))
    middle = points / 2
  }

  /// The next observation; nil when the plan is over.
  mutating func next() -> RecordedFrame.Observation? {
    guard !calibration.isDone, var observation = frames.next()?.observation else { return nil }
    let step = calibration.step(observation.frame)
    (observation.target, observation.intent) = (step.target, step.intent)
    if let target = step.target, target != shown {
      frames.ask(Episode(.infinity, at: target, isTarget: true, isReaction: true))
    } else if step.prompt == .read, shown != nil {
      frames.ask(Episode(Self.pause, at: middle))
    }
    // Between two dots without a pause the second replaces the first; a pause keeps the eyes on the first one.
    if step.target != nil || step.prompt == .read { shown = step.target }
    return observation
  }
}
