public import GazeRecording
public import GazeSimulation

/// Header and samples, from a simulation or a file: all that crosses from what makes a recording to what judges it.
@usableFromInline package protocol Take<Sample, Output>: ~Copyable {
  associatedtype Sample: RigSample
  /// What a pipeline sends back.
  associatedtype Output
  /// Why a sample cannot be had.
  associatedtype Failure: Error

  /// What it is of.
  var header: RecordingHeader { get }
  /// Do pipelines move the page? Each then has a take of its own.
  var isClosed: Bool { get }
  /// The next sample, nil after the last one.
  mutating func next() throws(Failure) -> Sample?
  /// Moves a simulated page. A file has been made already.
  mutating func obey(_ output: Output)
}

/// One simulated person doing one scenario.
@usableFromInline package struct SimulatedTake<R: MeasuredRig>: Take {
  /// What is simulated.
  @usableFromInline package let simulation: RigSimulation<R>
  /// Who.
  @usableFromInline package let participant: Int
  /// What is left.
  @usableFromInline var samples: R.Samples.Iterator

  /// A take at its start.
  @usableFromInline package init(_ simulation: RigSimulation<R>, participant: Int) {
    self.simulation = simulation
    self.participant = participant
    samples = simulation.frames(participant: participant).makeIterator()
  }

  /// What it is of, without what only the simulator knows.
  @usableFromInline package var header: RecordingHeader { simulation.stated }
  /// Does a pipeline move the page?
  @inlinable package var isClosed: Bool { simulation.loop != "open" }
  /// The next sample.
  @inlinable package mutating func next() -> R.Sample? { samples.next() }
  /// Moves the page.
  @inlinable package mutating func obey(_ output: R.Output) { R.obey(output, &samples) }

  /// Adds what the simulator knows of the person, once the take is over.
  @usableFromInline package func complete(_ person: inout R.Person) {
    R.complete(&person, simulation, participant: participant, after: samples)
  }
}
