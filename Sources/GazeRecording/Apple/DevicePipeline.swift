public import GazePipeline
public import PortableFoundation

/// The `standard` pipeline for one device and one person, as an app runs it. The screen may turn while the pipeline
/// runs.
///
/// When the interface turns, or its size in points changes, the pointer starts again in the new screen's points. What
/// dots, taps and reading taught of its offset stays, as an angle and with a wider uncertainty. This was never run on a
/// device.
public struct DevicePipeline: PointerPipeline, Sendable {
  /// Reason why there is no pipeline: a calibration does not fit this device or person, or the device is unknown.
  public enum Failure: Error, Sendable, Equatable {
    /// The calibration was made for another device.
    case otherDevice(found: String, expected: String)
    /// The calibration belongs to another rig than gaze.
    case otherRig(String)
    /// The calibration was fitted to simulated data, so it does not describe a phone.
    case simulated
    /// The calibration has no part for this person, only for `people`.
    case noSuchPerson(Int, people: [Int])
    /// The kept offset was measured with another calibration of the person.
    case otherCalibration
    /// No profile lists this model identifier, and its camera's position cannot be assumed.
    case unlisted(String)
  }

  /// The orientation of the interface.
  public var orientation: ScreenOrientation {
    didSet { if orientation != oldValue { turn() } }
  }
  /// The screen's size in points in *upright* orientation; Display Zoom changes it. Values that are not a size are
  /// ignored.
  public var points: SIMD2<Double> {
    didSet {
      guard points.isFinite, points.x > 0, points.y > 0 else {
        points = oldValue
        return
      }
      if points != oldValue { turn() }
    }
  }

  /// The person's calibration. A new one takes effect at once: the pointer starts again.
  public var person: PersonCalibration {
    didSet {
      guard person != oldValue else { return }
      // The kept offset is what the former calibration left.
      restored = nil
      restart()
    }
  }

  /// Rule of scrolling. A new one takes effect at once; the pointer and what is known of its offset stay.
  public var trigger: ScrollTrigger.Settings {
    didSet { if trigger != oldValue { pipeline.scroll(by: trigger) } }
  }

  /// Evidence by which the pointer is recentred in the session; nil, as at the beginning, for no recentring. With a new
  /// value the pointer starts again, and what was learned is forgotten.
  public var recentring: Recentring.Settings? {
    didSet { if recentring != oldValue { restart() } }
  }

  /// The page's lines of text, from which recentring may learn.
  public private(set) var lines: [TextLine] = []

  /// True if the person agreed that an offset measured with dots is kept for later sessions (`measuredOffset(on:)`).
  ///
  /// With a new value the pointer starts again, and what was learned is forgotten.
  public var keepsOffset = false {
    didSet { if keepsOffset != oldValue { restart() } }
  }

  let device: String
  /// The offset of an earlier session with which each session begins.
  var restored: SavedOffset?
  private let upright: ScreenGeometry
  private let smoothing: Smoothing
  private(set) var pipeline: StandardPipeline

  /// A pipeline in its initial state.
  ///
  /// - Parameters:
  ///   - profile: the device's profile; without a calibration, the pipeline uses the profile's geometry, smoothing and
  ///     trigger.
  ///   - calibration: the file that `gazesim calibrate` wrote for this device.
  ///   - participant: the number of the person whose part of the calibration is used.
  ///   - allowSimulated: accepts a calibration that was fitted to simulated data, to try it out.
  public init(
    profile: DeviceProfile, calibration: CalibrationFile? = nil, participant: Int = 0, allowSimulated: Bool = false
  ) throws(Failure) {
    var person = PersonCalibration.none
    if let calibration {
      guard calibration.device == profile.id else {
        throw .otherDevice(found: calibration.device, expected: profile.id)
      }
      guard let gaze = calibration.gaze else { throw .otherRig(calibration.rig) }
      guard allowSimulated || calibration.provenance == .recorded else { throw .simulated }
      if !gaze.people.isEmpty {
        guard let known = gaze.person(participant) else {
          throw .noSuchPerson(participant, people: gaze.people.map(\.participant))
        }
        person = known
      }
    }
    self.init(profile, calibration?.gaze, person)
  }

  /// A pipeline with the profile's geometry, smoothing and trigger, for a person whom the app calibrated itself
  /// (`PersonCalibrator`, `SavedCalibration`).
  public init(profile: DeviceProfile, person: PersonCalibration) { self.init(profile, nil, person) }

