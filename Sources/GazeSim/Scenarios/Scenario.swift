private import GazePipeline
public import GazeRecording

/// A task that simulated people do.
public enum Scenario: String, Sendable, CaseIterable {
  /// 9 targets × 3 distances × 5 head rotations: what a device's calibration needs.
  case calibration
  /// 5 targets at the person's own distance: what an app asks of its user, in an earlier session.
  case personal
  /// Held-out targets in a later session.
  case validation
  /// An article: lines, wishes to scroll, some of which gaze does not show, looks at the bottom without a wish.
  case reading
  /// No wish to scroll: long looks all over the screen and stretches of looking down below the phone.
  case stare

  /// The scenario with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> Scenario {
    if let scenario = Scenario(rawValue: name) { return scenario }
    throw UnknownName(kind: "scenario", name: name, among: allCases.map(\.rawValue), listing: "gazesim scenarios")
  }

  /// One sentence.
  public var summary: String {
    switch self {
    case .calibration: "9 targets x 3 distances (25, 35, 45 cm) x 5 head rotations (0, 10 deg each way); fits a device"
    case .personal: "5 targets at the person's own distance, in an earlier session; fits a person"
    case .validation: "16 targets off the calibration's places, shuffled, in a later session; measures the pointer"
    case .reading: "an article with wishes to scroll, some of which gaze does not show; measures the scrolling"
    case .stare: "no wish to scroll, with stretches of looking down below the phone; counts false scrolls"
    }
  }

  /// Seconds when nobody says otherwise; nil runs to the script's end.
  public var defaultDuration: Double? {
    switch self {
    case .calibration, .personal: nil
    case .validation: 60
    case .reading: 180
    case .stare: 120
    }
  }

  /// 0 is the session in which an app is calibrated, 1 a later one: posture, distance, bias and drift are drawn anew.
  public var session: Int {
    switch self {
    case .calibration, .personal: 0
    case .validation, .reading, .stare: 1
    }
  }

  /// Does it show targets, so that the pointer's accuracy can be told?
  public var hasTargets: Bool {
    switch self {
    case .calibration, .personal, .validation: true
    case .reading, .stare: false
    }
  }

  /// Its script.
  var script: any Script {
    switch self {
    case .calibration: CalibrationScript()
    case .personal: PersonalScript()
    case .validation: ValidationScript()
    case .reading: ReadingScript()
    case .stare: StareScript()
    }
  }
}
