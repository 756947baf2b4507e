import GazePipeline

/// What is known before the data: a standard deviation for each parameter around its nominal value. Each becomes one
/// residual row of the fit. An infinite, negative or NaN one is no prior; 0 all but fixes the parameter.
public struct GeometryPriors: Sendable, Equatable {
  /// Of the screen's width and height, metres: the data sheet's.
  public var screen: SIMD2<Double>
  /// Of the camera's place, metres: the data sheet's, or an estimate's.
  public var camera: SIMD2<Double>
  /// Of a person's gaze offset around 0, radians. 5°: twice the typical raw error (3.2°) and kappa (5.2 ± 1.3°, which
  /// mostly cancels between the eyes), so it keeps a fit from running away and hardly pulls. Assumed.
  public var gazeOffset: Double
  /// Of a gain around 1. 0.2: covers the users' reports (0.85 ± 0.12). Assumed.
  public var gain: Double
  /// Of what a session adds to a person's offset, radians; 0 leaves sessions out, and what is said of a person then
  /// holds for this session. Assumed.
  public var session: Double
  /// Of the panel's tilt against the camera, radians. 0.5°: assembly. Assumed.
  public var tilt = 0.5 * Double.pi / 180
  /// Of the panel's depth behind the camera, metres. 1 mm: the glass. Assumed.
  public var depth = 0.001
  /// Of a quadratic term, radians at 10°: the simulator's. Assumed.
  public var quadratic = 0.35 * Double.pi / 180

  /// What the face's pose and the tracker together change from one session to the next, an axis, as an offset of the gaze:
  /// √(1² + 0.5²)° of reported angle, the simulator's `tracker.faceRotationBiasSD` and `tracker.sessionBiasSD`, over the
  /// users' mean gain of 0.88. Assumed.
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

  /// The standard deviation in the parameter's reporting unit, or nil without one.
  func sigma(of parameter: GeometryParameter) -> Double? {
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
    // A row of infinite weight is none; a millionth of the tolerance is as good as exact.
    return sigma.isFinite && sigma >= 0 ? max(sigma, 1e-6 * parameter.tolerance) : nil
  }
}
