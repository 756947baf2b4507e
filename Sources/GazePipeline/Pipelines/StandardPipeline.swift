/// The pipeline `standard` for the gaze pointer: one cyclopean ray from both eyes, the device's geometry, the person's
/// calibration, smoothing, and the scroll trigger.
public struct StandardPipeline: PointerPipeline, Sendable, Equatable {
  /// Screen and camera.
  public let geometry: ScreenGeometry
  /// Offset and gain of the person.
  public let person: PersonCalibration
  /// Difference between the two eyes (left minus right) when both were last tracked, used when one eye is lost.
  private var spread: (origin: SIMD3<Double>, slope: SIMD2<Double>)?
  private var filter: PointerFilter
  private var trigger: ScrollTrigger
  private var pointer: SIMD2<Double>?
  /// Evidence from this session about an offset calibrated in an earlier one; nil if the offset is applied in full.
  private var trust: SessionTrust?
  /// The offset learned in this session; nil if the pipeline does not recentre its pointer.
  public package(set) var recentring: Recentring?
  /// False if the person's calibration changes no direction.
  private let isCalibrated: Bool
  /// `PointerOutput.eye` of the present frame.
  private var eye = SIMD3<Double>.zero

  /// A pipeline that has not processed a frame yet.
  ///
  /// - Parameters:
  ///   - geometry: screen and camera.
  ///   - person: offset and gain of the person; by default none.
  ///   - smoothing: the filter of the pointer.
  ///   - trigger: settings of the scroll trigger.
  ///   - recentring: evidence by which the pointer is recentred in the session; nil for no recentring.
  ///   - lines: the page's lines of text, from which recentring may learn; `show(_:)` replaces them.
  public init(
    geometry: ScreenGeometry, person: PersonCalibration = .none, smoothing: Smoothing,
    trigger: ScrollTrigger.Settings, recentring: Recentring.Settings? = nil, lines: [TextLine] = []
  ) {
    self.geometry = geometry
    self.person = person
    isCalibrated = person.gazeOffset != .zero || person.gain != SIMD2(1, 1) || person.quadratic != .zero
    filter = PointerFilter(smoothing)
    self.trigger = ScrollTrigger(trigger)
    // Without a calibration there is no offset to distrust.
    let hasCalibration = person.gazeOffset != .zero || person.gain != SIMD2(1, 1)
    if person.trust != .full, hasCalibration { trust = SessionTrust(person.trust) }
    self.recentring = recentring.map { Recentring($0, lines: lines, screen: geometry.points) }
  }

  /// Replaces the page's text for recentring, as after a new page or a new layout. What is known of the offset stays.
  public mutating func show(_ lines: [TextLine]) { recentring?.show(lines, screen: geometry.points) }

  /// Replaces the rule of scrolling. The pointer and what is known of its offset stay.
  package mutating func scroll(by settings: ScrollTrigger.Settings) { trigger = ScrollTrigger(settings) }

  /// Direction that the trigger's armed zone would scroll to; `none` while nothing is armed.
  public var armed: ScrollDirection { trigger.armed }

  /// Processes a frame. After a lost face, a missed hit or an invalid matrix the pointer stays where it was. While a
  /// lid is closed the eye's direction is an artefact, so the pointer, and with it the scroll trigger, is held as well.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput { step(frame, AppContext()) }

  /// Processes a frame together with the app's page, taps and dots, from which the pointer is recentred, and the place
  /// of the scrolling view, which has the trigger's zones.
  public mutating func step(_ frame: FaceFrame, _ app: AppContext) -> PointerOutput {
    eye = .zero
    var (raw, distrust) = (SIMD2<Double>?.none, SessionTrust.Part.none)
    if frame.isTracked, !isBlinking(frame), let seen = hit(frame) { (raw, distrust) = seen }
    if recentring == nil {
      if let seen = raw { raw = seen - distrust.now }
    } else {
      // The learned offset refers to the pointer with a share of the stored offset that never changes.
      let offset = recentring?.step(raw.map { $0 - distrust.first }, app, isScrolling: trigger.isActive, at: frame.time)
      if let seen = raw, let offset, let learned = recentring?.hasLearned {
        raw = seen - distrust.now.replacing(with: distrust.first + offset, where: learned)
      }
    }
    if let raw {
      let smoothed = filter.step(raw, at: frame.time)
      if smoothed.isFinite { pointer = smoothed }
    }
    let area = app.area.flatMap { $0.isSound ? $0 : nil } ?? ScrollArea(origin: .zero, size: geometry.points)
    let scroll = trigger.step(
      pointer: raw == nil || app.isTouched ? nil : pointer.map { $0 - area.origin }, window: area.size, at: frame.time,
      frame: frame)
    var output = PointerOutput(pointer: pointer, rawPointer: raw, scroll: scroll, armed: trigger.armed)
    output.eye = eye
    return output
  }

