import GazeMetrics
package import GazePipeline
package import GazeRecording

/// The measurement of one person's pointer and scrolls, one frame at a time. The outputs may come from a pipeline, or
/// from the app that made a recording.
///
/// There are three kinds of error: the error to the true gaze over all samples, the error to the true gaze over samples
/// of eyes at rest (`EyesAtRest`), and the error to the shown target. The error to the shown target uses only what an
/// app knows, so it is the same for a take with truth and without.
///
/// Memory use does not depend on the recording's length.
package struct PointerMeter: Sendable {
  private let geometry: ScreenGeometry
  private let reference: ErrorReference
  private var result: PersonResult
  private var lag: LagEstimator
  private var rawLag: LagEstimator
  private var steps: StepResponse
  private var targetSteps: StepResponse
  private var eyes = EyesAtRest()
  private var budget = BudgetMeter()
  private var scroll: ScrollScorer
  private var shown: (target: SIMD2<Double>, since: Double)?
  private var fixation: FixationQuality?
  private var rawFixation: FixationQuality?
  private var firstTime: Double?
  private var lastValidTime: Double?
  private let middle: SIMD2<Double>
  private var lastTime = 0.0
  private let rate: Double

  /// A meter that has not taken in a frame yet.
  ///
  /// - Parameters:
  ///   - participant: the person's number.
  ///   - geometry: screen and camera used to convert points to millimetres and degrees.
  ///   - reference: the place with which the pointer is compared.
  ///   - rate: nominal frames per second, for data loss and lag.
  ///   - tolerance: largest distance in time at which a scroll counts as the answer to an intent.
  package init(
    participant: Int, geometry: ScreenGeometry, reference: ErrorReference, rate: Double,
    tolerance: EventMatching.Tolerance = EventMatching.Tolerance()
  ) {
    self.geometry = geometry
    self.reference = reference
    self.rate = rate
    result = PersonResult(participant: participant)
    // The search covers lags up to half a second at any rate.
    lag = LagEstimator(frameInterval: 1 / rate, maximumLag: Int(min(max(rate / 2, 4), 120).rounded()))
    rawLag = lag
    steps = StepResponse(window: 0.6, rate: rate)
    // A person first has to see a new target, so the window after a target's step is longer.
    targetSteps = StepResponse(window: 1, rate: rate)
    scroll = ScrollScorer(tolerance: tolerance, hasCurve: true)
    middle = geometry.points / 2
  }

  /// Takes in a frame and the output for it.
  ///
  /// - Parameter isNew: true if this frame gave the pointer, false if the pointer is held from an earlier frame.
  package mutating func add(_ output: PointerOutput, isNew: Bool, on recorded: RecordedFrame) {
    let (frame, truth) = (recorded.observation.frame, recorded.truth)
    let time = frame.time
    if firstTime == nil { firstTime = time }
    lastTime = time
    result.frames += 1
    // The check of `isTracked` matters for pipelines that keep using a lost face's last pose, as the published ones do.
    if isNew, frame.isTracked {
      result.validFrames += 1
      endGap(at: time)
    }
    let asked = recorded.observation.scenarioTarget
    if asked != nil { result.hasTargets = true }
    if recorded.observation.intent != nil { result.isIntentKnown = true }
    follow(asked, at: time)

    let isKnown = isNew && frame.blink.max() <= 0.5
    let target = settledTarget(at: time, after: PersonResult.settling)
    let rested = settledTarget(at: time, after: EyesAtRest.afterOnset).flatMap { geometry.contains($0) ? $0 : nil }
    let gaze = (reference == .truth ? truth?.gaze : rested).flatMap { geometry.contains($0) ? $0 : nil }
    // Blinks are excluded, as usual in eye tracking; a fixation off the screen has no error in points.
    let isBlinking = frame.blink.max() > 0.5 || reference == .truth && truth?.state == .blink
    let isMeasured = isKnown && !isBlinking
    let (pointer, raw) = isMeasured ? (output.pointer, output.rawPointer) : (nil, nil)
    let view = isKnown && (gaze != nil || target != nil) ? EyeView(frame, geometry) : nil
    let isResting = reference == .target || eyes.step(truth, at: time)
    switch reference {
    case .truth: budget.follow(gaze: isBlinking ? nil : truth?.gaze, at: time)
    case .target: budget.follow(target: asked, at: time)
    }
    if let gaze, let pointer {
      add(pointer, raw, gaze, frame, view, isResting: isResting)
    } else {
      leaveOut(isBlinking: isBlinking, gaze: gaze)
    }
    if reference == .truth {
      let gaze = isBlinking ? nil : truth?.gaze
      lag.step(truth: gaze, pointer: pointer, at: time)
      rawLag.step(truth: gaze, pointer: raw, at: time)
      steps.step(gaze: gaze, pointer: pointer, at: time)
    }
    // The errors and times relative to the shown target use only what an app knows by itself, so they are the same with
    // truth and without.
    let shown = frame.blink.max() <= 0.5 ? asked : nil
    targetSteps.step(gaze: shown, pointer: isKnown ? output.pointer : nil, at: time)
    if let rested, isKnown, let pointer = output.pointer { add(pointer, target: rested, view) }
    if let target {
      Self.look(&fixation, pointer, target, view, time)
      Self.look(&rawFixation, raw, target, view, time)
    }

    scroll.step(
      time: time, command: output.scroll, intent: recorded.observation.intent,
      isLookingOffScreen: truth?.gaze.map { !geometry.contains($0) } ?? false,
      isLookingAtScreen: truth?.gaze.map(geometry.contains) ?? false,
      showsIntent: truth.map { $0.state == .scroll })
  }

  /// Returns the person's results.
  package mutating func finish() -> PersonResult {
    closeFixation()
    // Times in a file may run backwards, or be so far apart that their difference is not finite.
    let seconds = firstTime.map { lastTime - $0 + 1 / rate } ?? 0
    result.seconds = seconds > 0 ? min(seconds, PersonResult.mostSeconds) : 0
    let expected = (result.seconds * rate).rounded()
    result.expectedFrames = expected < Double(PersonResult.mostFrames) ? Int(expected) : PersonResult.mostFrames
    result.latency = reference == .truth ? lag.lag : nil
    result.raw.latency = reference == .truth ? rawLag.lag : nil
    result.stepResponses = steps.responses
    result.targetStepResponses = targetSteps.responses
    if firstTime != nil { endGap(at: lastTime) }
    result.scroll = scroll.finish()
    result.budget = budget.finish().map { [$0] } ?? []
    return result
  }

  private mutating func follow(_ target: SIMD2<Double>?, at time: Double) {
    guard target != shown?.target else { return }
    closeFixation()
    shown = target.map { ($0, time) }
  }

  private func settledTarget(at time: Double, after seconds: Double) -> SIMD2<Double>? {
    guard let shown, EyesAtRest.isLater(time, than: shown.since, by: seconds) else { return nil }
    return shown.target
  }

  private mutating func endGap(at time: Double) {
    let gap = time - (lastValidTime ?? firstTime ?? time)
    lastValidTime = time
    if gap > result.longestGap, gap <= PersonResult.mostSeconds { result.longestGap = gap }
  }

  /// Adds a sample of the pointer and its reference: the true gaze, or without truth the settled target.
  private mutating func add(
    _ pointer: SIMD2<Double>, _ raw: SIMD2<Double>?, _ gaze: SIMD2<Double>, _ frame: FaceFrame, _ view: EyeView?,
    isResting: Bool
  ) {
    let points = (pointer - gaze).length
    let shown = view?.direction(gaze)
    let degrees = view.flatMap { view in shown.map { angle(between: view.direction(pointer), and: $0).degrees } }
    if reference == .truth {
      let millimetres = millimetres(pointer, gaze)
      result.errorPoints.add(points)
      if let raw { result.raw.errorPoints.add((raw - gaze).length) }
      result.errorMillimetres.add(millimetres)
      if let view, let shown, let degrees {
        result.errorDegrees.add(degrees)
        if let raw {
          result.raw.errorDegrees.add(
            raw == pointer ? degrees : angle(between: view.direction(raw), and: shown).degrees)
        }
      }
      if isResting { result.settled.add(points: points, millimetres: millimetres, degrees: degrees) }
    }
    guard isResting else { return }
    result.targetSizes.add(pointer - gaze)
    result.cells.add(pointer - gaze, degrees: degrees, gaze: gaze / geometry.points)
    guard let view, let shown, let degrees else { return }
    result.byDistance.add(points: points, degrees: degrees, at: view.distance)
    let straight = view.direction(middle)
    result.byEccentricity.add(points: points, degrees: degrees, at: angle(between: straight, and: shown).degrees)
    budget.add(
      pointer: view.direction(pointer), reference: shown, angle: degrees, middle: straight, gaze: gaze, at: frame.time,
      direction: view.direction)
    if let recline = EyeView.reclineDegrees(frame) {
      result.byRecline.add(points: points, degrees: degrees, at: recline)
    }
  }

  /// Adds a sample of the pointer and of a target that the eyes have had time to reach.
  private mutating func add(_ pointer: SIMD2<Double>, target: SIMD2<Double>, _ view: EyeView?) {
    result.target.add(
      points: (pointer - target).length, millimetres: millimetres(pointer, target),
      degrees: view.map { angle(between: $0.direction(pointer), and: $0.direction(target)).degrees })
  }

  private func millimetres(_ pointer: SIMD2<Double>, _ place: SIMD2<Double>) -> Double {
    (geometry.hit(ofPoint: pointer) - geometry.hit(ofPoint: place)).length * 1000
  }

  /// Counts a frame that is in no pointer error, by reason.
  private mutating func leaveOut(isBlinking: Bool, gaze: SIMD2<Double>?) {
    if gaze == nil, reference == .target {
      result.leftOut.unsettled += 1
    } else if isBlinking {
      result.leftOut.blinks += 1
    } else if gaze == nil {
      result.leftOut.offScreen += 1
    } else {
      result.leftOut.withoutPointer += 1
    }
  }

  /// Adds a sample to the fixation on the present target, as an angle from the target.
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
