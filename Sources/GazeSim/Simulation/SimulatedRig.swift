public import GazePipeline
public import GazeRecording

/// A rig that `RigSimulation` simulates: its constants, its scenarios, and the samples of a person. Gaze, head, body
/// and drag are such rigs.
public protocol SimulatedRig: Sendable {
  associatedtype Parameters: SimulatorParameters
  associatedtype Task: RigScenario
  associatedtype Sample: RigSample
  associatedtype Samples: Sequence<Sample> & Sendable

  /// Samples a second by default.
  static var defaultRate: Double { get }
  /// Sample rates that the rig's sensor supports.
  static var rates: ClosedRange<Double> { get }

  /// One participant's samples, ordered by time. `simulation.seconds` is never nil for a rig in which every scenario
  /// has a length.
  static func samples(_ simulation: RigSimulation<Self>, participant: Int) -> Samples
  /// Orientation of the interface on the phone; the header's points are in the interface's axes.
  static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation
  /// Values in the header that hold for the whole recording, by name.
  static func constants(_ simulation: RigSimulation<Self>) -> [String: Double]
  /// Truth about the whole recording that only a simulator knows; nil if the header has none.
  static func headerTruth(_ simulation: RigSimulation<Self>) -> RecordingHeader.Truth?
  /// True if the sensor fails for this person (headphones that do not measure, a phone that tracks no one). Such people
  /// are reported separately.
  static func isFailing(_ simulation: RigSimulation<Self>, participant: Int) -> Bool
  /// Refuses a simulation that makes no sense for this rig, beyond the checks common to all rigs.
  static func check(_ simulation: RigSimulation<Self>) throws(SimulationError)
}

extension SimulatedRig {
  /// Upright.
  public static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation { .portrait }

  /// Nothing.
  public static func constants(_ simulation: RigSimulation<Self>) -> [String: Double] { [:] }

  /// Nothing.
  public static func headerTruth(_ simulation: RigSimulation<Self>) -> RecordingHeader.Truth? { nil }

  /// Accepts everything.
  public static func check(_ simulation: RigSimulation<Self>) throws(SimulationError) {}
}
