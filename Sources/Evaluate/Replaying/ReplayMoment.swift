package import GazePipeline
package import GazeRecording

/// One frame of a replay: what came, which way the eyes look, and what each pipeline made of it.
package struct ReplayMoment: Sendable, Equatable {
  /// What one pipeline made of it.
  package struct Pipeline: Sendable, Equatable {
    /// Which.
    package var name: String
    /// Pointer and scroll.
    package var output: PointerOutput
  }

  /// Which frame of the replay, 1 for the first.
  package var unit: Int
  /// Seconds of the replay at recorded speed, as of `ReplayTimeline`.
  package var seconds: Double
  /// The frame.
  package var observation: RecordedFrame.Observation
  /// The 2018 article's angles and the correct ones; nil where no face is tracked.
  package var lineOfSight: LineOfSight?
  /// The pipelines, in the order asked for.
  package var pipelines: [Pipeline]
}
