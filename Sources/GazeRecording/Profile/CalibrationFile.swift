/// Result of a rig's fit, which the rig's pipelines read: the device and the people for whom the result holds, the
/// fitted parameters, and for gaze the parts that an app's pointer uses. `calibrate --json` prints the same content.
///
/// In JSON a calibration is one flat object: `fit` and `gaze` are not keys, their properties are. In `gaze`, angles are
/// in degrees and lengths in metres; each of the fit's parameters states its own unit.
public struct CalibrationFile: Sendable, Equatable {
  /// Always `gazesim.calibration`.
  public var schema = "gazesim.calibration"
  /// Version of this layout.
  public var version = 1
  /// The device's identifier.
  public var device: String
  /// Name of the rig: `gaze`, `head`, `body` or `drag`.
  public var rig: String
  /// Simulated or recorded. A fit to simulated data does not describe a phone.
  public var provenance: RecordingHeader.Source
  /// Description of the data to which the calibration was fitted, in words.
  public var fittedTo: String
  /// Results of the fit.
  public var fit: Fit
  /// The part that only gaze has; nil for any other rig.
  public var gaze: Gaze?
  /// People to whom the parameters of another rig than gaze belong, if the recordings identify them; `gaze` has its own
  /// list of people.
  public var named: [Named]?

  /// A person with an identifier.
  public struct Named: Sendable, Equatable, Codable {
    /// The person's number in `Parameter.participant`.
    public var participant: Int
    /// The identifier of the person in the recordings.
    public var person: String

    /// A person with a number and an identifier.
    package init(participant: Int, person: String) {
      self.participant = participant
      self.person = person
    }
  }

  package init(
    device: String, rig: String = "gaze", provenance: RecordingHeader.Source, fittedTo: String, fit: Fit,
    gaze: Gaze? = nil
  ) {
    self.device = device
    self.rig = rig
    self.provenance = provenance
    self.fittedTo = fittedTo
    self.fit = fit
    self.gaze = gaze
  }
}

// MARK: People

