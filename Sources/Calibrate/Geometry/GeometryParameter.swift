/// What a geometry fit can free. The first four belong to the device and are shared by all people, the others to
/// each person.
public enum GeometryParameter: String, Sendable, CaseIterable, Codable {
  /// Lit width of the screen.
  case screenWidth
  /// Lit height of the screen.
  case screenHeight
  /// Camera from the left edge.
  case cameraX
  /// Camera below the top edge.
  case cameraY
  /// Visual axis from the reported one, towards the screen's right (`Kappa.towardsX`).
  case gazeOffsetH
  /// The same, up (`Kappa.up`).
  case gazeOffsetV
  /// The tracker's gain in yaw.
  case gainH
  /// The tracker's gain in pitch.
  case gainV

  /// True for the device's.
  public var isShared: Bool { index < 4 }

  /// The unit in which it is reported: `mm`, `deg` or `1`.
  public var unit: String {
    switch self {
    case .screenWidth, .screenHeight, .cameraX, .cameraY: "mm"
    case .gazeOffsetH, .gazeOffsetV: "deg"
    case .gainH, .gainV: "1"
    }
  }

  /// Standard deviation, in `unit`, beyond which the data are said not to determine the parameter. Each moves a
  /// pointer at the screen's edge, 35 cm away, by about the line pitch of text on a phone (0.6°, 3.7 mm) or less:
  /// a size by 1 mm moves the far edge by 1 mm; a camera by 1.5 mm, everything by 1.5 mm; half a degree is 3 mm;
  /// a gain of 3 % is 0.3° at the 10° of a phone's far corner. Assumed.
  public var tolerance: Double {
    switch self {
    case .screenWidth, .screenHeight: 1
    case .cameraX, .cameraY: 1.5
    case .gazeOffsetH, .gazeOffsetV: 0.5
    case .gainH, .gainV: 0.03
    }
  }

  /// True for what moves the pointer sideways, false for up and down.
  var isHorizontal: Bool { index.isMultiple(of: 2) }

  /// Position in the model's vector of eight.
  var index: Int {
    switch self {
    case .screenWidth: 0
    case .screenHeight: 1
    case .cameraX: 2
    case .cameraY: 3
    case .gazeOffsetH: 4
    case .gazeOffsetV: 5
    case .gainH: 6
    case .gainV: 7
    }
  }

  /// Reported unit to the fit's own: cm for lengths, so that all parameters are of one order for the solver.
  var internalPerUnit: Double { unit == "mm" ? 0.1 : 1 }
}
