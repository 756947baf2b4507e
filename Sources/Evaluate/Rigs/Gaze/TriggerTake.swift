import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The input of a trigger in one person's take, and the person's intents: made once, so that thousands of triggers can
/// be tried on the same pointer.
struct TriggerTake: Sendable {
  private struct Moment: Sendable {
    var time: Double
    /// The pointer; nil while it is held.
    var pointer: SIMD2<Double>?
    var intent: ScrollDirection?
    var isLookingOffScreen: Bool
  }

  private var moments: [Moment] = []
  private var window: SIMD2<Double>
  private var screen: ScreenGeometry
  private var pipeline: any PointerPipeline & Sendable

  /// One person's take through the standard pipeline, with a page that moves as the person intends.
  init(_ simulation: Simulation, participant: Int, setup: Setup) {
    window = setup.geometry.points
    screen = simulation.screen
    pipeline = GazeRig.standard.pointer(setup)
    var take = SimulatedTake(simulation, participant: participant)
    self = Feed.results(&take, [self])[0]
  }

  /// Mishaps and scroll counts of a trigger on this take. The trigger's blink threshold must be that of the setup.
  ///
  /// - Parameter answer: points of scrolling that fulfil an intent.
  func outcome(_ settings: ScrollTrigger.Settings, answer: Double) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
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
  ) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    var take = SimulatedTake(simulation, participant: participant)
    let trial = AuditedTrigger(
      pipeline: GazeRig.standard.pointer(setup), screen: simulation.screen, audit: TriggerAudit(answer: answer))
    return Feed.results(&take, [trial])[0]
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

  mutating func finish() -> (mishaps: TriggerMishaps, tally: ScrollTally) { audit.finish() }
}

extension [TriggerTake] {
  /// Mishaps and scroll counts of a trigger on all takes.
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