extension CalibrationFile {
  /// The identifiers of the people whose recordings had one, and their numbers in the file.
  public var identified: [String: Int] {
    let people = gaze?.people.map { ($0.person, $0.participant) } ?? named?.map { ($0.person, $0.participant) } ?? []
    return Dictionary(
      people.compactMap { person, number in person.map { ($0, number) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Finds a person of other recordings in this file and returns the person's number here. If this file has
  /// identifiers, the person is found by the identifier, else by the same number. nil if this file has identifiers and
  /// the person's is missing or not among them: another person's parameters would be worse than none.
  public func participant(_ number: Int, person: String?) -> Int? {
    let identified = identified
    return identified.isEmpty ? number : person.flatMap { identified[$0] }
  }
}

// MARK: JSON

extension CalibrationFile: Codable {
  private struct Common: Codable {
    var schema: String
    var version: Int
    var device: String
    var rig: String
    var provenance: RecordingHeader.Source
    var fittedTo: String
  }

  /// The key that only rigs other than gaze have; `Gaze` has its own list of people.
  private struct People: Codable {
    var people: [Named]?
  }

  /// Reads one JSON object, which has a part for gaze if `rig` is `gaze`.
  public init(from decoder: any Decoder) throws {
    let common = try Common(from: decoder)
    (schema, version, device, rig) = (common.schema, common.version, common.device, common.rig)
    (provenance, fittedTo) = (common.provenance, common.fittedTo)
    gaze = rig == "gaze" ? try Gaze(from: decoder) : nil
    fit = try Fit(from: decoder)
    named = gaze == nil ? try People(from: decoder).people : nil
  }

  /// Writes one flat JSON object.
  public func encode(to encoder: any Encoder) throws {
    let common = Common(
      schema: schema, version: version, device: device, rig: rig, provenance: provenance, fittedTo: fittedTo)
    try common.encode(to: encoder)
    try fit.encode(to: encoder)
    try gaze?.encode(to: encoder)
    try People(people: named).encode(to: encoder)
  }
}

extension CalibrationFile {
  /// Results of a fit, for any rig.
  public struct Fit: Sendable, Equatable, Codable {
    /// All fitted numbers. A pipeline of a rig other than gaze uses the parameters that have the name of one of its
    /// settings.
    public var parameters: [Parameter]
    /// Combinations of parameters that the data do not determine.
    public var unidentified: [Unidentified]
    /// Condition number of the scaled least-squares problem, including the priors.
    @ExplicitNull public var condition: Double?
    /// Reason why the solver stopped, as an inequality.
    public var stop: String
    /// Root mean square of the residuals, in `residualUnit`.
    public var residualRMS: Double
    /// `deg` or `pt`; nil for gaze, whose residuals are the fixations' angles in degrees.
    public var residualUnit: String?
    /// Root mean square of the residuals on data that the fit did not see; nil without such data.
    @ExplicitNull public var heldOut: Double?
    /// Number of observations left out as outliers, such as fixations of another place than the dot; nil if the fit
    /// does not state it.
    public var outliers: Int?
    /// Sentences that a reader of the result must know, such as assumptions; nil for gaze.
    public var remarks: [String]?

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

  /// One fitted number and its uncertainty.
  public struct Parameter: Sendable, Equatable, Codable {
    /// Name; for gaze `screenWidth`, `screenHeight`, `cameraX`, `cameraY`, `gazeOffsetH`, `gazeOffsetV`, `gainH`,
    /// `gainV`.
    public var name: String
    /// Number of the person to whom the parameter belongs; nil for a parameter of the device.
    public var participant: Int?
    /// Number of the person's session to which the parameter belongs; nil if the parameter holds in all sessions.
    public var session: Int?
    /// `mm`, `deg` or `1`.
    public var unit: String
    /// The estimate.
    public var value: Double
    /// Standard deviation of the prior; nil without a prior.
    @ExplicitNull public var priorSigma: Double?
    /// Standard deviation of the estimate; nil if neither the data nor a prior determine the parameter.
    @ExplicitNull public var standardError: Double?
    /// Standard deviation of the estimate, computed from the scatter between fixations (cluster-robust sandwich), which
    /// also includes the error of people who do not look exactly at the dot.
    @ExplicitNull public var robustStandardError: Double?
    /// 95 % interval of the estimate, `[low, high]`; nil without a standard error.
    @ExplicitNull public var ci95: [Double]?
    /// Share of the prior's variance that the data remove, `1 − posterior²/prior²`; nil without a prior. If the share
    /// is below 0.1, the value comes from the prior (the data sheet), not from the data.
    @ExplicitNull public var learned: Double?
    /// False if the data alone do not determine the parameter to its tolerance, if it cannot be distinguished from
    /// another parameter (see `unidentified`), or if the data reduce its variance by less than a tenth.
    public var identified: Bool
    /// Source of the number; nil if the fit does not state it. `identified` is true only if the source is `data`.
    public var source: Source?

    /// Source of a number.
    public enum Source: String, Sendable, Codable {
      /// The data determine the parameter.
      case data
      /// The data constrain the parameter, but not to its tolerance, or not separately from another parameter.
      case partly
      /// A parameter of the device, kept at the data sheet's value (`kept` states the reason).
      case dataSheet
      /// A parameter of a person whose variance the data reduce by less than a tenth; its value is that of the prior.
      case prior
    }

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

  /// Parameters that the data determine only in combination.
  public struct Unidentified: Sendable, Equatable, Codable {
    /// Names of the parameters, the one with the largest weight in the combination first.
    public var parameters: [String]
    /// Number of the person, if the parameters belong to a person.
    public var participant: Int?
    /// A sentence that states the combination, and the recording that would separate the parameters.
    public var reason: String

    package init(parameters: [String], participant: Int? = nil, reason: String) {
      self.parameters = parameters
      self.participant = participant
      self.reason = reason
    }
  }
}
