import GazePipeline
public import GazeRecording

/// One pipeline on one person's samples, a sample at a time, and what is kept of it. Memory does not grow with a take's
/// length.
@usableFromInline package protocol Trial<Sample, Output, Result>: Sendable {
  /// What is recorded.
  associatedtype Sample: RigSample
  /// What the pipeline makes of a sample.
  associatedtype Output
  /// What is kept.
  associatedtype Result

  /// Takes a sample in, and gives what the pipeline made of it.
  mutating func step(_ sample: Sample) -> Output
  /// What came out of it.
  mutating func finish() -> Result
}

extension PersonTrial: Trial {}
