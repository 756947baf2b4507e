public import GazeRecording
import GazeSimulation

/// The remaining samples of a recording.
@usableFromInline package struct RecordedTake<R: MeasuredRig>: ~Copyable, Take {
  @usableFromInline var reader: SampleReader<R.Sample>
  /// The recording's header.
  @usableFromInline package let header: RecordingHeader
  /// True if at least one sample so far had a simulator's truth.
  @usableFromInline package internal(set) var hasTruth = false

  /// A take at the recording's first sample.
  @usableFromInline package init(_ reader: consuming SampleReader<R.Sample>) {
    header = reader.header
    self.reader = reader
  }

  /// False, since the page of a recording has been moved already.
  @inlinable package var isClosed: Bool { false }

  /// The next sample; nil after the last one.
  @inlinable package mutating func next() throws(FileError) -> R.Sample? {
    let sample = try reader.next()
    if !hasTruth, let sample, sample.hasTruth { hasTruth = true }
    return sample
  }

  /// Does nothing.
  @inlinable package mutating func obey(_ output: R.Output) {}
}
