public import GazeMetrics
public import GazePipeline
public import GazeRecording

/// Reference with which a pointer is compared, besides the targets that were shown.
public enum ErrorReference: String, Sendable, Codable {
  /// The simulator's true gaze, at every frame with the gaze on the screen.
  case truth
  /// No truth: only the targets that the app showed, once the eyes have had time to reach them.
  case target
}

/// One pipeline on one person's frames, one frame at a time: pointer error, data quality, lag, and scrolling.
///
/// There are three kinds of error: the error to the true gaze over all samples, the error to the true gaze over samples
/// of eyes at rest (`SettlingDetector`), and the error to the shown target. The error to the shown target uses only
/// what an app knows, so it is the same for a take with truth and without.
///
/// Memory use does not depend on the recording's length.
public struct PersonTrial<Pipeline: PointerPipeline> {
  /// Seconds from a target's change to the start of a fixation on it, for accuracy and precision.
  public static var settling: Double { PersonResult.settling }

  private var pipeline: Pipeline
  private var meter: PointerMeter

  /// A trial that has not processed a frame yet.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline in its initial state.
  ///   - participant: the person's number.
  ///   - geometry: screen and camera used to convert points to millimetres and degrees.
  ///   - reference: the place with which the pointer is compared.
  ///   - rate: nominal frames per second, for data loss and lag.
  ///   - tolerance: largest distance in time at which a scroll counts as the answer to an intent.
  public init(
    _ pipeline: Pipeline, participant: Int, geometry: ScreenGeometry, reference: ErrorReference, rate: Double,
    tolerance: EventMatching.Tolerance = EventMatching.Tolerance()
  ) {
    self.init(
      pipeline,
      PointerMeter(
        participant: participant, geometry: geometry, reference: reference, rate: rate, tolerance: tolerance))
  }

  /// A trial that measures by this meter.
  package init(_ pipeline: Pipeline, _ meter: PointerMeter) { (self.pipeline, self.meter) = (pipeline, meter) }

  /// Takes in a frame and returns the pipeline's output; its `scroll` closes a simulation's loop.
  @discardableResult
  public mutating func step(_ recorded: RecordedFrame) -> PointerOutput {
    var view = CachedEyeView()
    return step(recorded, sharing: &view)
  }

  /// Takes in a frame and returns the pipeline's output; other trials on the same frame share the eye's view.
  @usableFromInline package mutating func step(
    _ recorded: RecordedFrame, sharing view: inout CachedEyeView
  ) -> PointerOutput {
    let output = pipeline.step(recorded.observation.frame, recorded.observation.app.context)
    // A pipeline of another type may have given the frame, changed or late, to `StandardPipeline`.
    if Pipeline.self == StandardPipeline.self { view.take(output) }
    meter.add(output, isNew: output.rawPointer != nil, on: recorded, &view)
    return output
  }

  /// Returns the person's results.
  public mutating func finish() -> PersonResult { meter.finish() }
}

extension PersonTrial: Sendable where Pipeline: Sendable {}
