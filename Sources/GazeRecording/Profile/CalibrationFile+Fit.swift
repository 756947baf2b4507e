extension CalibrationFile {
  /// Everything that any rig's fit found.
  public struct Fit: Sendable, Equatable, Codable {
    /// Every fitted number; another rig's pipelines than gaze's use those that are named like one of their settings.
    public var parameters: [Parameter]
    /// What the data do not determine.
    public var unidentified: [Unidentified]
    /// Condition number of the scaled problem, priors included.
    @ExplicitNull public var condition: Double?
    /// Why the solver stopped, as an inequality.
    public var stop: String
    /// Root mean square of the residuals, in `residualUnit`.
    public var residualRMS: Double
    /// `deg` or `pt`; nil of gaze, whose residuals are the fixations' angles, degrees.
    public var residualUnit: String?
    /// The same on data that the fit did not see; nil where there were none.
    @ExplicitNull public var heldOut: Double?
    /// Observations left out as too far off, such as looks elsewhere; nil where a fit does not say.
    public var outliers: Int?
    /// What a reader must know, in sentences, such as what was assumed; nil of gaze.
    public var remarks: [String]?

    /// A fit from its parts.
    package init(
      parameters: [Parameter], unidentified: [Unidentified] = [], condition: Double?, stop: String, residualRMS: Double,
      residualUnit: String?, heldOut: Double? = nil, outliers: Int? = 0, remarks: [String]? = []
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

  /// One fitted number and how sure it is.
  public struct Parameter: Sendable, Equatable, Codable {
    /// Of gaze `screenWidth`, `screenHeight`, `cameraX`, `cameraY`, `gazeOffsetH`, `gazeOffsetV`, `gainH`, `gainV`.
    public var name: String
    /// The person it belongs to; nil for the device's.
    public var participant: Int?
    /// Which of the person's sessions it belongs to; nil for what holds in all.
    public var session: Int?
    /// `mm`, `deg` or `1`.
    public var unit: String
    /// The estimate.
    public var value: Double
    /// Standard deviation before the data were seen; nil without a prior.
    @ExplicitNull public var priorSigma: Double?
    /// Standard deviation after; nil where the data do not determine the parameter and no prior does.
    @ExplicitNull public var standardError: Double?
    /// The same from the scatter between fixations (cluster-robust sandwich), which also covers people who do not
    /// look exactly at the dot.
    @ExplicitNull public var robustStandardError: Double?
    /// `[low, high]`; nil where there is no standard error.
    @ExplicitNull public var ci95: [Double]?
    /// Share learned from the data: `1 − posterior²/prior²`; nil without a prior. Below 0.1 the number is the data
    /// sheet's, not the data's.
    @ExplicitNull public var learned: Double?
    /// False where the data alone do not determine it to its tolerance, where another parameter cannot be told from it
    /// (`unidentified` says so), and where less than a tenth of it was learned.
    public var identified: Bool
    /// Where the number comes from; nil where a fit does not say. `identified` is true of `data` alone.
    public var source: Source?

    /// Where a number comes from.
    public enum Source: String, Sendable, Codable {
      /// The data determine it.
      case data
      /// The data say something of it, but less than its tolerance, or not apart from another one.
      case partly
      /// The device's, kept at the data sheet's value (`kept` says why).
      case dataSheet
      /// A person's, of which less than a tenth was learned: its prior's.
      case prior
    }

    /// A parameter from its parts.
    package init(
      name: String, participant: Int? = nil, session: Int? = nil, unit: String, value: Double,
      priorSigma: Double? = nil,
      standardError: Double? = nil, robustStandardError: Double? = nil, ci95: [Double]? = nil,
      learned: Double? = nil, identified: Bool
    ) {
      self.name = name
      self.participant = participant
      self.session = session
      self.unit = unit
      self.value = value
      self.priorSigma = priorSigma
      self.standardError = standardError
      self.robustStandardError = robustStandardError
      self.ci95 = ci95
      self.learned = learned
      self.identified = identified
    }
  }

  /// Parameters that the data see only together.
  public struct Unidentified: Sendable, Equatable, Codable {
    /// Their names, the strongest first.
    public var parameters: [String]
    /// Whose, where they belong to a person.
    public var participant: Int?
    /// A sentence: which combination, and what recording would separate them.
    public var reason: String

    /// A direction from its parts.
    package init(parameters: [String], participant: Int? = nil, reason: String) {
      self.parameters = parameters
      self.participant = participant
      self.reason = reason
    }
  }
}
