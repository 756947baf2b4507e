import GazePipeline
public import GazeRecording

/// AirPods turn a character: the rig of the 2024 article.
public enum HeadRig: SimulatedRig {
  public typealias Parameters = HeadParameters
  public typealias Task = HeadScenario
  public typealias Sample = RecordedHead

  public static let defaultRate = 25.0
  public static let rates = 5.0...100.0

  public static func samples(_ simulation: RigSimulation<HeadRig>, participant: Int) -> HeadSamples {
    HeadSamples(simulation, participant: participant)
  }

  public static func isFailing(_ simulation: RigSimulation<HeadRig>, participant: Int) -> Bool {
    simulation.personStream(6, participant: participant).uniform(0) < simulation.parameters.sensor.failingShare
  }
}

extension RigSimulation where Rig == HeadRig {
  /// What is true of this person's headphones in this session.
  package func headSession(participant: Int) -> HeadSession {
    HeadSession(parameters.sensor, stream(134, participant: participant))
  }
}
