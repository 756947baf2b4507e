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
  /// Fixations that were fitted.
  public let fixations: Int

  /// A person's calibration; nil for a participant who was not in the data.
  public func person(_ participant: Int) -> PersonCalibration? { people[participant] }

  /// The device part as a calibration file holds it.
  public var fileGeometry: CalibrationFile.Geometry {
    CalibrationFile.Geometry(
      screenWidth: geometry.metres.x, screenHeight: geometry.metres.y, cameraX: geometry.camera.x,
      cameraY: geometry.camera.y)
  }

  /// The people as a calibration file holds them, by participant.
  public var filePeople: [CalibrationFile.Person] {
    people.sorted { $0.key < $1.key }.map { participant, person in
      CalibrationFile.Person(
        participant: participant,
        gazeOffset: [person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees],
        gain: [person.gain.x, person.gain.y])
    }
  }
}
