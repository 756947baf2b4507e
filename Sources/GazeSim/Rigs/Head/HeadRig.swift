import GazePipeline
public import GazeRecording

/// AirPods turn a character: the rig of the 2024 article.
public enum HeadRig: SimulatedRig {
  /// Its simulator's numbers.
  public typealias Parameters = HeadParameters
  /// What people do.
  public typealias Task = HeadScenario
  /// What is recorded.
  public typealias Sample = RecordedHead

  /// The documentation of others has 25 Hz; recordings of about 50 Hz are known.
  public static let defaultRate = 25.0
  /// From 5 to 100 Hz.
  public static let rates = 5.0...100.0

  /// One person's samples.
  public static func samples(_ simulation: RigSimulation<HeadRig>, participant: Int) -> HeadSamples {
    HeadSamples(simulation, participant: participant)
  }

  /// Whether the headphones measure nothing on this person.
  public static func isFailing(_ simulation: RigSimulation<HeadRig>, participant: Int) -> Bool {
    simulation.personStream(6, participant: participant).uniform(0) < simulation.parameters.sensor.failingShare
  }
}

extension RigSimulation where Rig == HeadRig {
  /// What is true of this person's headphones in this session.
  package func headSession(participant: Int) -> HeadSession {
    HeadSession(parameters.sensor, sessionStream(0, participant: participant))
  }
}
