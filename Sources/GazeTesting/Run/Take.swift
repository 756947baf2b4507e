public import GazeRecording
public import GazeSimulation

/// Header and samples from a simulation or a file: everything that an evaluation receives from the source of a
/// recording.
@usableFromInline package protocol Take<Sample, Output>: ~Copyable {
  associatedtype Sample: RigSample
  /// Output of a pipeline that is returned to the take.
  associatedtype Output
  /// Reason why a sample is not available.
  associatedtype Failure: Error

  /// The recording's header.
  var header: RecordingHeader { get }
  /// True if pipelines move the page; each then has a take of its own.
  var isClosed: Bool { get }
  /// The next sample, nil after the last one.
  mutating func next() throws(Failure) -> Sample?
  /// Replaces a sample by the next one; returns false after the last one. A large sample is copied once, which a
  /// returned optional would be several times.
  mutating func advance(_ sample: inout Sample) throws(Failure) -> Bool
  /// Moves a simulated page, and writes the output into the sample that it is for. A take from a file ignores the
  /// output, because its samples already exist.
  mutating func apply(_ output: Output, to sample: inout Sample)
}

extension Take where Self: ~Copyable {
  /// Calls `next()`.
  @inlinable package mutating func advance(_ sample: inout Sample) throws(Failure) -> Bool {
    guard let next = try next() else { return false }
    sample = next
    return true
  }
}

/// One simulated person doing one scenario.
@usableFromInline package struct SimulatedTake<R: MeasuredRig>: Take {
  /// The simulation.
  @usableFromInline package let simulation: RigSimulation<R>
  /// The participant's number.
  @usableFromInline package let participant: Int
  /// The remaining samples.
  @usableFromInline var samples: R.Samples.Iterator

  /// A take from which no sample has been read yet.
  @usableFromInline package init(_ simulation: RigSimulation<R>, participant: Int) {
    self.simulation = simulation
    self.participant = participant
    samples = simulation.frames(participant: participant).makeIterator()
  }

  /// The header with the lines of the participant's page, without the truth that only the simulator knows.
  @usableFromInline package var header: RecordingHeader { simulation.stated(for: participant) }
  /// True if a pipeline moves the page.
  @inlinable package var isClosed: Bool { simulation.loop != "open" }
  /// The next sample.
  @inlinable package mutating func next() -> R.Sample? { samples.next() }
  /// Replaces a sample by the next one.
  @inlinable package mutating func advance(_ sample: inout R.Sample) -> Bool { R.advance(&sample, &samples) }
  /// Moves the page.
  @inlinable package mutating func apply(_ output: R.Output, to sample: inout R.Sample) {
    R.apply(output, to: &sample, &samples)
  }

  /// Adds the simulator's facts about the person, once the take is over.
  @usableFromInline package func addSimulatorFacts(_ person: inout R.Person) {
    R.addSimulatorFacts(&person, simulation, participant: participant, after: samples)
  }
}

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
    var values = [Double](repeating: 0, count: R.Sample.fields.sum { $0.count })
    sample.write(to: &values)
    for value in [sample.time] + values { withUnsafeBytes(of: value) { state = FNV1a.hash($0, after: state) } }
    digested += 1
  }

  /// Does nothing.
  @inlinable package mutating func apply(_ output: R.Output, to sample: inout R.Sample) {}
}

/// The recordings of a run so far, by the digests of their first samples. A copy's people would count twice.
package struct RecordedCopies {
  private var paths: [UInt64: String] = [:]

  /// No recordings.
  package init() {}

  /// Adds a recording that was read; one without samples is ignored.
  ///
  /// - Throws: an error that names the earlier recording with the same first samples.
  package mutating func add<R>(_ take: borrowing RecordedTake<R>, path: String) throws(FileError) {
    guard let digest = take.digest else { return }
    if let other = paths[digest] {
      throw FileError(
        path: path, message: "holds the same \(take.header.row)s as \(other); give each recording once")
    }
    paths[digest] = path
  }
}
