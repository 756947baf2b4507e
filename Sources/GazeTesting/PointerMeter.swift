import GazeMetrics
package import GazePipeline
package import GazeRecording

/// The measurement of one person's pointer and scrolls, one frame at a time. The outputs may come from a pipeline, or
/// from the app that made a recording.
///
/// There are three kinds of error: the error to the true gaze over all samples, the error to the true gaze over samples
/// of eyes at rest (`SettlingDetector`), and the error to the shown target. The error to the shown target uses only
/// what an app knows, so it is the same for a take with truth and without.
///
/// Memory use does not depend on the recording's length.
package struct PointerMeter {
  /// Closure of the lids above which a frame is a blink; `Behaviour.moment` of the simulator has the same limit.
  private static let closed: Float = 0.5

  private let geometry: ScreenGeometry
  private let reference: ErrorReference
  private let parts: Parts
  private var result: PersonResult
  private var lag, rawLag: LagEstimator
  private var steps, targetSteps: StepResponse
  private var eyes = SettlingDetector()
  private var budget = BudgetMeter()
  private var resting: RestingMeter
  private var scroll: ScrollScorer
  private var shown: (target: Vector2, since: Double)?
  /// The pointer in the fixation on the present target, smoothed and not; of no meaning before its first sample.
  private var fixation = FixationQuality(target: .zero)
  private var rawFixation = FixationQuality(target: .zero)
  private var isFixating = false
  private var firstTime, lastValidTime: Double?
  /// The screen's middle in the camera's plane, metres.
  private let middle: Vector2
  /// The view in frames whose poses do not give it; not known unless the recording states the eyes' distance.
  private let assumedView: EyeGeometry
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
  ///   - parts: what is measured.
  ///   - eyeDistance: distance of the eyes from the screen, metres, where frames have no poses; nil if it is not known.
  package init(
    participant: Int, geometry: ScreenGeometry, reference: ErrorReference, rate: Double,
    tolerance: EventMatching.Tolerance = EventMatching.Tolerance(), parts: Parts = .all, eyeDistance: Double? = nil
  ) {
    self.geometry = geometry
    self.reference = reference
    self.parts = parts
    self.rate = rate
    resting = RestingMeter(geometry)
    result = PersonResult(participant: participant)
    // The search covers lags up to half a second at any rate.
    lag = LagEstimator(frameInterval: 1 / rate, maximumLag: Int(min(max(rate / 2, 4), 120).rounded()))
    rawLag = lag
    steps = StepResponse(window: 0.6, rate: rate)
    // A person first has to see a new target, so the window after a target's step is longer.
    targetSteps = StepResponse(window: 1, rate: rate)
    scroll = ScrollScorer(tolerance: tolerance, hasCurve: parts.contains(.tolerances))
    let middle = geometry.hit(ofPoint: geometry.points / 2)
    self.middle = middle
    assumedView = eyeDistance.map { EyeGeometry(before: middle, distance: $0) } ?? .unknown
  }

  /// Takes in a frame and the output for it.
  ///
  /// - Parameters:
  ///   - isNew: true if this frame gave the pointer, false if the pointer is held from an earlier frame.
  ///   - sharedView: the eye's view in this frame.
  package mutating func add(
    _ output: PointerOutput, isNew: Bool, on recorded: RecordedFrame, _ sharedView: inout CachedEyeView
  ) {
    // Nowhere is the frame copied to a variable of its own, since it is large.
    let (time, truth) = (recorded.observation.frame.time, recorded.truth)
    if firstTime == nil { firstTime = time }
    lastTime = time
    result.frames += 1
    // The check of `isTracked` matters for pipelines that keep using a lost face's last pose, as the published ones do.
    if isNew, recorded.observation.frame.isTracked {
      result.validFrames += 1
      endGap(at: time)
    }
    if recorded.observation.scenarioTarget != nil { result.hasTargets = true }
    if recorded.observation.intent != nil { result.isIntentKnown = true }
    if !parts.isDisjoint(with: .ofPointer) { addPointer(output, isNew: isNew, on: recorded, &sharedView) }
    guard parts.contains(.scrolling) else { return }
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
    if parts.contains(.resting) { result.resting = resting.finish() }
    return result
  }

  private mutating func follow(_ target: Vector2?, at time: Double) {
    guard target != shown?.target else { return }
    closeFixation()
    shown = target.map { ($0, time) }
  }

  private func settledTarget(at time: Double, after seconds: Double) -> Vector2? {
    guard let shown, SettlingDetector.isLater(time, than: shown.since, by: seconds) else { return nil }
    return shown.target
  }

  private mutating func endGap(at time: Double) {
    let gap = time - (lastValidTime ?? firstTime ?? time)
    lastValidTime = time
    if gap > result.longestGap, gap <= PersonResult.mostSeconds { result.longestGap = gap }
  }

  private mutating func closeFixation() {
    guard isFixating else { return }
    result.looks.add(fixation)
    result.raw.looks.add(rawFixation)
    (fixation, rawFixation) = (FixationQuality(target: .zero), FixationQuality(target: .zero))
    isFixating = false
  }
}

