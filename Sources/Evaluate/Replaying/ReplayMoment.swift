public import GazePipeline
public import GazeRecording

/// One frame of a replay: what came, which way the eyes look, and what each pipeline made of it.
public struct ReplayMoment: Sendable, Equatable {
  /// What one pipeline made of it.
  public struct Pipeline: Sendable, Equatable {
    /// Which.
    public var name: PipelineName
    /// Pointer and scroll.
    public var output: PointerOutput
  }

  /// Which frame of the replay, 1 for the first.
  public var unit: Int
  /// Seconds of the replay at recorded speed, as of `ReplayTimeline`.
  public var seconds: Double
  /// The frame.
  public var observation: RecordedFrame.Observation
  /// The 2018 article's angles and the correct ones; nil where no face is tracked.
  public var lineOfSight: LineOfSight?
  /// The pipelines, in the order asked for.
  public var pipelines: [Pipeline]
}
