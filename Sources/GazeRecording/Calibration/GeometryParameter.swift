/// Parameters that a geometry fit can fit: those of the device, which all people share, those of a person, and those of
/// a session.
public enum GeometryParameter: String, Sendable, CaseIterable, Codable {
  /// Lit width of the screen.
  case screenWidth
  /// Lit height of the screen.
  case screenHeight
  /// Distance of the camera from the left edge.
  case cameraX
  /// Distance of the camera below the top edge.
  case cameraY
  /// Rotation of the screen's plane about its x axis, relative to the camera; if positive, the screen's top leans away
  /// from the face.
  case tiltX
  /// Rotation of the screen's plane about its y axis, relative to the camera; if positive, the screen's right edge is
  /// turned away from the face.
  case tiltY
  /// Depth of the screen's plane behind the camera's centre, away from the face.
  case depth
  /// Angle from the reported to the visual axis, towards the screen's right (`Kappa.towardsX`).
  case gazeOffsetH
  /// Angle from the reported to the visual axis, up (`Kappa.up`).
  case gazeOffsetV
  /// The tracker's gain in yaw.
  case gainH
  /// The tracker's gain in pitch.
  case gainV
  /// Change of the reported yaw with the square of the yaw, at 10° (`PersonCalibration.quadratic`).
  case quadraticHXX
  /// Change of the reported yaw with yaw times pitch, at 10°.
  case quadraticHXY
  /// Change of the reported yaw with the square of the pitch, at 10°.
  case quadraticHYY
  /// Change of the reported pitch with the square of the yaw, at 10°.
  case quadraticVXX
  /// Change of the reported pitch with yaw times pitch, at 10°.
  case quadraticVXY
  /// Change of the reported pitch with the square of the pitch, at 10°.
  case quadraticVYY
  /// Drift that a session adds to `gazeOffsetH`. Both have exactly the same effect, so only the priors distinguish
  /// them.
  case driftH
  /// Drift that a session adds to `gazeOffsetV`.
  case driftV

  /// Owner of a parameter.
  public enum Level: Sendable {
    /// All people share it.
    case device
    /// Each person has one.
    case person
    /// Each session of a person has one.
    case session
  }

  /// Parameters that a fit frees by default: those that the device's protocol determines.
  public static let standard: Set<GeometryParameter> = [
    .screenWidth, .screenHeight, .cameraX, .cameraY, .gazeOffsetH, .gazeOffsetV, .gainH, .gainV,
  ]

  /// Owner of the parameter.
  public var level: Level {
    switch self {
    case .screenWidth, .screenHeight, .cameraX, .cameraY, .tiltX, .tiltY, .depth: .device
    case .driftH, .driftV: .session
    default: .person
    }
  }

  /// True for the device's parameters.
  public var isShared: Bool { level == .device }

  /// The unit in which it is reported: `mm`, `deg` or `1`.
  public var unit: String {
    switch self {
    case .screenWidth, .screenHeight, .cameraX, .cameraY, .depth: "mm"
    case .gainH, .gainV: "1"
    default: "deg"
    }
  }

  /// Standard deviation, in `unit`, above which the parameter counts as not determined by the data. An error of this
  /// size moves a pointer at the screen's edge, 35 cm away, by about the line pitch of text on a phone (0.6°, 3.7 mm)
  /// or less: a size error of 1 mm moves the far edge by 1 mm; a camera error of 1.5 mm moves everything by 1.5 mm;
  /// half a degree is 3 mm; a gain error of 3 % is 0.3° at the 10° of a phone's far corner; a plane 5 mm deeper moves
  /// the pointer by 1 mm at 10°. The values are assumed.
  public var tolerance: Double {
    switch self {
    case .screenWidth, .screenHeight: 1
    case .cameraX, .cameraY: 1.5
    case .depth: 5
    case .gainH, .gainV: 0.03
    default: 0.5
    }
  }

  /// True for parameters that move the pointer sideways, false for up and down; a plane's depth does both.
  package var isHorizontal: Bool {
    switch self {
    case .screenWidth, .cameraX, .tiltY, .gazeOffsetH, .gainH, .quadraticHXX, .quadraticHXY, .quadraticHYY, .driftH:
      true
    default: false
    }
  }

  /// Index in `ModelParameters`: the order of the cases. The switch is written out because every prediction needs the
  /// index.
  package var index: Int {
    switch self {
    case .screenWidth: 0
    case .screenHeight: 1
    case .cameraX: 2
    case .cameraY: 3
    case .tiltX: 4
    case .tiltY: 5
    case .depth: 6
    case .gazeOffsetH: 7
    case .gazeOffsetV: 8
    case .gainH: 9
    case .gainV: 10
    case .quadraticHXX: 11
    case .quadraticHXY: 12
    case .quadraticHYY: 13
    case .quadraticVXX: 14
    case .quadraticVXY: 15
    case .quadraticVYY: 16
    case .driftH: 17
    case .driftV: 18
    }
  }

  /// Factor from the reported unit to the fit's own: cm for lengths, so that all parameters are of one order for the
  /// solver.
  package var internalPerUnit: Double { unit == "mm" ? 0.1 : 1 }
}
