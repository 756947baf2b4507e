import GazePipeline
public import GazeRecording

/// One pipeline on one person's samples, one sample at a time, and its result. Memory use does not depend on the take's
/// length.
@usableFromInline package protocol Trial<Sample, Output, Result> {
  /// A recorded sample.
  associatedtype Sample: RigSample
  /// The pipeline's output for a sample.
  associatedtype Output
  /// The result of the trial.
  associatedtype Result

  /// Takes in a sample and returns the pipeline's output.
  mutating func step(_ sample: Sample) -> Output
  /// Takes in a sample and returns the pipeline's output; all trials on the sample are given the same view.
  mutating func step(_ sample: Sample, sharing view: inout SharedView) -> Output
  /// Returns the result.
  mutating func finish() -> Result
}

extension Trial {
  /// Calls `step(_:)`, since only a trial that measures a pointer needs the view.
  @usableFromInline package mutating func step(_ sample: Sample, sharing view: inout SharedView) -> Output {
    step(sample)
  }
}

extension PersonTrial: Trial {}
