import GazeRecording

/// All numbers of the body simulator, in SI units and radians; lengths in the picture are in pixels, lengths in the
/// view in points.
public struct BodyParameters: SimulatorParameters {
  /// The people.
  public struct People: Sendable, Equatable {
    var height = 1.70
    var heightSD = 0.09
    var failingShare = 0.02
    var failingNoise = 4.0
    var failingDropouts = 15.0
  }

  /// The rear camera and the hand that holds the phone.
  public struct Camera: Sendable, Equatable {
    var imageWidth = 1920.0
    var imageHeight = 1440.0
    var fieldOfView = 60 * Double.pi / 180
    var orientation = 0.0
    var height = 1.3
    var pitch = 6 * Double.pi / 180
    var swayPosition = 0.008
    var swayAngle = 0.8 * Double.pi / 180
    var swayTime = 0.8
    var pictureScaleSD = 0.01
    var pictureShiftSD = 6.0
  }

  /// The people's activities.
  public struct Behaviour: Sendable, Equatable {
    var near = 2.2
    var far = 4.0
    var aside = 0.8
    var speed = 1.1
    var speedSD = 0.15
    var stride = 0.82
    var waveRate = 1.2
    var waveAngle = 28 * Double.pi / 180
    var sway = 0.006
    var leaves = 0.15
    var turn = 60 * Double.pi / 180
  }

  /// An obstacle between camera and person.
  public struct Counter: Sendable, Equatable {
    var isThere = 0.0
    var height = 1.05
    var distance = 1.6
  }

  /// Errors of the body tracker.
  public struct Tracker: Sendable, Equatable {
    var bias = 0.015
    var slowNoise = 0.006
    var slowTime = 0.3
    var noise = 0.004
    var speedNoise = 0.006
    var latency = 0.050
    var dropoutRate = 1.5 / 60
    var dropoutLength = 0.25
    var swapRate = 0.5 / 60
    var swapLength = 0.15
    var hiddenReported = 0.3
    var hiddenNoise = 0.06
    var findTime = 0.4
    var fewestJoints = 6.0
  }

  /// Marks that a person makes on the screen in a calibration.
  public struct Marking: Sendable, Equatable {
    var interval = 0.0
    var joints = 3.0
    var noise = 5.0
    var outliers = 0.1
  }

  var people = People()
  var camera = Camera()
  var behaviour = Behaviour()
  var counter = Counter()
  var tracker = Tracker()
  var marking = Marking()

  /// The parameters of `typical`.
  public init() {}

  /// All constants: key, unit, range and source of each.
  public static var constants: [ParameterConstant<BodyParameters>] { BodyConstants.all }

  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [ParameterPreset<BodyParameters>] {
    var ideal = BodyParameters()
    ideal.people.failingShare = 0
    (ideal.camera.pictureScaleSD, ideal.camera.pictureShiftSD) = (0, 0)
    ideal.marking.noise = 0
    ideal.marking.outliers = 0
    let perfect: [any WritableKeyPath<Tracker, Double> & Sendable] = [
      \.bias, \.slowNoise, \.noise, \.speedNoise, \.latency, \.dropoutRate, \.swapRate, \.hiddenReported, \.hiddenNoise,
      \.findTime,
    ]
    for path in perfect { ideal.tracker[keyPath: path] = 0 }
    ideal.tracker.fewestJoints = 1
    // The factors between good and bad days are assumed.
    func scaled(_ factor: Double) -> BodyParameters {
      var p = BodyParameters()
      let errors: [any WritableKeyPath<Tracker, Double> & Sendable] = [
        \.bias, \.slowNoise, \.noise, \.speedNoise, \.dropoutRate, \.swapRate,
      ]
      for path in errors { p.tracker[keyPath: path] *= factor }
      return p
    }
    var pessimistic = scaled(2)
    pessimistic.tracker.latency = 0.080
    return [
      ParameterPreset(name: "ideal", parameters: ideal, defaultPhone: 0),
      ParameterPreset(name: "optimistic", parameters: scaled(0.5)),
      ParameterPreset(name: "typical", parameters: BodyParameters()),
      ParameterPreset(name: "pessimistic", parameters: pessimistic),
    ]
  }
}
