/// All numbers of the body simulator, in SI units and radians; lengths in the picture are in pixels, those in the view
/// in points.
public struct BodyParameters: SimulatorParameters {
  /// The people.
  struct People: Equatable {
    var height, heightSD, failingShare, failingNoise, failingDropouts: Double

    static let rows = """
      [people]
      height           170   cm  100...210  assumed  mean stature of adults; segments follow by Drillis & Contini's
        ratios (Winter, Biomechanics and Motor Control of Human Movement, fig. 4.1)
      heightSD         9     cm  0...20     assumed  between people, both sexes
      failingShare     0.02  1   0...1      assumed  people whom the tracker hardly finds (long coats); reported apart
      failingNoise     4     1   1...100    assumed  times the noise on them
      failingDropouts  15    1   1...100    assumed  times the dropouts on them
      """
  }

  /// The rear camera and the hand that holds the phone.
  struct Camera: Equatable {
    var imageWidth, imageHeight, fieldOfView, orientation, height, pitch, swayPosition, swayAngle, swayTime,
      pictureScaleSD, pictureShiftSD: Double

    static let rows = """
      [body]
      imageWidth      1920      px      whole:160...8192  published  ARCamera.imageResolution as others print it: 1920 x
        1440, the long side
      imageHeight     1440      px      whole:120...8192  published  the same
      fieldOfView     60        deg     20...120[58...68]  assumed  across the picture's long side. An iPhone X prints a
        focal length of 1665 pixels for 1920: 59.9; the data sheet's 26 mm equivalent of the iPhone XR would be 67,
        uncropped. The XR's own is not published
      orientation     0         choice  whole:0...3[0...1]  assumed  how the phone and its interface are turned: 0
        portrait, 1 landscapeRight, 2 portraitUpsideDown, 3 landscapeLeft
      cameraHeight    130       cm      20...220      assumed    held before the chest
      cameraPitch     =0.10471975511965977  deg  -60...60  assumed  down, so that feet and head are in the picture
      swayPosition    8         mm      0...50        assumed    held in the hand, SD an axis
      swayAngle       0.8       deg     0...20        assumed    held in the hand, SD an axis
      swayTime        0.8       s       0.1...60      assumed    time constant of both
      pictureScaleSD  0.01      1       0...0.2       assumed    how far the picture as shown is larger or smaller than
        the display transform says, between phones and apps: a view that is not the whole screen, a cropped video
      pictureShiftSD  6         pt      0...200       assumed    the same, its place, along x and y
      """
  }

  /// An obstacle between camera and person.
  struct Counter: Equatable {
    var isThere, height, distance: Double

    static let rows = """
      [body]
      counter          0    choice  whole:0...1  assumed  1: a counter is in between
      counterHeight    105  cm      0...200      assumed  a bar's
      counterDistance  160  cm      20...1000    assumed  from the phone
      """
  }

  /// The people's activities.
  struct Behaviour: Equatable {
    var near, far, aside, speed, speedSD, stride, waveRate, waveAngle, sway, leaves, turn: Double

    static let rows = """
      [behaviour]
      near       220   cm   120...1000  assumed  nearest place; 2 to 4 m show a whole body
      far        400   cm   120...1000  assumed  furthest place
      aside      80    cm   0...500     assumed  how far to either side people go
      speed      1.1   m/s  0.2...3     assumed  mean walking speed over a way with its start and stop; comfortable gait
        is 1.2 to 1.4 in the open
      speedSD    0.15  m/s  0...1       assumed  between people
      stride     0.82  1    0.3...1.2   assumed  stride (two steps) over stature at that speed
      waveRate   1.2   Hz   0.2...4     assumed  of a waving forearm
      waveAngle  28    deg  0...60      assumed  the forearm's swing to either side
      sway       6     mm   0...50      assumed  of somebody standing, SD an axis
      leaves     0.15  1    0...1       assumed  share of walks that lead out of the picture
      turn       60    deg  0...180     assumed  how far people turn on the spot, at most
      """
  }

