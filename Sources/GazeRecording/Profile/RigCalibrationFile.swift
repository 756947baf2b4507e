public import Foundation

/// What a fit of head, body or drag writes and their pipelines read. `gazesim calibrate --rig R --json` prints the same.
///
/// Its keys are those of the gaze rig's calibration, where both have them.
public struct RigCalibrationFile: Sendable, Equatable, Codable {
  /// Always `gazesim.calibration`.
  public var schema = "gazesim.calibration"
  /// Version of this layout.
  public var version = 1
  /// The device's identifier.
  public var device: String
  /// `head`, `body`, `drag`.
  public var rig: String
  /// Simulated or recorded: a simulated fit is no statement about a phone.
  public var provenance: RecordingHeader.Source
  /// What it was fitted to, in words.
  public var fittedTo: String
  /// Every fitted number.
  public var parameters: [CalibrationFile.Parameter]
  /// What the data do not determine.
  public var unidentified: [CalibrationFile.Unidentified]
  /// Condition number of the scaled problem.
  @ExplicitNull public var condition: Double?
  /// Why the solver stopped, as an inequality.
  public var stop: String
  /// Root mean square of the residuals, in `residualUnit`.
  public var residualRMS: Double
  /// `deg` or `pt`.
  public var residualUnit: String
  /// The same on data that the fit did not see; nil where there were none.
  @ExplicitNull public var heldOut: Double?
  /// Observations left out as too far off.
  public var outliers: Int
  /// What a reader must know, in sentences.
  public var remarks: [String]
  /// Whose the participants' numbers are, where the recordings say so.
  public var people: [Named]?

  /// A person with an identifier.
  public struct Named: Sendable, Equatable, Codable {
    /// The number of the person's parameters.
    public var participant: Int
    /// The recordings' identifier.
    public var person: String

    /// A person by both.
    public init(participant: Int, person: String) {
      self.participant = participant
      self.person = person
    }
  }

  /// A fit's file.
  public init(
    device: String, rig: String, provenance: RecordingHeader.Source, fittedTo: String, _ result: RigFitResult
  ) {
    self.device = device
    self.rig = rig
    self.provenance = provenance
    self.fittedTo = fittedTo
    (parameters, unidentified, condition) = (result.parameters, result.unidentified, result.condition)
    (stop, residualRMS, residualUnit) = (result.stop, result.residualRMS, result.residualUnit)
    (heldOut, outliers, remarks) = (result.heldOut, result.outliers, result.remarks)
  }

  /// Reads and checks a calibration of this rig: it may come from a stranger.
  ///
  /// - Throws: where it cannot be read, is no calibration, is another rig's, or is of a newer version.
  public init(path: String, rig: String) throws(FileError) {
    try self.init(json: try FileContents.read(path, limit: 1 << 20), path: path, rig: rig)
  }

  /// The same from bytes; errors call it `path`.
  public init(json: Data, path: String, rig: String) throws(FileError) {
    do {
      try CalibrationIdentity.check(json, path: path, rig: rig)
      self = try JSONDecoder().decode(RigCalibrationFile.self, from: json)
    } catch {
      throw FileError(error, path: path, json: json)
    }
    for (index, parameter) in parameters.enumerated() where !parameter.value.isFinite {
      throw FileError(path: path, field: "parameters.\(index).value", message: "expected a finite number")
    }
  }
}
