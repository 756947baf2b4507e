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
  func outcome(_ settings: ScrollTrigger.Settings) -> (tally: ScrollTally, strayPoints: Double) {
    var (trigger, scorer, stray) = (ScrollTrigger(settings), ScrollScorer(), 0.0)
    for moment in moments {
      let command = trigger.step(pointer: moment.pointer, window: window, at: moment.time)
      if command.direction != .none, let intent = moment.intent, intent != command.direction {
        stray += command.distance
      }
      scorer.step(
        time: moment.time, command: command, intent: moment.intent, isLookingOffScreen: moment.isLookingOffScreen)
    }
    return (scorer.finish(), stray)
  }
}

extension [TriggerTake] {
  /// What a trigger comes to on all of them.
  func mishaps(_ settings: ScrollTrigger.Settings) -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    var (sum, all) = (TriggerMishaps(), ScrollTally())
    for take in self {
      let (tally, stray) = take.outcome(settings)
      sum.merge(TriggerMishaps(tally, strayPoints: stray))
      all.merge(tally)
    }
    return (sum, all)
  }
}

extension TriggerMishaps {
  /// The mishaps of a tally.
  init(_ tally: ScrollTally, strayPoints: Double) {
    self.init()
    falseScrolls = tally.falsePositives
    missedWishes = tally.falseNegatives
    // The sketch has no sum: its mean by twenty of its quantiles; early is not late.
    let shares = (0..<20).map { (Double($0) + 0.5) / 20 }
    let late = shares.reduce(0) { $0 + Swift.max(tally.latencies.quantile($1) ?? 0, 0) } / 20
    lateSeconds = late * Double(tally.truePositives)
    self.strayPoints = strayPoints
    seconds = tally.seconds
  }
}
