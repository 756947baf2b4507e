import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The pointer and the scrolls of the app that made a recording, measured as those of a pipeline.
///
/// If the app states its unsmoothed pointer (`RecordedFrame.AppState.rawPointer`), a frame without one is a frame in
/// which the pointer was held. If it never does, every tracked frame with open lids and a pointer counts, and figures
/// of the unsmoothed pointer are unknown. A recording in which no frame states a scroll has no figures of scrolling,
/// and one that states no distances has no figures of distances.
struct RecordedPointerTrial: Trial {
  /// Sentence of a gate's report, whose correctness stage needs a pipeline.
  static let correctnessOmitted =
    "correctness: left out; its faces are simulated, and a recorded pointer cannot follow them. Run it on the code of "
    + "the pipeline: gazesim gate --correctness --pipeline-command 'CMD' (docs/pipelines.md)."
  /// The fault of recordings without a pointer, with another remedy at its end.
  static func absence(_ remedy: String) -> String {
    "no tracked frame holds a pointer, so nothing can be judged; record it with GazeRecorder.record(frame, app:), or "
      + "import it with the columns pointer_x and pointer_y; \(remedy)"
  }

  private var meter: PointerMeter
  /// True once a frame has stated an unsmoothed pointer.
  private var statesRaw = false
  /// True once a frame has stated a scroll, or that there was none.
  private var statesScroll = false
  private var areDistancesKnown = true

  /// A trial that has not processed a frame yet.
  init(_ setup: Setup, participant: Int) {
    meter = PointerMeter(setup, participant: participant)
  }

  /// Takes in a frame and returns the app's output.
  mutating func step(_ recorded: RecordedFrame) -> PointerOutput {
    var view = CachedEyeView()
    return step(recorded, sharing: &view)
  }

  /// Takes in a frame and returns the app's output; other trials on the same frame share the eye's view.
  mutating func step(_ recorded: RecordedFrame, sharing view: inout CachedEyeView) -> PointerOutput {
    let (app, frame) = (recorded.observation.app, recorded.observation.frame)
    let output = app.output
    if output.rawPointer != nil { statesRaw = true }
    if app.scroll != nil { statesScroll = true }
    if output.scroll.direction != .none, app.scrollPoints == nil { areDistancesKnown = false }
    let isNew =
      statesRaw
      ? output.rawPointer != nil : output.pointer != nil && frame.isTracked && frame.blink.max() <= 0.5
    meter.add(output, isNew: isNew, on: recorded, &view)
    return output
  }

  /// Returns the person's results.
  mutating func finish() -> PersonResult {
    var result = meter.finish()
    if statesScroll {
      result.scroll.areDistancesKnown = areDistancesKnown
    } else {
      result.scroll = ScrollTally()
    }
    return result
  }
}

extension PointerMeter {
  /// A meter of a person in a recording.
  init(_ setup: Setup, participant: Int) {
    self.init(
      participant: participant, geometry: setup.screen, reference: setup.reference, rate: setup.header.rate,
      parts: setup.parts, eyeDistance: setup.header.eyeDistance)
  }
}

extension RecordedFrame.AppState {
  /// The app's pointer and scroll as the output of a pipeline.
  var output: PointerOutput {
    // A point beyond 1e9 has no meaning; its square could not be summed.
    func known(_ point: Vector2?) -> Vector2? { point.flatMap { $0.length < 1e9 ? $0 : nil } }
    var command = ScrollCommand.none
    if let scroll, scroll != .none { command = ScrollCommand(direction: scroll, distance: abs(scrollPoints ?? 0)) }
    return PointerOutput(pointer: known(pointer), rawPointer: known(rawPointer), scroll: command)
  }
}

extension GazeRig {
  /// The pointer and the scrolls that the recording's app made.
  static let recordedPipeline = Pipeline<GazeRig>(
    "recorded", "the pointer and the scrolls that the recording's app made", source: "the recording", kind: .recorded,
    smoothing: "the app's own",
    engine: PointerEngine { _ in NoPointer() }.with { $0.isRecorded = true })
}

/// A pipeline without a pointer.
private struct NoPointer: PointerPipeline {
  func step(_ frame: FaceFrame) -> PointerOutput { PointerOutput(pointer: nil, rawPointer: nil) }
}
