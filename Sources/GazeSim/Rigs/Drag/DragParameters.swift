import GazePipeline
import GazeRecording

/// Every number of the drag simulator, SI and radians; lengths on the screen in points. `DragConstants` says where each
/// comes from.
public struct DragParameters: SimulatorParameters {
  /// The app's picture.
  public struct View: Sendable, Equatable {
    /// Vertical field of view that the header states.
    public var fieldOfView = 60.0.radians
    /// By how much the picture's true one is larger.
    public var fieldOfViewError = 0.0
    /// How the interface stands, as `quarterTurns` of it: 1 is landscapeRight, which the article's app is held in.
    public var orientation = 1.0

    /// How the interface stands.
    var interface: ScreenOrientation { ScreenOrientation.allCases[Int(min(max(orientation, 0), 3))] }
  }

  /// The digitiser.
  public struct Touch: Sendable, Equatable {
    /// Standard deviation of a report an axis, points.
    public var noise = 1.5
    /// How long a report and the picture that follows it come after the finger.
    public var latency = 0.045
    /// Relative standard deviation of the latency over phones.
    public var latencySpread = 0.15
  }

  /// The person's finger.
  public struct Hand: Sendable, Equatable {
    /// How far off a mark it is put, standard deviation an axis, points.
    public var aim = 4.0
    /// Longest stroke, share of the screen's width and height.
    public var reach = 0.55
    /// Its spread over people, sigma of the logarithm.
    public var reachSpread = 0.15
    /// Time of a very short stroke.
    public var strokeTime = 0.28
    /// More for one of the screen's longer side.
    public var strokeTimePerScreen = 0.5
    /// Spread of times from stroke to stroke and over people, sigma of the logarithm.
    public var timeSpread = 0.2
    /// Finger up between two strokes to one aim.
    public var liftTime = 0.2
    /// Where a stroke's middle lies about the screen's, share of the size, standard deviation.
    public var scatter = 0.06
    /// Share of strokes that are flicks.
    public var flickShare = 0.05
    /// Share of a flick's time at which the finger lifts.
    public var flickCut = 0.6
    /// A flick's time over that of a drag as long.
    public var flickTime = 0.6
    /// How far beside the screen's middle a person strokes, share of the width, standard deviation over people.
    public var side = 0.05
  }

  /// What the person wants.
  public struct Task: Sendable, Equatable {
    /// Looks so long before wanting something else, mean.
    public var restTime = 0.9
    /// Near enough to what is wanted.
    public var tolerance = 2.5.radians
    /// Strokes after which the person gives an aim up.
    public var patience = 7.0
    /// How far in heading the next aim is, over what the scenario says.
    public var turnFactor = 1.0
  }

  /// The app's picture.
  public var view = View()
  /// The digitiser.
  public var touch = Touch()
  /// The person's finger.
  public var hand = Hand()
  /// What the person wants.
  public var task = Task()

  /// Those of the preset `typical`.
  public init() {}

  /// Every number of the drag simulator.
  public static var constants: [ParameterConstant<DragParameters>] { DragConstants.all }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [ParameterPreset<DragParameters>] { DragPresets.all }
}