// MARK: The pointer

extension PointerMeter {
  private mutating func addPointer(
    _ output: PointerOutput, isNew: Bool, on recorded: RecordedFrame, _ sharedView: inout CachedEyeView
  ) {
    let (time, truth) = (recorded.observation.frame.time, recorded.truth)
    let asked = recorded.observation.scenarioTarget
    follow(asked, at: time)
    let closure = recorded.observation.frame.blink.max()
    let isKnown = isNew && closure <= Self.closed
    let target = settledTarget(at: time, after: PersonResult.settling)
    let rested = settledTarget(at: time, after: SettlingDetector.afterOnset).flatMap {
      geometry.contains($0) ? $0 : nil
    }
    let gaze = (reference == .truth ? truth?.gaze : rested).flatMap { geometry.contains($0) ? $0 : nil }
    // Blinks are excluded, as usual in eye tracking; a fixation off the screen has no error in points.
    let isBlinking = closure > Self.closed || reference == .truth && truth?.state == .blink
    let isMeasured = isKnown && !isBlinking
    var view = isKnown && (gaze != nil || target != nil) ? sharedView(recorded) : .unknown
    if !view.isKnown { view = assumedView }
    let own = isKnown ? output.pointer.map { ScreenPoint($0, geometry, view) } : nil
    let pointer = isMeasured ? own : nil
    let raw = isMeasured && hasDetails ? output.rawPointer.map { ScreenPoint($0, geometry, view) } : nil
    let isResting = reference == .target || hasDetails && eyes.step(truth, at: time)
    if hasDetails {
      switch reference {
      case .truth: budget.follow(gaze: isBlinking ? nil : truth?.gaze, at: time)
      case .target: budget.follow(target: asked, at: time)
      }
    }
    if let gaze, let pointer {
      let reference = ScreenPoint(gaze, geometry, view)
      add(pointer, raw, reference, view, isResting: isResting, at: time)
      if parts.contains(.resting) { resting.add(reference, view, at: time) }
    } else {
      leaveOut(isBlinking: isBlinking, gaze: gaze)
    }
    if reference == .truth {
      let gaze = isBlinking ? nil : truth?.gaze
      if parts.contains(.lag) { lag.step(truth: gaze, pointer: pointer?.point, at: time) }
      if hasDetails {
        rawLag.step(truth: gaze, pointer: raw?.point, at: time)
        steps.step(gaze: gaze, pointer: pointer?.point, at: time)
      }
    }
    // The errors and times relative to the shown target use only what an app knows by itself, so they are the same with
    // truth and without.
    if hasDetails { targetSteps.step(gaze: closure <= Self.closed ? asked : nil, pointer: own?.point, at: time) }
    if let rested, let own, reference == .target || hasDetails { add(own, target: ScreenPoint(rested, geometry, view)) }
    if let target, parts.contains(.fixations) { look(pointer, raw, at: ScreenPoint(target, geometry, view), time) }
  }

  private var hasDetails: Bool { parts.contains(.details) }

