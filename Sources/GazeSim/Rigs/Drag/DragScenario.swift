/// Tasks of simulated people with a 360° picture.
public enum DragScenario: String, RigScenario {
  /// Marks about the screen's centre are grabbed and dragged in every direction, most marks a little and some marks
  /// far. A fit to this scenario determines degrees per screen and the field of view.
  case calibration
  /// Looking around, level.
  case around
  /// Looking up and down.
  case updown
  /// Looking up or down to the poles and continuing to drag beyond them.
  case poles
  /// Flicking.
  case flick
  /// Bringing marks anywhere on the sphere to the screen's centre.
  case targets

  /// Description in one sentence.
  public var summary: String {
    switch self {
    case .calibration:
      """
      marks are grabbed and dragged a little every way about the screen's centre, \
      some of them far; fits degrees per screen
      """
    case .around: "looks around, level: strokes to the left and right"
    case .updown: "looks up and down, up to 70 deg"
    case .poles: "goes to the poles by upright strokes and pulls on; shows what a camera does there"
    case .flick: "flicks: the finger lifts while it moves fast; shows coasting"
    case .targets: "brings marks anywhere within 60 deg of the horizon to the screen's centre, in several strokes"
    }
  }

  /// Duration by default, seconds.
  public var defaultDuration: Double? { self == .calibration ? 60 : 90 }

  /// Number of the session: 0 is the session in which an app is calibrated, 1 is a later session.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// Constants of the scenario. They override the preset's constants; constants that the user sets override both.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .calibration: [("hand.flickShare", 0), ("task.restTime", 0.4)]
    case .flick: [("hand.flickShare", 0.8)]
    case .poles: [("hand.flickShare", 0), ("hand.reach", 0.7)]
    default: []
    }
  }

  /// True if it is known which content the person grabs.
  var hasMarks: Bool { self == .calibration }
}
