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
  private var rawLag: LagEstimator
  private var steps: StepResponse
  private var scroll: ScrollScorer
  private var shown: (target: SIMD2<Double>, since: Double)?
  private var fixation: FixationQuality?
  private var rawFixation: FixationQuality?
  private var firstTime: Double?
  private var lastValidTime: Double?
  private let middle: SIMD2<Double>
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
    rawLag = lag
    // Who is shown something has to see it first.
    steps = StepResponse(window: reference == .truth ? 0.6 : 1, rate: rate)
    scroll = ScrollScorer(tolerance: tolerance, hasCurve: true)
    middle = geometry.points / 2
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
    // Also where a pipeline goes on with a lost face's last pose, as the published ones do.
    if output.rawPointer != nil, frame.isTracked {
      result.validFrames += 1
      endGap(at: time)
    }
    follow(recorded.observation.target, at: time)

    let gaze = reference == .truth ? truth?.gaze : settledTarget(at: time)
    let isBlinking = truth?.state == .blink || frame.blink.max() > 0.5
    let isOnScreen = gaze.map(geometry.contains) ?? false
    // Blinks are left out, as everywhere in eye tracking; a look off the screen has no error in points.
    let isMeasured = output.rawPointer != nil && !isBlinking
    let (pointer, raw) = isMeasured ? (output.pointer, output.rawPointer) : (nil, nil)
    let target = settledTarget(at: time)
    let view = pointer != nil && (isOnScreen || target != nil) ? EyeView(frame, geometry) : nil
    if let gaze, let pointer, let raw, isOnScreen { add(pointer, raw, gaze, frame, view) }
    if reference == .truth {
      let gaze = isBlinking ? nil : truth?.gaze
      lag.step(truth: gaze, pointer: pointer, at: time)
      rawLag.step(truth: gaze, pointer: raw, at: time)
      steps.step(gaze: gaze, pointer: pointer, at: time)
    } else {
      steps.step(gaze: isBlinking ? nil : recorded.observation.target, pointer: pointer, at: time)
    }
    if let target {
      Self.look(&fixation, pointer, target, view, time)
      Self.look(&rawFixation, raw, target, view, time)
    }

    scroll.step(
      time: time, command: output.scroll, intent: recorded.observation.intent,
      isLookingOffScreen: truth?.gaze.map { !geometry.contains($0) } ?? false,
      isLookingAtScreen: truth?.gaze.map(geometry.contains) ?? false,
      showsIntent: truth.map { $0.state == .scroll })
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
    result.raw.latency = reference == .truth ? rawLag.lag : nil
    result.stepResponses = steps.responses
    if firstTime != nil { endGap(at: lastTime) }
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

  private mutating func endGap(at time: Double) {
    let gap = time - (lastValidTime ?? firstTime ?? time)
    lastValidTime = time
    if gap > result.longestGap, gap <= PersonResult.mostSeconds { result.longestGap = gap }
  }

  private mutating func add(
    _ pointer: SIMD2<Double>, _ raw: SIMD2<Double>, _ gaze: SIMD2<Double>, _ frame: FaceFrame, _ view: EyeView?
  ) {
    let points = (pointer - gaze).length
    result.errorPoints.add(points)
    result.raw.errorPoints.add((raw - gaze).length)
    result.targetSizes.add(pointer - gaze)
    result.errorMillimetres.add((geometry.hit(ofPoint: pointer) - geometry.hit(ofPoint: gaze)).length * 1000)
    var degrees: Double?
    if let view {
      let shown = view.direction(gaze)
      let error = angle(between: view.direction(pointer), and: shown).degrees
      degrees = error
      result.errorDegrees.add(error)
      result.raw.errorDegrees.add(raw == pointer ? error : angle(between: view.direction(raw), and: shown).degrees)
      result.byDistance.add(points: points, degrees: error, at: view.distance)
      result.byEccentricity.add(
        points: points, degrees: error, at: angle(between: view.direction(middle), and: shown).degrees)
      if let recline = EyeView.reclineDegrees(frame) {
        result.byRecline.add(points: points, degrees: error, at: recline)
      }
    }
    result.cells.add(pointer - gaze, degrees: degrees, gaze: gaze / geometry.points)
  }

  /// Adds a sample to the fixation on the present target, as the angle from the target.
  private static func look(
    _ fixation: inout FixationQuality?, _ pointer: SIMD2<Double>?, _ target: SIMD2<Double>, _ view: EyeView?,
    _ time: Double
  ) {
    if fixation == nil { fixation = FixationQuality(target: .zero) }
    guard let pointer, let view else {
      fixation?.add(nil, at: time)
      return
    }
    let (a, b) = (GazeAngles(direction: view.direction(pointer)), GazeAngles(direction: view.direction(target)))
    fixation?.add(GazeAngles(yaw: a.yaw - b.yaw, pitch: a.pitch - b.pitch), at: time)
  }

  private mutating func closeFixation() {
    if let fixation { result.looks.add(fixation) }
    if let rawFixation { result.raw.looks.add(rawFixation) }
    (fixation, rawFixation) = (nil, nil)
  }
}
