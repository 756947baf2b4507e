/// The `standard` pipeline: one cyclopean ray from both eyes, the device's geometry, the person's calibration,
/// smoothing, and the scroll trigger.
public struct StandardPipeline: PointerPipeline, Equatable {
  /// Screen and camera.
  public let geometry: ScreenGeometry
  /// Offset and gain of the person.
  public let person: PersonCalibration
  /// The last offsets of the two eyes from their mean, for going on with one.
  private var spread: (origin: SIMD3<Double>, slope: SIMD2<Double>)?
  private var filter: PointerFilter
  private var trigger: ScrollTrigger
  private var pointer: SIMD2<Double>?
  /// What the session shows of an offset that comes from an earlier one; nil where that is believed as it stands.
  private var trust: SessionTrust?

  /// A pipeline at its start.
  public init(
    geometry: ScreenGeometry, person: PersonCalibration = .none, smoothing: Smoothing,
    trigger: ScrollTrigger.Settings
  ) {
    self.geometry = geometry
    self.person = person
    filter = PointerFilter(smoothing)
    self.trigger = ScrollTrigger(trigger)
    // Who has no calibration has nothing to distrust.
    let hasCalibration = person.gazeOffset != .zero || person.gain != SIMD2(1, 1)
    if person.trust != .full, hasCalibration { trust = SessionTrust(person.trust) }
  }

  /// A lost face, a missed hit or a matrix that is none leaves the pointer where it was. While a lid is closed the
  /// eye's direction is an artefact, so the pointer holds as well, and the trigger with it.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput {
    let raw = frame.isTracked && !isBlinking(frame) ? hit(frame) : nil
    if let raw {
      let smoothed = filter.step(raw, at: frame.time)
      if smoothed.isFinite { pointer = smoothed }
    }
    let scroll = trigger.step(pointer: raw == nil ? nil : pointer, window: geometry.points, at: frame.time)
    return PointerOutput(pointer: pointer, rawPointer: raw, scroll: scroll)
  }

  private func isBlinking(_ frame: FaceFrame) -> Bool {
    // Written so that a NaN is no blink: the matrices decide then.
    Double(frame.blink.x + frame.blink.y) / 2 > trigger.settings.blinkThreshold
  }

  /// The screen point that this frame alone gives.
  private mutating func hit(_ frame: FaceFrame) -> SIMD2<Double>? {
    guard frame.time.isFinite, let cameraFromFace = frame.cameraFromFace, let eye = cyclopeanEye(frame) else {
      return nil
    }
    let direction = person.visualDirection(reported: eye.direction)
    let ray = GazeRay(
      origin: cameraFromFace.apply(eye.origin), direction: cameraFromFace.apply(direction: direction))
    guard let hit = geometry.hit(of: ray) else { return nil }
    let point = geometry.point(ofHit: hit)
    guard point.isFinite else { return nil }
    return trust == nil ? point : point - distrusted(point, eye, cameraFromFace, at: frame.time)
  }

  /// What is taken back of a stored offset: a part of what it adds for a gaze at the screen's middle. The person's gain
  /// stays as it is.
  private mutating func distrusted(
    _ point: SIMD2<Double>, _ eye: CyclopeanEye, _ cameraFromFace: RigidTransform, at time: Double
  ) -> SIMD2<Double> {
    let middle = geometry.points / 2
    let place = geometry.place(ofPoint: middle)
    let sight = cameraFromFace.inverse.apply(place) - eye.origin
    let distance = sight.length
    guard distance > 0, sight.z > -0.9 * distance else { return .zero }
    let reported = person.reportedAngles(visual: sight / distance)
    let ray = GazeRay(
      origin: cameraFromFace.apply(eye.origin), direction: cameraFromFace.apply(direction: reported.direction))
    guard let hit = geometry.hit(of: ray) else { return .zero }
    let correction = middle - geometry.point(ofHit: hit)
    guard correction.isFinite else { return .zero }
    return trust?.step(
      pointer: point, correction: correction, size: geometry.points,
      pointsPerRadian: geometry.pointsPerMetre * distance, at: time) ?? .zero
  }

  /// Both eyes' mean; with one eye lost, the other one moved by the last offset seen between them, never its own
  /// ray: ARKit's eyes point 3.7° apart.
  private mutating func cyclopeanEye(_ frame: FaceFrame) -> CyclopeanEye? {
    let left = EyeSlope(frame.leftEye, kappa: person.eyeKappa.left)
    let right = EyeSlope(frame.rightEye, kappa: person.eyeKappa.right)
    switch (left, right) {
    case (let left?, let right?):
      spread = ((left.origin - right.origin), (left.slope - right.slope))
      return CyclopeanEye(left, right)
    case (let eye?, nil):
      guard let spread else { return nil }
      return CyclopeanEye(eye, EyeSlope(origin: eye.origin - spread.origin, slope: eye.slope - spread.slope))
    case (nil, let eye?):
      guard let spread else { return nil }
      return CyclopeanEye(EyeSlope(origin: eye.origin + spread.origin, slope: eye.slope + spread.slope), eye)
    case (nil, nil): return nil
    }
  }

  /// True where settings and memory are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.geometry == b.geometry && a.person == b.person && a.filter == b.filter && a.trigger == b.trigger
      && a.pointer == b.pointer && a.trust == b.trust && a.spread?.origin == b.spread?.origin
      && a.spread?.slope == b.spread?.slope
  }
}
