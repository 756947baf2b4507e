import GazePipeline
import GazeRecording

/// All numbers of the drag simulator, in SI units and radians; lengths on the screen are in points. `DragConstants`
/// states the source of each number.
public struct DragParameters: SimulatorParameters {
  /// The app's picture.
  public struct View: Sendable, Equatable {
    /// Vertical field of view that the header states.
    public var fieldOfView = 60.0.radians
    /// Excess of the picture's true field of view over the stated one.
    public var fieldOfViewError = 0.0
    /// Orientation of the interface, as the number `quarterTurns`: 1 is landscapeRight, the orientation of the
    /// article's app.
    public var orientation = 1.0

    /// Orientation of the interface.
    var interface: ScreenOrientation { ScreenOrientation.allCases[Int(min(max(orientation, 0), 3))] }
  }

  /// The digitiser.
  public struct Touch: Sendable, Equatable {
    /// Standard deviation of a report along each axis, points.
    public var noise = 1.5
    /// Delay from the finger to its report and to the picture that follows it.
    public var latency = 0.045
    /// Relative standard deviation of the latency over phones.
    public var latencySpread = 0.15
  }

  /// The person's finger.
  public struct Hand: Sendable, Equatable {
    /// Distance of the finger from the intended mark, standard deviation along each axis, points.
    public var aim = 4.0
    /// Longest stroke, share of the screen's width and height.
    public var reach = 0.55
    /// Spread of `reach` over people, sigma of the logarithm.
    public var reachSpread = 0.15
    /// Duration of a very short stroke.
    public var strokeTime = 0.28
    /// Additional duration of a stroke as long as the screen's longer side.
    public var strokeTimePerScreen = 0.5
    /// Spread of times from stroke to stroke and over people, sigma of the logarithm.
    public var timeSpread = 0.2
    /// Time with the finger lifted between two strokes towards the same aim.
    public var liftTime = 0.2
    /// Standard deviation of the distance of a stroke's middle from the screen's middle, as a share of the screen's
    /// size.
    public var scatter = 0.06
    /// Share of strokes that are flicks.
    public var flickShare = 0.05
    /// Share of a flick's planned duration after which the finger lifts.
    public var flickCut = 0.6
    /// Ratio of a flick's duration to the duration of a drag of the same length.
    public var flickTime = 0.6
    /// Standard deviation over people of the sideways distance between the screen's middle and the middle of a person's
    /// strokes, as a share of the width.
    public var side = 0.05
  }

  /// The person's intents.
  public struct Task: Sendable, Equatable {
    /// Mean time for which the person looks before choosing another aim.
    public var restTime = 0.9
    /// Largest remaining angle at which an aim counts as reached.
    public var tolerance = 2.5.radians
    /// Number of strokes after which the person gives up an aim.
    public var patience = 7.0
    /// Factor on the change of heading from one aim to the next, which the scenario determines.
    public var turnFactor = 1.0
  }

  /// The app's picture.
  public var view = View()
  /// The digitiser.
  public var touch = Touch()
  /// The person's finger.
  public var hand = Hand()
  /// The person's intents.
  public var task = Task()

  /// The parameters of the preset `typical`.
  public init() {}

  /// Every number of the drag simulator.
  public static var constants: [ParameterConstant<DragParameters>] { DragConstants.all }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [ParameterPreset<DragParameters>] { DragPresets.all }
}
