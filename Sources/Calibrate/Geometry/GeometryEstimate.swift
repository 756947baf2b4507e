public import GazePipeline
public import GazeRecording

/// What a geometry fit found, and how sure it is.
public struct GeometryEstimate: Sendable, Equatable {
  /// The device part.
  public let geometry: ScreenGeometry
  /// The people's parts by participant.
  public let people: [Int: PersonCalibration]
  /// Every free parameter, the device's first, then person by person.
  public let parameters: [CalibrationFile.Parameter]
  /// What the data do not determine.
  public let unidentified: [CalibrationFile.Unidentified]
  /// Condition number of the Jacobian with priors, its columns scaled to unit length; nil where it is singular.
  public let condition: Double?
  /// Why the solver stopped, as an inequality.
  public let stop: String
  /// Steps taken, over all rounds.
  public let iterations: Int
  /// Root mean square over the fixations of the residual angle √(Δyaw² + Δpitch²), degrees.
  public let residualRMS: Double
  /// Estimated standard deviation of a fixation's residual in one axis, degrees.
  public let sigma: Double
  /// Fixations that there were.
  public let fixations: Int
  /// Those of them that were left out as too far off.
  public var outliers = 0
  /// Slow drift that the residuals show; nil where they look white.
  package var drift: SlowDrift?
  /// By parameter: the standard error that samples would have were they independent, which they are not.
  package var plainErrors: [Double?] = []
  /// By participant: half the width of the pointer's 95 % interval in the screen's middle from 35 cm, (yaw, pitch),
  /// degrees, but for what a session adds.
  package var pointer: [Int: SIMD2<Double>] = [:]
  /// The plain standard error of the same.
  package var plainPointer: [Int: SIMD2<Double>] = [:]
  /// By participant: the pointer's error in a later session.
  public var later: [Int: PredictedError] = [:]
  /// By participant: sessions.
  package var sessions: [Int: Int] = [:]
  /// Spread that a session adds; nil where the model has no sessions.
  public var sessionSpread: CalibrationFile.SessionSpread?
  /// Whether looks and data sheet agree on the panel's size; nil where that is not fitted.
  public var panelSize: CalibrationFile.PanelSize?
  /// Parameters that stayed at the data sheet's value, and why; nil where none did.
  public var kept: CalibrationFile.Kept?

  /// A person's calibration; nil for a participant who was not in the data.
  public func person(_ participant: Int) -> PersonCalibration? { people[participant] }

  /// The device part as a calibration file holds it.
  public var fileGeometry: CalibrationFile.Geometry {
    CalibrationFile.Geometry(
      screenWidth: geometry.metres.x, screenHeight: geometry.metres.y, cameraX: geometry.camera.x,
      cameraY: geometry.camera.y,
      tilt: geometry.tilt == .zero ? nil : [geometry.tilt.x.degrees, geometry.tilt.y.degrees],
      depth: geometry.depth == 0 ? nil : geometry.depth)
  }

  /// The people as a calibration file holds them, by participant.
  public var filePeople: [CalibrationFile.Person] {
    people.sorted { $0.key < $1.key }.map { participant, person in
      CalibrationFile.Person(
        participant: participant,
        gazeOffset: [person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees],
        gain: [person.gain.x, person.gain.y],
        quadratic: person.quadratic == (.zero, .zero)
          ? nil
          : [person.quadratic.yaw, person.quadratic.pitch].flatMap { [$0.x.degrees, $0.y.degrees, $0.z.degrees] },
        laterError: later[participant].map { CalibrationFile.LaterError(median: $0.median, ci95: $0.interval) },
        sessions: sessions[participant])
    }
  }
}
