import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// What a trigger sees of one person's take, and what the person wanted: made once, so that thousands of triggers can be
/// tried on the same pointer.
struct TriggerTake: Sendable {
  private struct Moment: Sendable {
    var time: Double
    /// nil while the pointer is held.
    var pointer: SIMD2<Double>?
    var intent: ScrollDirection?
    var isLookingOffScreen: Bool
  }

  private var moments: [Moment] = []
  private let window: SIMD2<Double>

  /// Runs the standard pipeline over a take whose page obeys the person.
  init(_ frames: SimulatedFrames, setup: PipelineName.Setup, screen: ScreenGeometry) {
    window = setup.geometry.points
    var pipeline = StandardPipeline(
      geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger)
    for frame in frames {
      let output = pipeline.step(frame.observation.frame)
      moments.append(
        Moment(
          time: frame.observation.frame.time, pointer: output.rawPointer == nil ? nil : output.pointer,
          intent: frame.observation.intent,
          isLookingOffScreen: frame.truth?.gaze.map { !screen.contains($0) } ?? false))
    }
  }

  /// What a trigger would have done. Its blink threshold must be that of the setup.
  ///
  /// - Parameter answer: points that answer a wish.
  func outcome(_ settings: ScrollTrigger.Settings, answer: Double) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    var (trigger, audit) = (ScrollTrigger(settings), TriggerAudit(answer: answer))
    for moment in moments {
      audit.step(
        time: moment.time, command: trigger.step(pointer: moment.pointer, window: window, at: moment.time),
        intent: moment.intent, isLookingOffScreen: moment.isLookingOffScreen)
    }
    return audit.finish()
  }

  /// What a trigger does to a take whose page it moves itself.
  static func closed(
    _ frames: SimulatedFrames, setup: PipelineName.Setup, screen: ScreenGeometry, answer: Double
  ) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    var (frames, audit) = (frames, TriggerAudit(answer: answer))
    var pipeline = StandardPipeline(
      geometry: setup.geometry, person: setup.person, smoothing: setup.smoothing, trigger: setup.trigger)
    while let frame = frames.next() {
      let command = pipeline.step(frame.observation.frame).scroll
      audit.step(
        time: frame.observation.frame.time, command: command, intent: frame.observation.intent,
        isLookingOffScreen: frame.truth?.gaze.map { !screen.contains($0) } ?? false)
      frames.scroll(command)
    }
    return audit.finish()
  }
}

extension [TriggerTake] {
  /// What a trigger comes to on all of them.
  func outcome(_ settings: ScrollTrigger.Settings, answer: Double) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    var (mishaps, tally) = (TriggerMishaps(), ScrollTally())
    for take in self {
      let outcome = take.outcome(settings, answer: answer)
      mishaps.merge(outcome.mishaps)
      tally.merge(outcome.tally)
    }
    return (mishaps, tally)
  }
}
