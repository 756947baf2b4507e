public import GazeRecording

/// The head rig of the 2024 article: AirPods whose motion turns a character.
///
/// Numbers of its random streams: 6 of the person, 0 of the session (`HeadSession`), and of the take 1 to 6
/// (`HeadActor`) and 128 to 133 (`HeadSamples`). Recordings depend on them, and no test finds a number that two effects
/// of one kind share: a new effect takes a number that is not in this list, and adds it here.
public enum HeadRig: SimulatedRig {
  /// Parameters of the simulator.
  public typealias Parameters = HeadParameters
  /// Tasks of people.
  public typealias Task = HeadScenario
  /// A recorded sample.
  public typealias Sample = RecordedHead

  /// Default sample rate. Third-party documentation states 25 Hz; recordings of about 50 Hz are known.
  public static let defaultRate = 25.0
  /// Sample rates that a simulation supports, Hz.
  public static let rates = 5.0...100.0

  /// One person's samples.
  public static func samples(_ simulation: RigSimulation<HeadRig>, participant: Int) -> HeadSamples {
    HeadSamples(simulation, participant: participant)
  }

  /// True if the headphones measure nothing when this person wears them.
  public static func isFailing(_ simulation: RigSimulation<HeadRig>, participant: Int) -> Bool {
    simulation.personStream(6, participant: participant).uniform(0) < simulation.parameters.sensor.failingShare
  }
}
