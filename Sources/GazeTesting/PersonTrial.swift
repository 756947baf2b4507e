public import GazeMetrics
public import GazePipeline
public import GazeRecording

/// What a pointer is compared with.
public enum Reference: String, Sendable, Codable {
  /// The simulator's true gaze, at every frame with the gaze on the screen.
  case truth
  /// What the app showed, once the eyes have had time to get there.
  case target
}

/// One pipeline on one person's frames, a frame at a time: pointer error, data quality, lag, and scrolling.
///
/// Memory does not grow with the recording's length.
public struct PersonTrial<Pipeline: PointerPipeline>: Sendable {
  /// Seconds after a target's change before the eyes are held to it.
  public static var settling: Double { 0.6 }

  private var pipeline: Pipeline
  private let geometry: ScreenGeometry
  private let reference: Reference
  private var result: PersonResult
  private var lag: LagEstimator
  private var scroll: ScrollScorer
  private var shown: (target: SIMD2<Double>, since: Double)?
  private var fixation: FixationQuality?
  private var firstTime: Double?
  private var lastTime = 0.0
  private let rate: Double

  /// A trial at its start.
  ///
  /// - Parameters:
  ///   - geometry: screen and camera by which points become millimetres and degrees.
  ///   - rate: nominal frames a second, for data loss and lag.
  public init(
    _ pipeline: Pipeline, participant: Int, geometry: ScreenGeometry, reference: Reference, rate: Double,
    tolerance: EventMatching.Tolerance = EventMatching.Tolerance()
  ) {
    self.pipeline = pipeline
    self.geometry = geometry
    self.reference = reference
    self.rate = rate
    result = PersonResult(participant: participant)
    // Half a second of lags, whatever the rate.
    lag = LagEstimator(frameInterval: 1 / rate, maximumLag: Int(min(max(rate / 2, 4), 120).rounded()))
    scroll = ScrollScorer(tolerance: tolerance)
  }

  /// Takes a frame in and gives what the pipeline made of it: its `scroll` closes a simulation's loop.
  @discardableResult
  public mutating func step(_ recorded: RecordedFrame) -> PointerOutput {
    let (frame, truth) = (recorded.observation.frame, recorded.truth)
    let output = pipeline.step(frame)
    let time = frame.time
    if firstTime == nil { firstTime = time }
    lastTime = time
    result.frames += 1
    if output.rawPointer != nil { result.validFrames += 1 }
    follow(recorded.observation.target, at: time)

    let gaze = reference == .truth ? truth?.gaze : settledTarget(at: time)
    let isBlinking = truth?.state == .blink || frame.blink.max() > 0.5
    let isOnScreen = gaze.map(geometry.contains) ?? false
    // Blinks are left out, as everywhere in eye tracking; a look off the screen has no error in points.
    let isMeasured = output.rawPointer != nil && !isBlinking
    if let gaze, let pointer = output.pointer, isMeasured, isOnScreen { add(pointer, gaze, frame) }
    if reference == .truth {
      lag.step(truth: isBlinking ? nil : truth?.gaze, pointer: isMeasured ? output.pointer : nil, at: time)
    }
    if let target = settledTarget(at: time) { look(isMeasured ? output.pointer : nil, target, frame) }

    scroll.step(
      time: time, command: output.scroll, intent: recorded.observation.intent,
      isLookingOffScreen: truth?.gaze.map { !geometry.contains($0) } ?? false)
    return output
  }

  /// What came out of it.
  public mutating func finish() -> PersonResult {
    closeFixation()
    // A stranger's times may run backwards, or be so far apart that their difference is not finite.
    let seconds = firstTime.map { lastTime - $0 + 1 / rate } ?? 0
    result.seconds = seconds > 0 ? min(seconds, PersonResult.mostSeconds) : 0
    let expected = (result.seconds * rate).rounded()
    result.expectedFrames = expected < Double(PersonResult.mostFrames) ? Int(expected) : PersonResult.mostFrames
    result.latency = reference == .truth ? lag.lag : nil
    result.scroll = scroll.finish()
    return result
  }

  private mutating func follow(_ target: SIMD2<Double>?, at time: Double) {
    guard target != shown?.target else { return }
    closeFixation()
    shown = target.map { ($0, time) }
  }

  private func settledTarget(at time: Double) -> SIMD2<Double>? {
    guard let shown, time - shown.since >= Self.settling else { return nil }
    return shown.target
  }

  private mutating func add(_ pointer: SIMD2<Double>, _ gaze: SIMD2<Double>, _ frame: FaceFrame) {
    result.errorPoints.add((pointer - gaze).length)
    result.map.add(pointer, gaze: gaze)
    result.errorMillimetres.add((geometry.hit(ofPoint: pointer) - geometry.hit(ofPoint: gaze)).length * 1000)
    if let (seen, shown) = directions(pointer, gaze, frame) {
      result.errorDegrees.add(angle(between: seen, and: shown).degrees)
    }
  }

  /// From the cyclopean eye to two screen points, camera frame.
  private func directions(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ frame: FaceFrame
  ) -> (SIMD3<Double>, SIMD3<Double>)? {
    guard let face = frame.cameraFromFace, let eye = CyclopeanEye(frame) else { return nil }
    let origin = face.apply(eye.origin)
    func direction(_ point: SIMD2<Double>) -> SIMD3<Double> {
      let hit = geometry.hit(ofPoint: point)
      return SIMD3(hit.x, hit.y, 0) - origin
    }
    return (direction(a), direction(b))
  }

  /// Adds a sample to the fixation on the present target, as the angle from the target.
  private mutating func look(_ pointer: SIMD2<Double>?, _ target: SIMD2<Double>, _ frame: FaceFrame) {
    if fixation == nil { fixation = FixationQuality(target: .zero) }
    guard let pointer, let (seen, shown) = directions(pointer, target, frame) else {
      fixation?.add(nil, at: frame.time)
      return
    }
    let (a, b) = (GazeAngles(direction: seen), GazeAngles(direction: shown))
    fixation?.add(GazeAngles(yaw: a.yaw - b.yaw, pitch: a.pitch - b.pitch), at: frame.time)
  }

  private mutating func closeFixation() {
    defer { fixation = nil }
    guard let fixation, let accuracy = fixation.accuracyDegrees, let rms = fixation.rmsS2SDegrees,
      let std = fixation.stdDegrees, let bcea = fixation.bceaDegrees2()
    else { return }
    result.fixations += 1
    result.quality += SIMD4(accuracy, rms, std, bcea)
  }
}
