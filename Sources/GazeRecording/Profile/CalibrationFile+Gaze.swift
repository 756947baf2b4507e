public import GazePipeline

extension CalibrationFile {
  /// The part of a calibration that only gaze has: a device part, a part for each person, smoothing and trigger.
  public struct Gaze: Sendable, Equatable, Codable {
    /// The device part.
    public var geometry: Geometry
    /// The people's parts.
    public var people: [Person]
    /// The smoothing.
    package var smoothing: SmoothingChoice
    /// The trigger.
    public var trigger: ScrollTrigger.Settings
    /// Figures that justified the trigger; nil if it is the profile's.
    package var triggerChoice: TriggerChoice?
    /// Parameters that stay at the data sheet's values; nil if none does.
    public var kept: Kept?
    /// Variation that one session adds; nil if the model has no sessions.
    public var sessionSpread: SessionSpread?
    /// Agreement of fixations and data sheet on the panel's size; nil if it was not fitted.
    public var panelSize: PanelSize?

    /// A part from its parts.
    package init(
      geometry: Geometry, people: [Person], smoothing: SmoothingChoice, trigger: ScrollTrigger.Settings,
      kept: Kept? = nil, sessionSpread: SessionSpread? = nil, panelSize: PanelSize? = nil
    ) {
      self.geometry = geometry
      self.people = people
      self.smoothing = smoothing
      self.trigger = trigger
      self.kept = kept
      self.sessionSpread = sessionSpread
      self.panelSize = panelSize
    }
  }

  /// The device part, metres.
  public struct Geometry: Sendable, Equatable, Codable {
    /// Lit width.
    public var screenWidth: Double
    /// Lit height.
    public var screenHeight: Double
    /// Distance of the camera from the left edge.
    public var cameraX: Double
    /// Distance of the camera below the top edge; negative above it.
    public var cameraY: Double
    /// Tilt of the panel relative to the camera about x and y, degrees (`ScreenGeometry.tilt`); nil means none.
    public var tilt: [Double]?
    /// Distance of the panel behind the camera; nil means 0.
    public var depth: Double?

    /// A geometry from its numbers.
    package init(
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
    /// The person's number in the fitted recordings.
    public var participant: Int
    /// The recordings' identifier of the person; nil if they had none.
    public var person: String?
    /// Gaze offset, degrees towards the screen's right, degrees up.
    public var gazeOffset: [Double]
    /// Gain, horizontal and vertical; 1 means no correction.
    public var gain: [Double]
    /// Quadratic terms of yaw (u², uv, v²), then of pitch, degrees at 10°; nil means none.
    public var quadratic: [Double]?
    /// Expected pointer error in a later session.
    public var laterError: LaterError?
    /// Number of sessions from which the offset was estimated; nil if the fit does not state it.
    public var sessions: Int?

    /// A person from its parts.
    package init(
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

  /// Predicted mean pointer error of a session, degrees.
  public struct LaterError: Sendable, Equatable, Codable {
    /// Median over sessions.
    public var median: Double
    /// Range that contains 95 % of the sessions.
    public var ci95: [Double]

    /// A prediction from its parts.
    package init(median: Double, ci95: [Double]) {
      self.median = median
      self.ci95 = ci95
    }
  }

  /// Parameters of the device that stay at the data sheet's values, because the data would teach less than a tenth of
  /// them, or because the pointer is expected to be more accurate in a later session that way.
  public struct Kept: Sendable, Equatable, Codable {
    /// Their names.
    public var parameters: [String]
    /// Expected pointer error of a later session with everything fitted, without the variation that the session adds:
    /// root mean square per axis, degrees; nil if only the learned share was considered.
    @ExplicitNull public var laterErrorFree: Double?
    /// The same error with these parameters kept.
    @ExplicitNull public var laterErrorKept: Double?

    /// A choice from its parts.
    package init(parameters: [String], laterErrorFree: Double?, laterErrorKept: Double?) {
      self.parameters = parameters
      self.laterErrorFree = laterErrorFree
      self.laterErrorKept = laterErrorKept
    }
  }

  /// Variation that one session adds to a person's gaze offset.
  public struct SessionSpread: Sendable, Equatable, Codable {
    /// Source of the standard deviation.
    public enum Source: String, Sendable, Codable {
      case assumed, estimated
    }

    /// Assumed, or estimated from people with several sessions.
    public var source: Source
    /// Standard deviation in use, degrees per axis: the estimate, drawn towards the assumed value as strongly as one
    /// person's second session would draw it.
    public var sd: Double
    /// The estimate alone (restricted likelihood); nil if the value is assumed.
    @ExplicitNull public var estimate: Double?
    /// 95 % interval of the estimate.
    @ExplicitNull public var ci95: [Double]?
    /// Number of sessions used.
    public var sessions: Int
    /// Number of people with several sessions.
    public var people: Int

    /// A spread from its parts.
    package init(
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

  /// Agreement of fixations and data sheet on the panel's size.
  public struct PanelSize: Sendable, Equatable, Codable {
    /// Result of the comparison.
    public enum Verdict: String, Sendable, Codable {
      case agrees, contradicts, cannotTell
    }

    /// Result; `cannotTell` means that size and gain are indistinguishable: a panel 5 % larger would give the same
    /// data.
    public var verdict: Verdict
    /// The panel's size according to the fixations over the data sheet's, minus 1; nil if the fixations do not
    /// determine it.
    @ExplicitNull public var excess: Double?
    /// 95 % interval of `excess`.
    @ExplicitNull public var ci95: [Double]?

    /// A finding from its parts.
    package init(verdict: Verdict, excess: Double? = nil, ci95: [Double]? = nil) {
      self.verdict = verdict
      self.excess = excess
      self.ci95 = ci95
    }
  }
}
