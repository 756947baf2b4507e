public import GazePipeline
public import GazeRecording

/// A rig that `RigSimulation` can simulate, with its constants, its scenarios and the samples of a person. Gaze, head,
/// body and drag conform.
public protocol SimulatedRig: Sendable {
  /// The rig's constants.
  associatedtype Parameters: SimulatorParameters
  /// The rig's scenarios.
  associatedtype Task: RigScenario
  /// A sample of the rig's sensor.
  associatedtype Sample: RigSample
  /// The samples of one participant.
  associatedtype Samples: Sequence<Sample> & Sendable

  /// Samples a second by default.
  static var defaultRate: Double { get }
  /// Sample rates that the rig's sensor supports.
  static var rates: ClosedRange<Double> { get }

  /// One participant's samples, ordered by time. If every scenario of the rig has a default duration,
  /// `simulation.seconds` is never nil.
  static func samples(_ simulation: RigSimulation<Self>, participant: Int) -> Samples
  /// Orientation of the interface on the phone; the header's points are in the interface's axes.
  static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation
  /// Values in the header that hold for the whole recording, by name.
  static func constants(_ simulation: RigSimulation<Self>) -> [String: Double]
  /// Boxes of the lines of text on a participant's page, if the app states them.
  static func lines(_ simulation: RigSimulation<Self>, participant: Int) -> [RecordingHeader.LineBox]
  /// Truth about the whole recording that only a simulator knows; nil if the header has none.
  static func headerTruth(_ simulation: RigSimulation<Self>) -> RecordingHeader.Truth?
  /// True if the sensor fails for this person (headphones that do not measure, a phone that tracks no one). Reports
  /// evaluate such people separately.
  static func isFailing(_ simulation: RigSimulation<Self>, participant: Int) -> Bool
  /// Refuses a simulation that is invalid for this rig; the checks that all rigs have in common are made elsewhere.
  static func check(_ simulation: RigSimulation<Self>) throws(SimulationError)
}

/// The clock of all simulators: the truth advances in ticks at every sample rate.
enum Clock {
  /// Ticks a second.
  static let rate = 240.0
  /// Seconds.
  static let tick = 1.0 / 240
}

extension SimulatedRig {
  /// The upright orientation, unless the rig has another one.
  public static func orientation(_ simulation: RigSimulation<Self>) -> ScreenOrientation { .portrait }

  /// Nothing.
  public static func constants(_ simulation: RigSimulation<Self>) -> [String: Double] { [:] }

  /// Nothing.
  public static func lines(_ simulation: RigSimulation<Self>, participant: Int) -> [RecordingHeader.LineBox] { [] }

  /// Nothing.
  public static func headerTruth(_ simulation: RigSimulation<Self>) -> RecordingHeader.Truth? { nil }

  /// Accepts every simulation.
  public static func check(_ simulation: RigSimulation<Self>) throws(SimulationError) {}
}
