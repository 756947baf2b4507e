import GazePipeline
import GazeRecording
import GazeTesting

/// Pointer errors while the eyes rest on targets, from `PersonResult.settling` after each onset. Blinks and frames in
/// which the pipeline computes no new pointer are left out.
struct SettledFixations: Trial {
  /// Samples and means.
  struct Result {
    /// Pointer − target of every sample, points.
    var errors: [Vector2] = []
    /// Mean of the unsmoothed pointer on each target, in the order of the targets.
    var raw: [(target: Vector2, pointer: Vector2)] = []
  }

  private var pipeline: any PointerPipeline
  private var errors: [Vector2] = []
  private var sums: [(target: Vector2, sum: Vector2, count: Double)] = []
  private var shown: (target: Vector2, since: Double)?

  init(_ pipeline: any PointerPipeline) { self.pipeline = pipeline }

  mutating func step(_ sample: RecordedFrame) -> PointerOutput {
    let (frame, target) = (sample.observation.frame, sample.observation.target)
    let output = pipeline.step(frame, sample.observation.app.context)
    if target != shown?.target { shown = target.map { ($0, frame.time) } }
    guard let shown, frame.time - shown.since >= PersonResult.settling, frame.blink.max() <= 0.5,
      let raw = output.rawPointer
    else { return output }
    if let pointer = output.pointer { errors.append(pointer - shown.target) }
    if sums.last?.target != shown.target { sums.append((shown.target, .zero, 0)) }
    sums[sums.count - 1].sum += raw
    sums[sums.count - 1].count += 1
    return output
  }

  mutating func finish() -> Result { Result(errors: errors, raw: sums.map { ($0.target, $0.sum / $0.count) }) }
}