  private func isBlinking(_ frame: FaceFrame) -> Bool {
    // A blink value of NaN does not count as a blink; the matrices then decide whether the frame is used.
    Double(frame.blink.x + frame.blink.y) / 2 > trigger.settings.blinkThreshold
  }

  /// The unsmoothed screen point of this frame alone, with the full stored offset, and the part of it to subtract.
  private mutating func hit(_ frame: FaceFrame) -> (full: SIMD2<Double>, distrust: SessionTrust.Part)? {
    guard frame.time.isFinite, let cameraFromFace = frame.cameraFromFace, let (eye, isWhole) = cyclopeanEye(frame)
    else { return nil }
    let direction = isCalibrated ? person.visualDirection(reported: eye.direction) : eye.direction
    let ray = GazeRay(
      origin: cameraFromFace.apply(eye.origin), direction: cameraFromFace.apply(direction: direction))
    guard let hit = geometry.hit(of: ray) else { return nil }
    let point = geometry.point(ofHit: hit)
    guard point.isFinite else { return nil }
    if isWhole { self.eye = ray.origin }
    return (point, trust == nil ? .none : distrusted(point, eye, cameraFromFace, at: frame.time))
  }

  /// The part of a stored offset's effect to subtract, in points: a share of the offset's effect on a gaze at the
  /// screen's middle. The person's gain is not changed.
  private mutating func distrusted(
    _ point: SIMD2<Double>, _ eye: CyclopeanEye, _ cameraFromFace: RigidTransform, at time: Double
  ) -> SessionTrust.Part {
    let middle = geometry.points / 2
    let place = geometry.place(ofPoint: middle)
    let sight = cameraFromFace.inverse.apply(place) - eye.origin
    let distance = sight.length
    guard distance > 0, sight.z > -0.9 * distance else { return .none }
    let reported = person.reportedAngles(visual: sight / distance)
    let ray = GazeRay(
      origin: cameraFromFace.apply(eye.origin), direction: cameraFromFace.apply(direction: reported.direction))
    guard let hit = geometry.hit(of: ray) else { return .none }
    let correction = middle - geometry.point(ofHit: hit)
    guard correction.isFinite else { return .none }
    return trust?.step(
      pointer: point, correction: correction, size: geometry.points,
      pointsPerRadian: geometry.pointsPerMetre * distance, at: time) ?? .none
  }

  /// Mean of both eyes. If one eye is lost, it is reconstructed from the other one and the last difference between the
  /// two. The remaining eye's own ray is never used alone, because the rays of ARKit's eyes differ by 3.7°.
  ///
  /// `isWhole` is true if both eyes count by their poses alone.
  private mutating func cyclopeanEye(_ frame: FaceFrame) -> (eye: CyclopeanEye, isWhole: Bool)? {
    let left = EyeSlope(frame.leftEye, kappa: person.eyeKappa.left)
    let right = EyeSlope(frame.rightEye, kappa: person.eyeKappa.right)
    if let left, let right {
      spread = (left.origin - right.origin, left.slope - right.slope)
      guard let eye = CyclopeanEye(left, right) else { return nil }
      return (eye, isWhole: person.eyeKappa == .zero)
    }
    guard let spread else { return nil }
    var eye: CyclopeanEye?
    if let left {
      eye = CyclopeanEye(left, EyeSlope(origin: left.origin - spread.origin, slope: left.slope - spread.slope))
    } else if let right {
      eye = CyclopeanEye(EyeSlope(origin: right.origin + spread.origin, slope: right.slope + spread.slope), right)
    }
    guard let eye else { return nil }
    return (eye, isWhole: false)
  }

  /// True if settings and state are equal. A further property that a later step reads needs a term here; no compiler
  /// asks for it. `isCalibrated` follows from `person`, and `eye` is of one frame.
  public static func == (a: Self, b: Self) -> Bool {
    a.geometry == b.geometry && a.person == b.person && a.filter == b.filter && a.trigger == b.trigger
      && a.pointer == b.pointer && a.trust == b.trust && a.recentring == b.recentring
      && a.spread?.origin == b.spread?.origin
      && a.spread?.slope == b.spread?.slope
  }
}