  private init(_ profile: DeviceProfile, _ gaze: CalibrationFile.Gaze?, _ person: PersonCalibration) {
    device = profile.id
    self.person = person
    points = profile.geometry.points
    orientation = .portrait
    upright = gaze?.screen(points: points) ?? profile.geometry
    smoothing = gaze?.smoothing.value ?? profile.smoothingValue
    trigger = gaze?.trigger ?? profile.trigger.settings
    pipeline = StandardPipeline(geometry: upright, person: person, smoothing: smoothing, trigger: trigger)
  }

  /// The screen in its current orientation.
  public var geometry: ScreenGeometry { pipeline.geometry }

  /// Takes in one frame; the pointer is in points of the interface in its current orientation.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput { pipeline.step(frame) }

  /// Takes in one frame with the app's page, taps and dots, from which the pointer is recentred. Their places are in
  /// the same points as the pointer.
  public mutating func step(_ frame: FaceFrame, _ app: AppContext) -> PointerOutput { pipeline.step(frame, app) }

  /// Direction that the trigger's armed zone would scroll to; `none` while nothing is armed.
  public var armed: ScrollDirection { pipeline.armed }

  /// Knowledge of the pointer's offset; nil without recentring.
  public var recentringStatus: Recentring.Status? { pipeline.recentring?.status }

  /// Replaces the page's text, as after a new page or a new layout. What is known of the offset stays.
  public mutating func show(_ lines: [TextLine]) {
    self.lines = lines
    pipeline.show(lines)
  }

  /// Ends the session: the pointer starts again, and all that dots, taps and reading taught is forgotten. The next
  /// session begins with the offset that was restored, if there is one.
  public mutating func endSession() { restart() }

  /// Starts the pointer again on the screen in its present orientation and points, with what is known of the offset.
  private mutating func turn() {
    let before = pipeline
    restart()
    guard let known = before.recentring else { return }
    let scale = geometry.pointsPerMetre / before.geometry.pointsPerMetre
    pipeline.recentring?.begin(after: known, scale: scale)
  }

  /// Starts the pointer again, with the restored offset if there is one.
  mutating func restart() {
    var geometry = upright
    geometry.points = points
    geometry = geometry.turned(to: orientation)
    pipeline = StandardPipeline(
      geometry: geometry, person: person, smoothing: smoothing, trigger: trigger, recentring: recentring, lines: lines)
    if keepsOffset, let restored, restored.fits(geometry.points) {
      pipeline.recentring?.begin(with: restored.kept)
    }
  }
}

extension DevicePipeline.Failure: CustomStringConvertible {
  /// The mismatch and what to do.
  public var description: String {
    switch self {
    case .otherDevice(let found, let expected):
      "the calibration is for \"\(TerminalText.line(found.prefix(64)))\", not for \"\(expected)\"; "
        + "make one on this device"
    case .otherRig(let rig):
      "the calibration is for the rig \"\(TerminalText.line(rig.prefix(64)))\", not for gaze; "
        + "make one for gaze"
    case .simulated:
      "the calibration was fitted to simulated data and says nothing about a phone; fit one to a recording"
    case .noSuchPerson(let participant, let people):
      "the calibration has no part for participant \(participant), only for "
        + people.prefix(20).map(String.init).joined(separator: ", ")
    case .otherCalibration:
      "the offset was measured with another calibration of the person; erase it and show a dot"
    case .unlisted(let model):
      "no profile lists this device (\"\(TerminalText.line(model.prefix(64)))\"), and the position of its camera "
        + "cannot be assumed; add a profile of it"
    }
  }
}

extension DevicePipeline {
  /// The offset to keep for later sessions: what dots of this session measured. It is nil without the person's consent
  /// (`keepsOffset`) and before a dot was used. Ask for it before the session ends.
  public func measuredOffset(on date: Date = Date()) -> SavedOffset? {
    guard keepsOffset, let kept = pipeline.recentring?.kept else { return nil }
    return SavedOffset(kept, calibration: calibration, screen: geometry.points, date: date)
  }

  /// Begins this session and later ones with an offset that the person agreed to keep (`keepsOffset` becomes true). The
  /// offset counts in part and with a wider uncertainty, since sessions differ, and only in an interface of its size.
  ///
  /// - Throws: if the offset was measured on another device, or with another calibration of the person.
  public mutating func restore(_ saved: SavedOffset) throws(Failure) {
    guard saved.calibration.device == device else {
      throw .otherDevice(found: saved.calibration.device, expected: device)
    }
    guard saved.isLeft(by: calibration) else { throw .otherCalibration }
    restored = saved
    keepsOffset = true
    restart()
  }

  /// Forgets the offset that was restored and all that this session taught, and keeps none from here on.
  public mutating func eraseOffset() {
    restored = nil
    keepsOffset = false
    restart()
  }

  private var calibration: SavedCalibration { SavedCalibration(person, device: device) }
}
