public import GazePipeline

/// The part for gaze, and its forms for a pipeline.
extension CalibrationFile {
  /// The part of a calibration that only gaze has: the device's geometry, a part for each person, smoothing and
  /// trigger.
  public struct Gaze: Sendable, Equatable, Codable {
    /// The part of the device: its fitted geometry.
    public var geometry: Geometry
    /// The parts of the people.
    public var people: [Person]
    package var smoothing: SmoothingChoice
    /// The trigger.
    public var trigger: ScrollTrigger.Settings
    /// Numbers that justified the trigger; nil if the trigger is that of the profile.
    package var triggerChoice: TriggerChoice?
    /// Parameters that stay at the data sheet's values; nil if no parameter does.
    public var kept: Kept?
    /// Variation that one session adds to a person's gaze offset; nil if the model has no sessions.
    public var sessionSpread: SessionSpread?
    /// Comparison of the panel's size according to the fixations with that in the data sheet; nil if the size was not
    /// fitted.
    public var panelSize: PanelSize?

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
    /// Width of the lit panel.
    public var screenWidth: Double
    /// Height of the lit panel.
    public var screenHeight: Double
    /// Distance of the camera from the left edge.
    public var cameraX: Double
    /// Distance of the camera below the top edge; negative if the camera is above the edge.
    public var cameraY: Double
    /// Tilt of the panel relative to the camera about x and y, degrees (`ScreenGeometry.tilt`); nil means none.
    public var tilt: [Double]?
    /// Distance of the panel behind the camera; nil means 0.
    public var depth: Double?

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

  /// The part of one person. These numbers are biometric: keep them on the machine.
  public struct Person: Sendable, Equatable, Codable {
    /// The person's number in the fitted recordings.
    public var participant: Int
    /// Identifier of the person in the recordings; nil if they have none.
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

  /// Predicted mean pointer error in a later session, degrees.
  public struct LaterError: Sendable, Equatable, Codable {
    /// Median over sessions.
    public var median: Double
    /// Range that contains 95 % of the sessions.
    public var ci95: [Double]

    package init(median: Double, ci95: [Double]) {
      self.median = median
      self.ci95 = ci95
    }
  }

  /// Parameters of the device that stay at the data sheet's values, because the data would reduce their variance by
  /// less than a tenth, or because the pointer is expected to be more accurate in a later session if they are not
  /// fitted.
  public struct Kept: Sendable, Equatable, Codable {
    /// Their names.
    public var parameters: [String]
    /// Expected pointer error in a later session if all parameters are fitted, without the variation that the session
    /// adds: root mean square per axis, degrees; nil if the parameters were kept only because of their learned share.
    @ExplicitNull public var laterErrorFree: Double?
    /// Expected pointer error in a later session if these parameters stay at the data sheet's values, in the same unit
    /// as `laterErrorFree`.
    @ExplicitNull public var laterErrorKept: Double?

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
      /// A constant of the fit.
      case assumed
      /// People with several sessions.
      case estimated
    }

    /// Source of `sd`: assumed, or estimated from people with several sessions.
    public var source: Source
    /// Standard deviation in use, degrees per axis: a compromise between the estimate and the assumed value, in which
    /// the assumed value has the weight of one person's second session.
    public var sd: Double
    /// The estimate alone (restricted likelihood); nil if the value is assumed.
    @ExplicitNull public var estimate: Double?
    /// 95 % interval of the estimate.
    @ExplicitNull public var ci95: [Double]?
    /// Number of sessions used.
    public var sessions: Int
    /// Number of people with several sessions.
    public var people: Int

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

  /// Comparison of the panel's size according to the fixations with that in the data sheet.
  public struct PanelSize: Sendable, Equatable, Codable {
    /// Result of the comparison.
    public enum Verdict: String, Sendable, Codable {
      /// The data sheet's size is within the interval.
      case agrees
      /// The data sheet's size is outside the interval.
      case contradicts
      /// The fixations do not separate size and gain.
      case cannotTell
    }

    /// Result of the comparison; `cannotTell` means that size and gain are indistinguishable: a panel 5 % larger would
    /// give the same data.
    public var verdict: Verdict
    /// The panel's size according to the fixations, divided by its size in the data sheet, minus 1; nil if the
    /// fixations do not determine it.
    @ExplicitNull public var excess: Double?
    /// 95 % interval of `excess`.
    @ExplicitNull public var ci95: [Double]?

    package init(verdict: Verdict, excess: Double? = nil, ci95: [Double]? = nil) {
      self.verdict = verdict
      self.excess = excess
      self.ci95 = ci95
    }
  }
}

extension CalibrationFile.Gaze {
  /// The device part as a screen of this size in points.
  public func screen(points: SIMD2<Double>) -> ScreenGeometry {
    var screen = ScreenGeometry(
      points: points, metres: SIMD2(geometry.screenWidth, geometry.screenHeight),
      camera: SIMD2(geometry.cameraX, geometry.cameraY))
    if let tilt = geometry.tilt, tilt.count == 2 { screen.tilt = SIMD2(tilt[0], tilt[1]) * (.pi / 180) }
    screen.depth = geometry.depth ?? 0
    return screen
  }

  /// A person's part in the form that a pipeline takes in a later session; nil if the file has none. If the fit
  /// estimated the variation between sessions, this variation determines how far the pipeline trusts the person's gaze
  /// offset.
  public func person(_ participant: Int) -> PersonCalibration? {
    guard let person = people.first(where: { $0.participant == participant }), person.gazeOffset.count == 2,
      person.gain.count == 2
    else { return nil }
    var calibration = PersonCalibration(
      gazeOffset: Kappa(towardsX: person.gazeOffset[0] * .pi / 180, up: person.gazeOffset[1] * .pi / 180),
      gain: SIMD2(person.gain[0], person.gain[1]))
    if let terms = person.quadratic?.map({ $0 * .pi / 180 }), terms.count == 6 {
      calibration.quadratic = .init(
        yaw: SIMD3(terms[0], terms[1], terms[2]), pitch: SIMD3(terms[3], terms[4], terms[5]))
    }
    calibration.trust = .assumed
    if let spread = sessionSpread, spread.source == .estimated {
      calibration.trust = PersonTrust(sessionSpread: spread.sd * .pi / 180, sessions: person.sessions ?? 1)
    }
    return calibration
  }
}
