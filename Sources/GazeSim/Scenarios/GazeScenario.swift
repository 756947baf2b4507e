private import GazePipeline

/// A task for simulated people.
public enum GazeScenario: String, RigScenario {
  /// 9 targets × 3 distances × 5 head rotations, as needed to calibrate a device.
  case calibration
  /// 5 targets at the person's own distance, as an app shows them to its user in the session of the calibration.
  case personal
  /// Targets at other places than those of the calibrations, in a later session.
  case validation
  /// A moving target.
  case pursuit
  /// An article: lines of text, intents to scroll (gaze does not show some of them), and fixations at the screen's
  /// bottom without intent.
  case reading
  /// A recipe on a kitchen counter, at which the person glances between periods of looking or being away.
  case recipe
  /// No intent to scroll: long fixations all over the screen and periods of looking down below the phone.
  case stare
  /// No intent to scroll: work below the phone with the face tracked.
  case lookdown
  /// No intent to scroll: gaze wanders over the screen and the room.
  case wander
  /// The kind of targets of `validation`, with a fast head, a hand that regrips often, and tracking that fails for half
  /// of the people.
  case stress
  /// No intent to scroll: the person steers something by looking off to one side for ten minutes, with short returns to
  /// the middle. The text of `reading` is on the screen and is not read.
  case steer

  /// Description in one sentence. The numbers are those of the scripts (`CalibrationScript`, `PersonalScript`,
  /// `LookdownScript`, `SteerScript`) and of `defaultDuration`; nothing compares them.
  public var summary: String {
    switch self {
    case .calibration: "9 targets x 3 distances (25, 35, 45 cm) x 5 head rotations (0, 10 deg each way); fits a device"
    case .personal: "5 targets at the person's own distance, in an earlier session; fits a person"
    case .validation:
      "a grid of targets off the calibration's places, shuffled, in a later session; measures the pointer"
    case .pursuit: "a target that moves: up and down, from side to side, all over; measures the pointer's lag"
    case .reading: "an article with intents to scroll, some of which gaze does not show; measures the scrolling"
    case .recipe:
      "a recipe on a kitchen counter: glances, and absences with the face still tracked; measures the scrolling"
    case .stare: "no intent to scroll, with periods of looking down below the phone; counts false scrolls"
    case .lookdown: "no intent to scroll: work 20 to 60 deg below the phone; counts false scrolls"
    case .wander: "no intent to scroll: gaze wanders over screen and room; counts false scrolls"
    case .stress: "targets with a fast head, regrips, and half of the people failed by the tracker"
    case .steer: "no intent to scroll: the eyes keep to one side for ten minutes, on purpose; misleads a recentring"
    }
  }

  /// Duration by default, seconds; with nil, a take lasts until the script's end.
  public var defaultDuration: Double? {
    switch self {
    case .calibration, .personal: nil
    case .validation, .stress: 60
    case .pursuit: 90
    case .reading: 180
    case .recipe: 300
    case .stare, .lookdown, .wander: 120
    case .steer: 600
    }
  }

  /// Number of the session: 0 is the session in which an app is calibrated, 1 is a later session. Posture, distance,
  /// bias and drift are drawn again for each session.
  public var session: Int { self == .calibration || self == .personal ? 0 : 1 }

  /// True if the scenario shows targets, so that the pointer's accuracy can be measured.
  public var hasTargets: Bool { [.calibration, .personal, .validation, .pursuit, .stress].contains(self) }

  /// True if the scenario has a page that a pipeline can move.
  public var hasPage: Bool { self == .reading || self == .recipe }

  /// True if lines of text are on the screen; only those of a page can move.
  var hasText: Bool { hasPage || self == .steer }

  /// True if a person in the scenario sometimes wants the page to scroll, so that some scrolls can be right.
  public var asksToScroll: Bool { hasPage }

  /// Constants, in their units, in which the scenario differs from a phone held in the hand. They override the preset's
  /// constants; constants that the user sets override both.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .recipe:
      [
        ("behaviour.distance", 65), ("behaviour.distanceSD", 7.5), ("behaviour.standing", 1), ("phone.inHand", 0),
        ("phone.recline", 37.5), ("phone.reclineSD", 12),
      ]
    case .stress:
      [
        ("task.headTurns", 20), ("behaviour.headYawSD", 3), ("behaviour.headPitchSD", 3), ("behaviour.headTime", 0.7),
        ("phone.regripTime", 6), ("phone.swayAngle", 2), ("people.failingShare", 0.5),
      ]
    default: []
    }
  }

  var script: any Script {
    switch self {
    case .calibration: CalibrationScript()
    case .personal: PersonalScript()
    case .validation, .stress: ValidationScript()
    case .pursuit: PursuitScript()
    case .reading: ReadingScript()
    case .recipe: RecipeScript()
    case .stare: StareScript()
    case .lookdown: LookdownScript()
    case .wander: WanderScript()
    case .steer: SteerScript()
    }
  }
}
