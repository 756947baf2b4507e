/// Tasks for people's heads.
public enum HeadScenario: String, RigScenario {
  /// The head is held still.
  case still
  /// Nods, shakes and tilts.
  case gestures
  /// Walking.
  case walking
  /// Looking to all sides.
  case looking
  /// Head turns, glances, gestures and steps together.
  case turning
  /// Twelve minutes; once a minute the app asks the person to face straight ahead.
  case long
  /// Turns about all axes in front of the phone's camera, which knows the head's attitude.
  case calibration

  /// Description in one sentence.
  public var summary: String {
    switch self {
    case .still: "a head that is held still; measures jitter and drift"
    case .gestures: "nods, shakes and tilts that the app asks for; measures the gestures"
    case .walking: "walking: the head bobs and sways; measures jitter and false gestures"
    case .looking: "looks to all sides, some far aside and back; measures error, lag and false gestures"
    case .turning: "looks, nods, shakes and tilts while walking, straight ahead once a minute; measures everything"
    case .long: "12 minutes of turns and gestures, straight ahead once a minute for a reference; measures yaw drift"
    case .calibration: "turns about all axes in view of the phone's camera, which knows the head; fits the headphones"
    }
  }

  /// Duration by default, seconds.
  public var defaultDuration: Double? {
    switch self {
    case .still, .gestures, .walking, .looking: 60
    case .turning: 120
    case .long: 720
    case .calibration: 180
    }
  }

  /// Number of the session: 0 for the calibration, 1 for a later session.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// Constants in which the scenario differs from the preset.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .still: []
    case .gestures: [("task.gestureInterval", 5)]
    case .walking: [("task.walking", 1)]
    case .looking: [("task.lookInterval", 2.5), ("task.glanceInterval", 20)]
    case .turning:
      [
        ("task.gestureInterval", 8), ("task.lookInterval", 3), ("task.glanceInterval", 20), ("task.walking", 1),
        ("task.forwardInterval", 60),
      ]
    case .long:
      [
        ("task.gestureInterval", 20), ("task.lookInterval", 4), ("task.glanceInterval", 20),
        ("task.forwardInterval", 60),
      ]
    case .calibration:
      [("task.lookInterval", 1.5), ("task.reference", 1), ("motion.lookPitch", 15), ("motion.lookRoll", 15)]
    }
  }
}
