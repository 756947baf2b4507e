import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

/// Everything that a pipeline and a fit may know before the first sample. Only this type decides which source of a
/// number takes precedence: an option, then a calibration, then the profile, then the default.
package struct Setup: Sendable {
  /// The device.
  var profile: DeviceProfile
  /// The recording's header: the interface's points and orientation, the nominal rate, and the rig's own constants.
  var header: RecordingHeader

  // MARK: Gaze

  /// Geometry of screen and camera that the app assumes, in the interface's orientation: the calibration's, or the
  /// profile's if there is no calibration.
  var geometry: ScreenGeometry
  /// The pointer's smoothing.
  var smoothing: Smoothing
  /// The scroll trigger.
  var trigger: ScrollTrigger.Settings
  /// Evidence by which the pointer is recentred in the session; nil for no recentring.
  var recentring: Recentring.Settings?
  /// The reference of the pointer's errors.
  var reference = ErrorReference.truth
  /// Parts of a person's results that are measured.
  var parts = PointerMeter.Parts.all
  /// Knowledge about the person from an earlier session.
  var earlierSession = EarlierSession()
  /// The person's number; nil before the pipeline is given to a person.
  var participant: Int?

  /// Options of a gaze fit: its parameters and method.
  var fit = GazeFit.Options()

  // MARK: The other rigs

  /// Every setting of the rig, by name, in its unit.
  var settings: [String: Double] = [:]

  /// The setup of a gaze pipeline.
  ///
  /// - Parameters:
  ///   - smoothing: an option's smoothing; nil uses the calibration's smoothing, or the profile's if the calibration
  ///     has none.
  ///   - participant: the participant whose part of the calibration is used; nil uses nobody's, as for simulated
  ///     people, who never took part in a fit.
  init(
    profile: DeviceProfile, header: RecordingHeader, calibration: CalibrationFile? = nil, smoothing: Smoothing? = nil,
    participant: Int? = nil
  ) {
    self.profile = profile
    self.header = header
    geometry = profile.geometry(header, calibration)
    self.smoothing = smoothing ?? calibration?.gaze?.smoothing.value ?? profile.smoothingValue
    trigger = calibration?.gaze?.trigger ?? profile.trigger.settings
    if let participant, let calibrated = calibration?.gaze?.person(participant) { earlierSession.person = calibrated }
  }

  /// The setup of a gaze pipeline on an upright phone, before any recording.
  init(upright profile: DeviceProfile, smoothing: Smoothing? = nil) {
    self.init(
      profile: profile,
      header: RecordingHeader(
        device: profile.id, rate: GazeRig.defaultRate, scenario: "", participants: 1, source: .simulated),
      smoothing: smoothing)
  }

  /// The setup of any rig's pipeline. Later sources override earlier ones: the rig's own settings, the profile's, the
  /// calibration's for the device, the calibration's for the person.
  ///
  /// Unknown names, which a fit's own parameters have, are ignored; code that reads files calls
  /// `checkSettings(of:path:)` and `check(_:path:)` first.
  ///
  /// - Parameter participant: the participant whose numbers in the calibration are used; nil uses nobody's.
  package init<R: Rig>(
    _: R.Type, profile: DeviceProfile, header: RecordingHeader, calibration: CalibrationFile?,
    options: PointerOptions = PointerOptions(), participant: Int? = nil
  ) {
    self.init(
      profile: profile, header: header, calibration: calibration, smoothing: options.smoothing,
      participant: participant)
    recentring = options.recentre.settings
    if let rule = options.trigger { trigger = rule.trigger(inPlaceOf: trigger) }
    settings = Dictionary(uniqueKeysWithValues: R.settings.map { ($0.name, $0.value) })
    func take(_ name: String, _ value: Double) {
      guard let declared = R.settings.first(where: { $0.name == name }), value.isFinite else { return }
      settings[name] = min(max(value, declared.range.lowerBound), declared.range.upperBound)
    }
    for setting in profile.rigs?[R.name]?.settings ?? [] { take(setting.name, setting.value) }
    let parameters = calibration?.fit.parameters ?? []
    for parameter in parameters where parameter.participant == nil { take(parameter.name, parameter.value) }
    guard let participant else { return }
    for parameter in parameters where parameter.participant == participant { take(parameter.name, parameter.value) }
  }

  /// The value of a setting, in the setting's unit.
  ///
  /// - Precondition: `Rig.settings` lists the name. Names passed here are literals in the source code and never come
  ///   from a file, so a name that is not listed is misspelt in the source code.
  subscript(name: String) -> Double {
    guard let value = settings[name] else { preconditionFailure("no setting is named \(name)") }
    return value
  }

  /// The person's calibration.
  var person: PersonCalibration { earlierSession.person }
  /// The device's identifier: it decides whether an app's published constants apply, since these are for one phone.
  var device: String { profile.id }
  /// The screen that converts points to millimetres and degrees: the profile's screen, even if a fit has found another.
  var screen: ScreenGeometry { profile.geometry(header) }
}

/// Knowledge about a person that a pipeline gains from an earlier session.
struct EarlierSession: Sendable {
  /// The calibration that the pipeline `standard` uses.
  var person = PersonCalibration.none
  /// The calibration of `MoawinbergPipeline`, the only published pipeline with a calibration.
  var fivePointMap: FivePointMap?
  /// A constant added to the pointer of every pipeline but `standard`, points.
  var constantOffset = Vector2.zero
  /// True if the session gave too little data for a calibration, as also happens to an app's users; the person
  /// continues without one.
  var isUncalibrated = false

  /// No knowledge, or a person's calibration.
  init(person: PersonCalibration = .none) { self.person = person }
}

extension DeviceProfile {
  /// Panel pixels divided by the screen's scale, upright. They differ from the points on devices where iOS renders at
  /// another resolution than the panel's (the 12 and 13 mini).
  var panelPoints: Vector2 {
    // The scale is rounded, since iOS renders at an integer scale.
    let scale = max(points.scale.rounded(), 1)
    return SIMD2(panel.width, panel.height) / scale
  }
}
