/// What a fit found.
public struct RigFitResult: Sendable, Equatable {
  /// Every fitted number; names that are `RigSetting`s are used by the pipelines.
  public var parameters: [CalibrationFile.Parameter]
  /// What the data do not determine.
  public var unidentified: [CalibrationFile.Unidentified] = []
  /// Condition number of the scaled problem.
  public var condition: Double?
  /// Why the solver stopped.
  public var stop: String
  /// Root mean square of the residuals.
  public var residualRMS: Double
  /// Of `residualRMS`: `deg`, `pt`.
  public var residualUnit: String
  /// The same on data that the fit did not see; nil where there were none.
  public var heldOut: Double?
  /// Observations left out as too far off.
  public var outliers = 0
  /// What a reader must know, in sentences: a recognised orientation, what was assumed.
  public var remarks: [String] = []

  /// A result from its parts.
  public init(
    parameters: [CalibrationFile.Parameter], unidentified: [CalibrationFile.Unidentified] = [], condition: Double?,
    stop: String, residualRMS: Double, residualUnit: String, heldOut: Double? = nil, outliers: Int = 0,
    remarks: [String] = []
  ) {
    self.parameters = parameters
    self.unidentified = unidentified
    self.condition = condition
    self.stop = stop
    self.residualRMS = residualRMS
    self.residualUnit = residualUnit
    self.heldOut = heldOut
    self.outliers = outliers
    self.remarks = remarks
  }
}
