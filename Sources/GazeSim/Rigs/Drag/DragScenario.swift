/// What simulated people do with a 360° picture.
public enum DragScenario: String, RigScenario {
  /// Marks about the screen's centre are grabbed and dragged a little every way, some of them far: fits degrees a screen
  /// and the field of view.
  case calibration
  /// Looks around, level.
  case around
  /// Looks up and down.
  case updown
  /// Goes to the poles and pulls on.
  case poles
  /// Flicks.
  case flick
  /// Brings marks anywhere on the sphere to the screen's centre.
  case targets

  /// One sentence.
  public var summary: String {
    switch self {
    case .calibration:
      "marks are grabbed and dragged a little every way about the screen's centre, "
        + "some of them far; fits degrees per screen"
    case .around: "looks around, level: strokes to the left and right"
    case .updown: "looks up and down, up to 70 deg"
    case .poles: "goes to the poles by upright strokes and pulls on; shows what a camera does there"
    case .flick: "flicks: the finger lifts while it moves fast; shows coasting"
    case .targets: "brings marks anywhere within 60 deg of the horizon to the screen's centre, in several strokes"
    }
  }

  /// Seconds when nobody says otherwise.
  public var defaultDuration: Double? { self == .calibration ? 60 : 90 }

  /// 0 is the session in which an app is calibrated, 1 a later one.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// Constants that stand between the preset's and those set by hand.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .calibration: [("hand.flickShare", 0), ("task.restTime", 0.4)]
    case .flick: [("hand.flickShare", 0.8)]
    case .poles: [("hand.flickShare", 0), ("hand.reach", 0.7)]
    default: []
    }
  }

  /// Is it known which content the person grabs?
  var hasMarks: Bool { self == .calibration }
}
