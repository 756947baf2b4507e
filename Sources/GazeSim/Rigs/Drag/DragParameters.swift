import GazePipeline

/// All numbers of the drag simulator, in SI units and radians; lengths on the screen are in points. Strokes are
/// minimum-jerk movements (Flash & Hogan 1985).
public struct DragParameters: SimulatorParameters {
  /// The app's picture.
  struct View: Equatable {
    var fieldOfView, fieldOfViewError, orientation: Double

    /// The row of `orientation` lists the cases of `ScreenOrientation` in their order.
    var interface: ScreenOrientation { ScreenOrientation.allCases[Int(min(max(orientation, 0), 3))] }

    static let rows = """
      [view]
      fieldOfView       60  deg     10...170[40...100]  published  Apple, SCNCamera.fieldOfView: 60 degrees, vertical,
        by default
      fieldOfViewError  0   deg     -40...40[-10...10]  assumed  the picture's true field of view beyond the stated one:
        a horizontal one stated as vertical, a scaled view
      orientation       1   choice  whole:0...3   published  how the interface is turned: 0 portrait, 1 landscapeRight,
        2 portraitUpsideDown, 3 landscapeLeft; the 2021 article is landscape only
      """
  }

  /// The digitiser.
  struct Touch: Equatable {
    var noise, latency, latencySpread: Double

    static let rows = """
      [touch]
      noise          1.5   pt  0...20   assumed  1 to 2 points an axis, a report; filtered reports have less
      latency        45    ms  0...250  assumed  from the finger to the picture: digitiser, a frame of the app, the
        display
      latencySpread  0.15  1   0...0.5  assumed  over phones, relative
      """
  }

  /// The person's finger.
  struct Hand: Equatable {
    var aim, reach, reachSpread, strokeTime, strokeTimePerScreen, timeSpread, liftTime, scatter, flickShare, flickCut,
      flickTime, side: Double

    static let rows = """
      [hand]
      aim                  4     pt  0...60      assumed  how far off a mark the finger is put, an axis
      reach                0.55  1   0.05...0.9  assumed  longest stroke, share of the screen's width and height
      reachSpread          0.15  1   0...1       assumed  over people, sigma of the logarithm
      strokeTime           0.28  s   0.1...3     assumed  of a very short stroke
      strokeTimePerScreen  0.5   s   0...5       assumed  more for a stroke of the screen's longer side
      timeSpread           0.2   1   0...1       assumed  from stroke to stroke and over people, sigma of the logarithm
      liftTime             0.2   s   0.1...3     assumed  finger up between two strokes to one aim
      scatter              0.06  1   0...0.3     assumed  of a stroke's middle about the screen's, share of the size
      flickShare           0.05  1   0...1       assumed  strokes whose finger lifts while it moves fast
      flickCut             0.6   1   0.3...0.9   assumed  share of a flick's time at which the finger lifts
      flickTime            0.6   1   0.2...1     assumed  a flick's time over that of a drag as long
      side                 0.05  1   0...0.3     assumed  thumbs do not stroke about the middle: their distance from it,
        share of the width, SD over people
      """
  }

  /// The person's intents.
  struct Task: Equatable {
    var restTime, tolerance, patience, turnFactor: Double

    static let rows = """
      [task]
      restTime    0.9  s    0.2...60      assumed  mean looking time before something else is wanted
      tolerance   2.5  deg  0.5...30      assumed  near enough to what is wanted
      patience    7    1    whole:1...50  assumed  strokes after which an aim is given up
      turnFactor  1    1    0.1...1.3     assumed  how far in heading the next aim is, over the scenario's own 20 to 130
        deg (around, flick), 10 to 140 deg (targets), up to 10 deg (updown), up to 20 deg (poles); the scenario itself
        sets the pitch
      """
  }

  /// The app's picture.
  var view: View
  /// The digitiser.
  var touch: Touch
  /// The person's finger.
  var hand: Hand
  /// The person's intents.
  var task: Task

  private static let table = ConstantTable<DragParameters>(View.rows, Touch.rows, Hand.rows, Task.rows)

  /// The parameters of the preset `typical`.
  public init() { self = Self.table.defaults }

  /// Every number of the drag simulator.
  public static var constants: [ParameterConstant<DragParameters>] { table.constants }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`: assumed quality of the digitiser and the hand. In `ideal` the
  /// finger is reported at its true position without delay, and the person puts it exactly on the mark.
  public static var presets: [ParameterPreset<DragParameters>] {
    func errors(noise: Double, latency: Double, aim: Double) -> DragParameters {
      var p = DragParameters()
      (p.touch.noise, p.touch.latency, p.hand.aim) = (noise, latency, aim)
      return p
    }
    return presets(
      ideal: errors(noise: 0, latency: 0, aim: 0), optimistic: errors(noise: 1, latency: 0.03, aim: 3),
      pessimistic: errors(noise: 2, latency: 0.07, aim: 6))
  }
}
