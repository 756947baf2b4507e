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
  /// Moves a simulated page. A take from a file ignores the output, because its samples already exist.
  mutating func obey(_ output: Output)
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
  @inlinable package mutating func obey(_ output: R.Output) { R.obey(output, &samples) }

  /// Adds the simulator's facts about the person, once the take is over.
  @usableFromInline package func complete(_ person: inout R.Person) {
    R.complete(&person, simulation, participant: participant, after: samples)
  }
}
