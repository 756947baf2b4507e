public import GazePipeline
public import GazeRecording

/// A rig that `RigSimulation` simulates: its constants, its scenarios, and what a person's samples are. Gaze, head, body and
/// drag are four of them.
public protocol SimulatedRig: Sendable {
  associatedtype Parameters: SimulatorParameters
  associatedtype Task: RigScenario
  associatedtype Sample: RigSample
  associatedtype Samples: Sequence<Sample> & Sendable

  /// Samples a second by default.
  static var defaultRate: Double { get }
  /// What its sensor can give.
  static var rates: ClosedRange<Double> { get }

  /// One participant's samples, in the order of time. `simulation.seconds` is never nil for a rig whose scenarios all
  /// have a length.
  static func samples(_ simulation: RigSimulation<Self>, participant: Int) -> Samples
  /// How the interface stands on the phone; the header's points are the interface's.
  static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation
  /// What the header says for the whole recording, by name.
  static func constants(_ simulation: RigSimulation<Self>) -> [String: Double]
  /// What only a simulator knows of the whole recording; nil where the header says nothing of it.
  static func headerTruth(_ simulation: RigSimulation<Self>) -> RecordingHeader.Truth?
  /// Whether the sensor fails this person (no headphones that measure, a phone that tracks nobody); reported apart.
  static func isFailing(_ simulation: RigSimulation<Self>, participant: Int) -> Bool
  /// Refuses what makes no sense in this rig, beside what makes none in any.
  static func check(_ simulation: RigSimulation<Self>) throws(SimulationError)
}

extension SimulatedRig {
  /// Upright.
  public static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation { .portrait }

  /// Nothing.
  public static func constants(_ simulation: RigSimulation<Self>) -> [String: Double] { [:] }

  /// Nothing.
  public static func headerTruth(_ simulation: RigSimulation<Self>) -> RecordingHeader.Truth? { nil }

  /// Everything makes sense.
  public static func check(_ simulation: RigSimulation<Self>) throws(SimulationError) {}
}
