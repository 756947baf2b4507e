package import GazePipeline
package import GazeRecording

/// One frame of a replay: the input, the directions of the eyes, and each pipeline's output.
package struct ReplayMoment: Sendable, Equatable {
  /// Output of one pipeline.
  package struct Pipeline: Sendable, Equatable {
    /// The pipeline's name.
    package var name: String
    /// The pointer and the scroll.
    package var output: PointerOutput
  }

  /// Number of the frame in the replay, 1 for the first.
  package var unit: Int
  /// Seconds of the replay at recorded speed, from `ReplayTimeline`.
  package var seconds: Double
  /// The frame.
  package var observation: RecordedFrame.Observation
  /// The 2018 article's angles and the correct ones; nil if no face is tracked.
  package var lineOfSight: LineOfSight?
  /// Outputs of the pipelines, in the requested order.
  package var pipelines: [Pipeline]
}
