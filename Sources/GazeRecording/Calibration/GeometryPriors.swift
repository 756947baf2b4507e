import GazePipeline

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
  /// by the users' mean gain of 0.88. The value is assumed.
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
