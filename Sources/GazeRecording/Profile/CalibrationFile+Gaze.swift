public import GazePipeline

extension CalibrationFile {
  /// The gaze rig's own part: a device part, a part for each person, smoothing and trigger.
  public struct Gaze: Sendable, Equatable, Codable {
    /// The device part.
    public var geometry: Geometry
    /// The people's parts.
    public var people: [Person]
    /// The smoothing.
    package var smoothing: SmoothingChoice
    /// The trigger.
    public var trigger: ScrollTrigger.Settings
    /// What justified the trigger; nil where it is the profile's.
    package var triggerChoice: TriggerChoice?
    /// What stays at the data sheet's value; nil where nothing does.
    public var kept: Kept?
    /// What one session adds; nil where sessions are no part of the model.
    public var sessionSpread: SessionSpread?
    /// Do looks and data sheet agree on the panel's size? nil where that was not fitted.
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
    /// Camera from the left edge.
    public var cameraX: Double
    /// Camera below the top edge; negative above it.
    public var cameraY: Double
    /// Tilt of the panel against the camera about x and y, degrees (`ScreenGeometry.tilt`); nil is none.
    public var tilt: [Double]?
    /// The panel behind the camera; nil is 0.
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

  /// A session's mean pointer error, degrees, as predicted.
  public struct LaterError: Sendable, Equatable, Codable {
    /// Half of the sessions have less.
    public var median: Double
    /// 95 % of them lie within.
    public var ci95: [Double]

    /// A prediction from its parts.
    package init(median: Double, ci95: [Double]) {
      self.median = median
      self.ci95 = ci95
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
    package init(parameters: [String], laterErrorFree: Double?, laterErrorKept: Double?) {
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
    package init(verdict: Verdict, excess: Double? = nil, ci95: [Double]? = nil) {
      self.verdict = verdict
      self.excess = excess
      self.ci95 = ci95
    }
  }
}
