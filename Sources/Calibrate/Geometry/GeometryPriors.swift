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

  /// Priors from their standard deviations.
  public init(
    screen: SIMD2<Double>, camera: SIMD2<Double>, gazeOffset: Double = 5 * .pi / 180, gain: Double = 0.2
  ) {
    self.screen = screen
    self.camera = camera
    self.gazeOffset = gazeOffset
    self.gain = gain
  }

  /// The standard deviation in the parameter's reporting unit, or nil without one.
  func sigma(of parameter: GeometryParameter) -> Double? {
    let sigma =
      switch parameter {
      case .screenWidth: screen.x * 1000
      case .screenHeight: screen.y * 1000
      case .cameraX: camera.x * 1000
      case .cameraY: camera.y * 1000
      case .gazeOffsetH, .gazeOffsetV: gazeOffset.degrees
      case .gainH, .gainV: gain
      }
    // A row of infinite weight is none; a millionth of the tolerance is as good as exact.
    return sigma.isFinite && sigma >= 0 ? max(sigma, 1e-6 * parameter.tolerance) : nil
  }
}
