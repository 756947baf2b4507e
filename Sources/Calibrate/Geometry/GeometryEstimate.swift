public import GazePipeline
public import GazeRecording

/// Result of a geometry fit, with its uncertainty.
public struct GeometryEstimate: Sendable, Equatable {
  /// Geometry of the device.
  public let geometry: ScreenGeometry
  /// Calibrations of the people, by participant.
  public let people: [Int: PersonCalibration]
  /// All free parameters: the device's first, then person by person.
  public let parameters: [CalibrationFile.Parameter]
  /// Parameters that the data do not determine.
  public let unidentified: [CalibrationFile.Unidentified]
  /// Condition number of the Jacobian with priors, its columns scaled to unit length; nil if it is singular.
  public let condition: Double?
  /// Reason why the solver stopped, as an inequality.
  public let stop: String
  /// Number of the solver's steps, over all rounds of fit and new sigma.
  public let iterations: Int
  /// Root mean square over the fixations of the residual angle √(Δyaw² + Δpitch²), degrees.
  public let residualRMS: Double
  /// Estimated standard deviation of a fixation's residual in one axis, degrees.
  public let sigma: Double
  /// Number of fixations.
  public let fixations: Int
  /// Number of fixations that were left out as outliers.
  public var outliers = 0
  /// Slow drift that the residuals show; nil if they look white.
  package var drift: SlowDrift?
  /// By participant: the predicted error of the pointer in a later session.
  public var later: [Int: PredictedError] = [:]
  /// By participant: the number of sessions.
  package var sessions: [Int: Int] = [:]
  /// Spread of the gaze offset between sessions; nil if the model has no sessions.
  public var sessionSpread: CalibrationFile.SessionSpread?
  /// Agreement of fixations and data sheet on the panel's size; nil if the size is not fitted.
  public var panelSize: CalibrationFile.PanelSize?
  /// Parameters that stayed at the data sheet's value, and the reason; nil if all were fitted.
  public var kept: CalibrationFile.Kept?

  /// Calibration of a person; nil for a participant who was not in the data.
  public func person(_ participant: Int) -> PersonCalibration? { people[participant] }

  /// Geometry of the device in the form of a calibration file.
  public var fileGeometry: CalibrationFile.Geometry {
    CalibrationFile.Geometry(
      screenWidth: geometry.metres.x, screenHeight: geometry.metres.y, cameraX: geometry.camera.x,
      cameraY: geometry.camera.y,
      tilt: geometry.tilt == .zero ? nil : [geometry.tilt.x.degrees, geometry.tilt.y.degrees],
      depth: geometry.depth == 0 ? nil : geometry.depth)
  }

  /// People in the form of a calibration file, sorted by participant.
  public var filePeople: [CalibrationFile.Person] {
    people.sorted { $0.key < $1.key }.map { participant, person in
      CalibrationFile.Person(
        participant: participant,
        gazeOffset: [person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees],
        gain: [person.gain.x, person.gain.y],
        quadratic: person.quadratic == .zero
          ? nil
          : [person.quadratic.yaw, person.quadratic.pitch].flatMap { [$0.x.degrees, $0.y.degrees, $0.z.degrees] },
        laterError: later[participant].map { CalibrationFile.LaterError(median: $0.median, ci95: $0.interval) },
        sessions: sessions[participant])
    }
  }
}
