import GazePipeline
import GazeRecording

/// Every number of the drag simulator, in SI units and radians; lengths on the screen are in points. `DragConstants`
/// states the source of each.
public struct DragParameters: SimulatorParameters {
  /// The app's picture.
  public struct View: Sendable, Equatable {
    /// Vertical field of view that the header states.
    public var fieldOfView = 60.0.radians
    /// Excess of the picture's true field of view over the stated one.
    public var fieldOfViewError = 0.0
    /// Orientation of the interface, as its `quarterTurns`: 1 is landscapeRight, in which the article's app is held.
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
    /// Time with the finger up between two strokes to one aim.
    public var liftTime = 0.2
    /// Scatter of a stroke's middle about the screen's middle, share of the size, standard deviation.
    public var scatter = 0.06
    /// Share of strokes that are flicks.
    public var flickShare = 0.05
    /// Share of a flick's time at which the finger lifts.
    public var flickCut = 0.6
    /// Ratio of a flick's time to that of a drag of the same length.
    public var flickTime = 0.6
    /// Distance from the screen's middle at which a person strokes, share of the width, standard deviation over people.
    public var side = 0.05
  }

  /// The person's intents.
  public struct Task: Sendable, Equatable {
    /// Mean time of looking before the person wants something else.
    public var restTime = 0.9
    /// Largest remaining angle at which an aim counts as reached.
    public var tolerance = 2.5.radians
    /// Number of strokes after which the person gives an aim up.
    public var patience = 7.0
    /// Factor on the scenario's change of heading to the next aim.
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
