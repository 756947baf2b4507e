public import GazeRecording
import GazeSimulation

/// The remaining samples of a recording.
@usableFromInline package struct RecordedTake<R: MeasuredRig>: ~Copyable, Take {
  @usableFromInline var reader: SampleReader<R.Sample>
  /// The recording's header.
  @usableFromInline package let header: RecordingHeader
  /// True if at least one sample so far had a simulator's truth.
  @usableFromInline package internal(set) var hasTruth = false

  /// Digest of the first samples, so that a copy of a recording is recognised, in any format; nil before a sample came.
  @usableFromInline package var digest: UInt64? { digested == 0 ? nil : state }
  @usableFromInline var (state, digested) = (FNV1a.empty, 0)
  /// Number of samples in the digest.
  @usableFromInline static var digestedSamples: Int { 256 }

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
    if digested < Self.digestedSamples, let sample { digest(sample) }
    return sample
  }

  @usableFromInline mutating func digest(_ sample: R.Sample) {
    var values = [Double](repeating: 0, count: R.Sample.fields.reduce(0) { $0 + $1.count })
    sample.write(to: &values)
    for value in [sample.time] + values { withUnsafeBytes(of: value) { state = FNV1a.hash($0, after: state) } }
    digested += 1
  }

  /// Does nothing.
  @inlinable package mutating func obey(_ output: R.Output) {}
}
