private import GazePipeline

/// A task that simulated people do.
public enum GazeScenario: String, RigScenario {
  /// 9 targets × 3 distances × 5 head rotations: what a device's calibration needs.
  case calibration
  /// 5 targets at the person's own distance: what an app asks of its user, in an earlier session.
  case personal
  /// Held-out targets in a later session.
  case validation
  /// A target that moves.
  case pursuit
  /// An article: lines, wishes to scroll, some of which gaze does not show, looks at the bottom without a wish.
  case reading
  /// A recipe on a kitchen counter: glances between absences.
  case recipe
  /// No wish to scroll: long looks all over the screen and stretches of looking down below the phone.
  case stare
  /// No wish to scroll: work below the phone, the face tracked.
  case lookdown
  /// No wish to scroll: gaze wanders over the screen and the room.
  case wander
  /// Held-out targets with a fast head, a hand that keeps regripping, and half of the people failed by the tracker.
  case stress

  /// One sentence.
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
    }
  }

  /// Seconds when nobody says otherwise; nil runs to the script's end.
  public var defaultDuration: Double? {
    switch self {
    case .calibration, .personal: nil
    case .validation, .stress: 60
    case .pursuit: 90
    case .reading: 180
    case .recipe: 300
    case .stare, .lookdown, .wander: 120
    }
  }

  /// 0 is the session in which an app is calibrated, 1 a later one: posture, distance, bias and drift are drawn again.
  public var session: Int {
    switch self {
    case .calibration, .personal: 0
    default: 1
    }
  }

  /// Which take of its session it is: noise and behaviour of two scenarios in one session are their own.
  var take: Int {
    switch self {
    case .calibration: 1
    case .personal: 2
    case .validation: 3
    case .pursuit: 4
    case .reading: 5
    case .recipe: 6
    case .stare: 7
    case .lookdown: 8
    case .wander: 9
    case .stress: 10
    }
  }

  /// Does it show targets, so that the pointer's accuracy can be told?
  public var hasTargets: Bool {
    switch self {
    case .calibration, .personal, .validation, .pursuit, .stress: true
    case .reading, .recipe, .stare, .lookdown, .wander: false
    }
  }

  /// Does it have a page that a pipeline can move?
  public var hasPage: Bool { self == .reading || self == .recipe }

  /// Does anybody in it want the page to scroll, so that scrolls can be right?
  public var asksToScroll: Bool { hasPage }

  /// What is different in its place from a phone in the hand: constants that stand between the preset's and those set
  /// by hand, in their units.
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

  /// Its script.
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
    }
  }
}
