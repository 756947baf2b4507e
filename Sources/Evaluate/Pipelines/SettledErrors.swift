import GazePipeline
import GazeRecording
import GazeTesting

/// Pointer − target in points at every sample of a recording in which the eyes have had time to reach the target.
/// Blinks and frames without a pointer of their own are left out.
func settledErrors<Pipeline: PointerPipeline>(
  of pipeline: Pipeline, on observations: some Sequence<RecordedFrame.Observation>
) -> [SIMD2<Double>] {
  var pipeline = pipeline
  var errors: [SIMD2<Double>] = []
  var shown: (target: SIMD2<Double>, since: Double)?
  for observation in observations {
    let (frame, target) = (observation.frame, observation.target)
    let output = pipeline.step(frame)
    if target != shown?.target { shown = target.map { ($0, frame.time) } }
    guard let shown, frame.time - shown.since >= PersonTrial<Pipeline>.settling, output.rawPointer != nil,
      frame.blink.max() <= 0.5, let pointer = output.pointer
    else { continue }
    errors.append(pointer - shown.target)
  }
  return errors
}
