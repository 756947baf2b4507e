public import GazePipeline

/// What a fit writes and an app, `evaluate` and `gate` read: a device part, a part for each person, smoothing,
/// trigger, and where it all comes from. `calibrate --json` prints the same.
///
/// Angles are degrees and lengths metres in `geometry`; each of `parameters` names its own unit.
public struct CalibrationFile: Sendable, Equatable, Codable {
  /// One fitted number and how sure it is.
  public struct Parameter: Sendable, Equatable, Codable {
    /// `screenWidth`, `screenHeight`, `cameraX`, `cameraY`, `gazeOffsetH`, `gazeOffsetV`, `gainH`, `gainV`.
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
    public init(
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

  /// The device's parameters that stay at the data sheet's values, since the data would learn less than a tenth of them,
  /// or since a later session's pointer is expected to err less that way.
  public struct Kept: Sendable, Equatable, Codable {
    /// Their names.
    public var parameters: [String]
    /// Expected pointer error of a later session, but for what the session adds, with everything fitted: root mean square
    /// of an axis, degrees; nil where only the learned share was looked at.
    @ExplicitNull public var laterErrorFree: Double?
    /// The same with these kept.
    @ExplicitNull public var laterErrorKept: Double?

    /// A choice from its parts.
    public init(parameters: [String], laterErrorFree: Double?, laterErrorKept: Double?) {
      self.parameters = parameters
      self.laterErrorFree = laterErrorFree
      self.laterErrorKept = laterErrorKept
    }
  }

  /// What one session adds to a person's gaze offset.
  public struct SessionSpread: Sendable, Equatable, Codable {
    /// Where it comes from.
    public enum Source: String, Sendable, Codable {
      case assumed, estimated
    }

    /// Assumed, or estimated from people with several sessions.
    public var source: Source
    /// Standard deviation in force, degrees an axis: the estimate, drawn towards what is assumed as one person's second
    /// session would draw it.
    public var sd: Double
    /// The estimate by itself (restricted likelihood); nil where it is assumed.
    @ExplicitNull public var estimate: Double?
    /// Its interval.
    @ExplicitNull public var ci95: [Double]?
    /// Sessions that it rests on.
    public var sessions: Int
    /// People who have several.
    public var people: Int

    /// A spread from its parts.
    public init(
      source: Source, sd: Double, estimate: Double? = nil, ci95: [Double]? = nil, sessions: Int = 0, people: Int = 0
    ) {
      self.source = source
      self.sd = sd
      self.estimate = estimate
      self.ci95 = ci95
      self.sessions = sessions
      self.people = people
    }
  }

  /// Do looks and data sheet agree on the panel's size?
  public struct PanelSize: Sendable, Equatable, Codable {
    /// What is said of it.
    public enum Verdict: String, Sendable, Codable {
      case agrees, contradicts, cannotTell
    }

    /// `cannotTell`: size or gain, a panel 5 % larger would look the same.
    public var verdict: Verdict
    /// The panel's size by the looks over the data sheet's, less 1; nil where they say nothing of it.
    @ExplicitNull public var excess: Double?
    /// Its interval.
    @ExplicitNull public var ci95: [Double]?

    /// A finding from its parts.
    public init(verdict: Verdict, excess: Double? = nil, ci95: [Double]? = nil) {
      self.verdict = verdict
      self.excess = excess
      self.ci95 = ci95
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
    public init(parameters: [String], participant: Int? = nil, reason: String) {
      self.parameters = parameters
      self.participant = participant
      self.reason = reason
    }
  }

  /// The device part, metres.
  public struct Geometry: Sendable, Equatable, Codable {
    /// Lit width.
    public var screenWidth: Double
    /// Lit height.
    public var screenHeight: Double
    /// Camera from the left edge.
    public var cameraX: Double
    /// Camera below the top edge; negative above it.
    public var cameraY: Double
    /// Tilt of the panel against the camera about x and y, degrees (`ScreenGeometry.tilt`); nil is none.
    public var tilt: [Double]?
    /// The panel behind the camera; nil is 0.
    public var depth: Double?

    /// A geometry from its numbers.
    public init(
      screenWidth: Double, screenHeight: Double, cameraX: Double, cameraY: Double, tilt: [Double]? = nil,
      depth: Double? = nil
    ) {
      self.screenWidth = screenWidth
      self.screenHeight = screenHeight
      self.cameraX = cameraX
      self.cameraY = cameraY
      self.tilt = tilt
      self.depth = depth
    }
  }

  /// The part of one person. Biometric: keep it on the machine.
  public struct Person: Sendable, Equatable, Codable {
    /// The person's number in the recordings that were fitted to.
    public var participant: Int
    /// The recordings' identifier of the person; nil where they had none.
    public var person: String?
    /// Degrees towards the screen's right, degrees up.
    public var gazeOffset: [Double]
    /// Horizontal, vertical; 1 is none.
    public var gain: [Double]
    /// Quadratic terms of yaw (u², uv, v²), then of pitch, degrees at 10°; nil is none.
    public var quadratic: [Double]?
    /// What is to be expected of the pointer in a later session.
    public var laterError: LaterError?
    /// Sessions that the offset rests on; nil where a fit does not say.
    public var sessions: Int?

    /// A person from its parts.
    public init(
      participant: Int, person: String? = nil, gazeOffset: [Double], gain: [Double], quadratic: [Double]? = nil,
      laterError: LaterError? = nil, sessions: Int? = nil
    ) {
      self.sessions = sessions
      self.participant = participant
      self.person = person
      self.gazeOffset = gazeOffset
      self.gain = gain
      self.quadratic = quadratic
      self.laterError = laterError
    }
  }

  /// A session's mean pointer error, degrees, as predicted.
  public struct LaterError: Sendable, Equatable, Codable {
    /// Half of the sessions have less.
    public var median: Double
    /// 95 % of them lie within.
    public var ci95: [Double]

    /// A prediction from its parts.
    public init(median: Double, ci95: [Double]) {
      self.median = median
      self.ci95 = ci95
    }
  }

  /// Always `gazesim.calibration`.
  public var schema = "gazesim.calibration"
  /// Version of this layout.
  public var version = 1
  /// The device's identifier.
  public var device: String
  /// `gaze`.
  public var rig = "gaze"
  /// Simulated or recorded: a simulated fit is no statement about a phone.
  public var provenance: RecordingHeader.Source
  /// What it was fitted to, in words.
  public var fittedTo: String
  /// The device part.
  public var geometry: Geometry
  /// The people's parts.
  public var people: [Person]
  /// The smoothing.
  public var smoothing: SmoothingChoice
  /// The trigger.
  public var trigger: ScrollTrigger.Settings
  /// What justified the trigger; nil where it is the profile's.
  public var triggerChoice: TriggerChoice?
  /// Every fitted number.
  public var parameters: [Parameter]
  /// What the data do not determine.
  public var unidentified: [Unidentified]
  /// What stays at the data sheet's value; nil where nothing does.
  public var kept: Kept?
  /// What one session adds; nil where sessions are no part of the model.
  public var sessionSpread: SessionSpread?
  /// Do looks and data sheet agree on the panel's size? nil where that was not fitted.
  public var panelSize: PanelSize?
  /// Condition number of the scaled problem, priors included.
  @ExplicitNull public var condition: Double?
  /// Why the solver stopped, as an inequality.
  public var stop: String
  /// Root mean square of the fixations' angular residuals, degrees.
  public var residualRMS: Double
  /// The same on data that the fit did not see, degrees; nil where there were none.
  @ExplicitNull public var heldOut: Double?
  /// Looks that were left out as too far off: people who looked elsewhere.
  public var outliers: Int?

  /// A calibration file; what is not given has the defaults above.
  public init(
    device: String, provenance: RecordingHeader.Source, fittedTo: String, geometry: Geometry, people: [Person],
    smoothing: SmoothingChoice, trigger: ScrollTrigger.Settings, parameters: [Parameter],
    unidentified: [Unidentified], condition: Double?, stop: String, residualRMS: Double, heldOut: Double?
  ) {
    self.device = device
    self.provenance = provenance
    self.fittedTo = fittedTo
    self.geometry = geometry
    self.people = people
    self.smoothing = smoothing
    self.trigger = trigger
    self.parameters = parameters
    self.unidentified = unidentified
    self.condition = condition
    self.stop = stop
    self.residualRMS = residualRMS
    self.heldOut = heldOut
  }
}
