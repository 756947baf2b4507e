package import GazePipeline

/// Parameters that a geometry fit can fit, named as in calibration files and in `--free`: those of the device, which
/// all people share, those of a person, and those of a session.
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

  /// Index in `ModelParameters`, which has room for 32: the order of the cases, on which `FourPredictions.places`
  /// relies. The switch is written out because every prediction needs the index.
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

/// Parameters that the angles of one person's fixations in one session depend on, in the fit's units (cm, degrees, 1).
package typealias ModelParameters = SIMD32<Double>

extension ModelParameters {
  package subscript(parameter: GeometryParameter) -> Double {
    get { self[parameter.index] }
    set { self[parameter.index] = newValue }
  }

  /// Position of a face straight in front of the screen's middle at `distance`, camera frame, metres.
  package func middle(from distance: Double) -> Vector3 {
    SIMD3(
      self[.screenWidth] / 200 - self[.cameraX] / 100, self[.cameraY] / 100 - self[.screenHeight] / 200, -distance)
  }

  var gain: Vector2 { SIMD2(self[.gainH], self[.gainV]) }

  var quadratic: (yaw: Vector3, pitch: Vector3) {
    (
      SIMD3(self[.quadraticHXX], self[.quadraticHXY], self[.quadraticHYY]),
      SIMD3(self[.quadraticVXX], self[.quadraticVXY], self[.quadraticVYY])
    )
  }

  /// Parameters of a device and a person, without any session's drift.
  package init(_ geometry: ScreenGeometry, _ person: PersonCalibration) {
    let (h, v) = (person.quadratic.yaw, person.quadratic.pitch)
    self = .zero
    (self[.screenWidth], self[.screenHeight]) = (geometry.metres.x * 100, geometry.metres.y * 100)
    (self[.cameraX], self[.cameraY]) = (geometry.camera.x * 100, geometry.camera.y * 100)
    (self[.tiltX], self[.tiltY]) = (geometry.tilt.x.degrees, geometry.tilt.y.degrees)
    self[.depth] = geometry.depth * 100
    (self[.gazeOffsetH], self[.gazeOffsetV]) = (person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees)
    (self[.gainH], self[.gainV]) = (person.gain.x, person.gain.y)
    (self[.quadraticHXX], self[.quadraticHXY], self[.quadraticHYY]) = (h.x.degrees, h.y.degrees, h.z.degrees)
    (self[.quadraticVXX], self[.quadraticVXY], self[.quadraticVYY]) = (v.x.degrees, v.y.degrees, v.z.degrees)
  }
}

/// Knowledge before the data: a standard deviation for each parameter around its nominal value. Each standard deviation
/// becomes one residual row of the fit. An infinite, negative or NaN value means no prior; 0 practically fixes the
/// parameter.
public struct GeometryPriors: Sendable, Equatable {
  /// Standard deviation of the screen's width and height, metres: the data sheet's.
  public var screen: SIMD2<Double>
  /// Standard deviation of the camera's position, metres: the data sheet's, or an estimate's.
  public var camera: SIMD2<Double>
  /// Standard deviation of a person's gaze offset around 0, radians. 5°: twice the typical raw error (3.2°) and kappa
  /// (5.2 ± 1.3°, which mostly cancels between the eyes). Such a weak prior keeps a fit from diverging and hardly
  /// changes its result. The value is assumed.
  public var gazeOffset: Double
  /// Standard deviation of a gain around 1. 0.2 covers the gains that users report (0.85 ± 0.12). The value is assumed.
  public var gain: Double
  /// Standard deviation of the drift that a session adds to a person's offset, radians. 0 leaves sessions out of the
  /// model, and results about a person then hold only for the recorded session. The value is assumed.
  public var session: Double
  /// Standard deviation of the panel's tilt against the camera, radians. The assumed 0.5° is for the assembly.
  public var tilt = 0.5 * Double.pi / 180
  /// Standard deviation of the panel's depth behind the camera, metres. The assumed 1 mm is for the glass.
  public var depth = 0.001
  /// Standard deviation of a quadratic term, radians at 10°. The value is that of the simulator and is assumed.
  public var quadratic = 0.35 * Double.pi / 180

  /// Usual change of the gaze from one session to the next, per axis, due to the face's pose and the tracker together:
  /// √(1² + 0.5²)° of reported angle (the simulator's `tracker.faceRotationBiasSD` and `tracker.sessionBiasSD`) divided
  /// by the users' mean gain of 0.88. The value is assumed; `Recentring` of GazePipeline assumes the same by itself.
  public static let usualSession = 1.3 * Double.pi / 180

  /// Priors from their standard deviations.
  public init(
    screen: SIMD2<Double>, camera: SIMD2<Double>, gazeOffset: Double = 5 * .pi / 180, gain: Double = 0.2,
    session: Double = 0
  ) {
    self.screen = screen
    self.camera = camera
    self.gazeOffset = gazeOffset
    self.gain = gain
    self.session = session
  }

  /// Standard deviation in the parameter's reporting unit; nil without a prior.
  package func sigma(of parameter: GeometryParameter) -> Double? {
    let sigma =
      switch parameter {
      case .screenWidth: screen.x * 1000
      case .screenHeight: screen.y * 1000
      case .cameraX: camera.x * 1000
      case .cameraY: camera.y * 1000
      case .tiltX, .tiltY: tilt.degrees
      case .depth: depth * 1000
      case .gazeOffsetH, .gazeOffsetV: gazeOffset.degrees
      case .gainH, .gainV: gain
      case .quadraticHXX, .quadraticHXY, .quadraticHYY, .quadraticVXX, .quadraticVXY, .quadraticVYY:
        quadratic.degrees
      case .driftH, .driftV: session.degrees
      }
    // A residual row cannot have infinite weight, so sigma is at least a millionth of the tolerance, which is as good
    // as exact.
    return sigma.isFinite && sigma >= 0 ? max(sigma, 1e-6 * parameter.tolerance) : nil
  }
}
