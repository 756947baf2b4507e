import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// A person's trial whose pipeline is known only as the program runs: one dynamic call a frame.
protocol Trial: Sendable {
  @discardableResult
  mutating func take(_ frame: RecordedFrame) -> PointerOutput
  mutating func close() -> PersonResult
}

extension PersonTrial: Trial {
  @discardableResult mutating func take(_ frame: RecordedFrame) -> PointerOutput { step(frame) }
  mutating func close() -> PersonResult { finish() }
}

extension Trial {
  /// Takes in a whole take whose page the trial's own pipeline moves, and gives what its reader went through.
  mutating func closeLoop(_ frames: SimulatedFrames) -> ReadingLog? {
    var frames = frames
    while let frame = frames.next() { frames.scroll(take(frame).scroll) }
    return frames.readingLog
  }
}

/// A trial of any pipeline.
func trial<Pipeline: PointerPipeline>(
  _ pipeline: Pipeline, _ participant: Int, _ geometry: ScreenGeometry, _ reference: Reference, rate: Double
) -> any Trial {
  PersonTrial(pipeline, participant: participant, geometry: geometry, reference: reference, rate: rate)
}
