import GazePipeline
public import GazeRecording

/// AirPods that turn a character: the rig of the 2024 article.
public enum HeadRig: SimulatedRig {
  /// Parameters of the simulator.
  public typealias Parameters = HeadParameters
  /// Tasks of people.
  public typealias Task = HeadScenario
  /// A recorded sample.
  public typealias Sample = RecordedHead

  /// Third-party documentation states 25 Hz; recordings of about 50 Hz are known.
  public static let defaultRate = 25.0
  /// From 5 to 100 Hz.
  public static let rates = 5.0...100.0

  /// One person's samples.
  public static func samples(_ simulation: RigSimulation<HeadRig>, participant: Int) -> HeadSamples {
    HeadSamples(simulation, participant: participant)
  }

  /// True if the headphones measure nothing on this person.
  public static func isFailing(_ simulation: RigSimulation<HeadRig>, participant: Int) -> Bool {
    simulation.personStream(6, participant: participant).uniform(0) < simulation.parameters.sensor.failingShare
  }
}

extension RigSimulation where Rig == HeadRig {
  /// The true properties of this person's headphones in this session.
  package func headSession(participant: Int) -> HeadSession {
    HeadSession(parameters.sensor, sessionStream(0, participant: participant))
  }
}