  /// Adds a sample of the pointer and its reference: the true gaze, or without truth the settled target.
  private mutating func add(
    _ pointer: ScreenPoint, _ raw: ScreenPoint?, _ gaze: ScreenPoint, _ view: EyeGeometry, isResting: Bool,
    at time: Double
  ) {
    let (distance, angle) = (pointer.points(to: gaze), pointer.degrees(to: gaze))
    if reference == .truth, parts.contains(.errors) {
      let (points, degrees) = (ErrorSummary.Sample(distance), ErrorSummary.Sample(angle))
      result.errorPoints.add(points)
      result.errorDegrees.add(degrees)
      if hasDetails {
        let millimetres = ErrorSummary.Sample(pointer.millimetres(to: gaze))
        result.errorMillimetres.add(millimetres)
        if isResting { result.settled.add(points: points, millimetres: millimetres, degrees: degrees) }
        if let raw {
          result.raw.errorPoints.add(raw.points(to: gaze))
          result.raw.errorDegrees.add(raw.point == pointer.point ? angle : raw.degrees(to: gaze))
        }
      }
    }
    guard isResting, hasDetails else { return }
    let offset = pointer.point - gaze.point
    result.targetSizes.add(offset)
    result.cells.add(offset, degrees: angle, gaze: gaze.point / geometry.points)
    guard !angle.isNaN else { return }
    result.byDistance.add(points: distance, degrees: angle, at: view.distance)
    let straight = view.direction(ofHit: middle)
    result.byEccentricity.add(
      points: distance, degrees: angle, at: angleBySeries(between: straight, and: gaze.direction).degrees)
    budget.add(
      pointer: pointer.direction, reference: gaze.direction, angle: angle, middle: straight, gaze: gaze.point, at: time
    ) { [geometry] in view.direction(ofHit: geometry.hit(ofPoint: $0)) }
    result.byRecline.add(points: distance, degrees: angle, at: view.reclineDegrees)
  }

  /// Adds a sample of the pointer and of a target that the eyes have had time to reach.
  private mutating func add(_ pointer: ScreenPoint, target: ScreenPoint) {
    result.target.add(
      points: ErrorSummary.Sample(pointer.points(to: target)),
      millimetres: ErrorSummary.Sample(pointer.millimetres(to: target)),
      degrees: ErrorSummary.Sample(pointer.degrees(to: target)))
  }

  /// Counts a frame that is in no pointer error, by reason.
  private mutating func leaveOut(isBlinking: Bool, gaze: Vector2?) {
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
  private mutating func look(_ pointer: ScreenPoint?, _ raw: ScreenPoint?, at target: ScreenPoint, _ time: Double) {
    let axis = target.angles
    func offset(_ point: ScreenPoint) -> GazeAngles {
      let angles = point.angles
      return GazeAngles(yaw: angles.yaw - axis.yaw, pitch: angles.pitch - axis.pitch)
    }
    isFixating = true
    fixation.add(pointer.map(offset), at: time)
    if hasDetails { rawFixation.add(raw.map(offset), at: time) }
  }
}

extension PointerMeter {
  /// Parts of a person's results. What nothing shows need not be measured: a comparison of twenty pipelines reads a
  /// few numbers of each. The parts that are left out stay empty.
  package struct Parts: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `errors`: distances from the pointer to its reference in points and degrees, over all samples; `lag`: delay
    /// behind the true gaze; `fixations`: means over fixations on targets, such as jitter.
    package static let errors = Parts(rawValue: 1), lag = Parts(rawValue: 2), fixations = Parts(rawValue: 4)
    /// All other results of the pointer: millimetres, eyes at rest, the pointer before smoothing, times after a step,
    /// and divisions by place and distance.
    package static let details = Parts(rawValue: 8)
    /// Counts and times of scrolling.
    package static let scrolling = Parts(rawValue: 16)
    /// Counts of scrolling by tolerance.
    package static let tolerances = Parts(rawValue: 32)

    /// Errors of a pointer that never moves.
    package static let resting = Parts(rawValue: 64)

    /// Everything about the pointer.
    package static let ofPointer: Parts = [.errors, .lag, .fixations, .details, .resting]
    /// Everything about scrolling.
    package static let ofScrolling: Parts = [.scrolling, .tolerances]
    /// Everything.
    package static let all: Parts = [.ofPointer, .ofScrolling]
  }
}

extension RecordedFrame.Observation {
  /// Target of the scenario. A dot by which an app recentres its pointer is a target of the person, but not of the
  /// scenario: the pipeline learns from it, so it judges nothing.
  package var scenarioTarget: Vector2? { app.dot == nil ? target : nil }
}
