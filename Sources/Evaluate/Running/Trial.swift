import GazePipeline
import GazeRecording
import GazeTesting

/// A person's trial whose pipeline is known only as the program runs: one dynamic call a frame.
protocol Trial: Sendable {
  mutating func take(_ frame: RecordedFrame)
  mutating func close() -> PersonResult
}

extension PersonTrial: Trial {
  mutating func take(_ frame: RecordedFrame) { step(frame) }
  mutating func close() -> PersonResult { finish() }
}

/// A trial of any pipeline.
func trial<Pipeline: PointerPipeline>(
  _ pipeline: Pipeline, _ participant: Int, _ geometry: ScreenGeometry, _ reference: Reference, rate: Double
) -> any Trial {
  PersonTrial(pipeline, participant: participant, geometry: geometry, reference: reference, rate: rate)
}