  /// Errors of the body tracker.
  struct Tracker: Equatable {
    var bias, slowNoise, slowTime, noise, speedNoise, latency, dropoutRate, dropoutLength, swapRate, swapLength,
      hiddenReported, hiddenNoise, findTime, fewestJoints: Double

    static let rows = """
      [tracker]
      bias            15    mm     0...200       assumed  position of the joint in the shoulder: SD an axis, drawn for
        each joint and person. ARKit's is not published
      slowNoise       6     mm     0...200       assumed  wander of a joint, SD an axis at the body
      slowTime        0.3   s      0.05...10     assumed  its time constant
      noise           4     mm     0...200       assumed  from frame to frame, SD an axis at the body
      speedNoise      6     ms     0...100       assumed  SD an axis added for each unit of a joint's speed: motion blur
        and lag that varies
      latency         50    ms     0...500       assumed  the skeleton is of an earlier picture
      dropoutRate     1.5   1/min  0...600       assumed  of a joint by itself
      dropoutLength   0.25  s      0.02...10     assumed  median; log-normal, sigma 0.5
      swapRate        0.5   1/min  0...600       assumed  left and right exchanged, all at once
      swapLength      0.15  s      0.02...10     assumed  median; log-normal, sigma 0.5
      hiddenReported  0.3   1      0...1         assumed  share of the time in which a joint behind something is guessed
        rather than left out
      hiddenNoise     60    mm     0...1000      assumed  how far such a guess is off, SD an axis
      findTime        400   ms     0...5000      assumed  until a body that comes in is found
      fewestJoints    6     1      whole:1...19  assumed  seen for a body to be found
      """
  }

  /// Marks that a person makes on the screen in a calibration.
  struct Marking: Equatable {
    var interval, joints, noise, outliers: Double

    static let rows = """
      [marking]
      interval  0    s   0...60        assumed  between frozen pictures in which a person marks joints by touch while
        the other one keeps still; 0 is never
      joints    3    1   whole:1...19  assumed  marked in each
      noise     5    pt  0...100       assumed  of a touch, SD an axis
      outliers  0.1  1   0...0.5       assumed  marks that are anywhere on the screen
      """
  }

  var people: People
  var camera: Camera
  var counter: Counter
  var behaviour: Behaviour
  var tracker: Tracker
  var marking: Marking

  private static let table = ConstantTable<BodyParameters>(
    People.rows, Camera.rows, Counter.rows, Behaviour.rows, Tracker.rows, Marking.rows)

  /// The parameters of `typical`.
  public init() { self = Self.table.defaults }

  /// All constants: key, unit, range and source of each.
  public static var constants: [ParameterConstant<BodyParameters>] { table.constants }

  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [ParameterPreset<BodyParameters>] {
    let errors: [WritableKeyPath<BodyParameters, Double>] = [
      \.tracker.bias, \.tracker.slowNoise, \.tracker.noise, \.tracker.speedNoise, \.tracker.dropoutRate,
      \.tracker.swapRate,
    ]
    let others: [WritableKeyPath<BodyParameters, Double>] = [
      \.people.failingShare, \.camera.pictureScaleSD, \.camera.pictureShiftSD, \.marking.noise, \.marking.outliers,
      \.tracker.latency, \.tracker.hiddenReported, \.tracker.hiddenNoise, \.tracker.findTime,
    ]
    var ideal = BodyParameters().scaled(errors + others, by: 0)
    ideal.tracker.fewestJoints = 1
    // The factors between good and bad days are assumed.
    var pessimistic = BodyParameters().scaled(errors, by: 2)
    pessimistic.tracker.latency = 0.080
    return presets(ideal: ideal, optimistic: BodyParameters().scaled(errors, by: 0.5), pessimistic: pessimistic)
  }
}
