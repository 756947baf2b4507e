package import GazeMetrics
public import GazeRecording

/// One person's results: errors, delays, data quality and scrolling. The names of the properties are keys of a part's
/// file (`PartFile` of Evaluate); `contentFault` repeats some of them as texts, which nothing compares.
public struct PersonResult: Sendable, Equatable, Codable {
  // Times in a file may be any two numbers; their sums must neither trap nor become infinite.
  static let mostFrames = 1 << 50
  static let mostSeconds = 1e12

  /// Seconds from a target's change to the start of a fixation on it, for accuracy and precision: as in a calibration
  /// (`FixationFinder`), which nothing compares.
  package static let settling = 0.6

  /// The participant's number.
  public var participant: Int
  /// True if tracking fails for this person, who is then reported separately.
  public var isFailing = false
  /// True if the app showed targets.
  package var hasTargets = false
  /// True if the app knew the person's intent for the page.
  package var isIntentKnown = false
  /// Number of frames.
  public var frames = 0
  /// Expected number of frames: seconds times nominal rate.
  package var expectedFrames = 0
  /// Number of frames with a tracked face whose pointer was computed from this frame and not held from an earlier one.
  package var validFrames = 0
  /// Time from the first frame to the last, seconds.
  public var seconds = 0.0
  /// Distance from the pointer to the true gaze over all samples, points; empty without truth.
  package var errorPoints = ErrorSummary()
  /// Distance from the pointer to the true gaze over all samples, millimetres; empty without truth.
  package var errorMillimetres = ErrorSummary()
  /// Distance from the pointer to the true gaze over all samples, degrees at the cyclopean eye; empty without truth.
  package var errorDegrees = ErrorSummary()
  /// Distance from the pointer to the true gaze while the eyes are at rest; empty without truth.
  package var settled = PointerErrors()
  /// Distance from the pointer to the shown target, from `SettlingDetector.afterOnset` after the target's onset; this
  /// error needs no truth.
  package var target = PointerErrors()
  /// Errors of a pointer that never moves, on the same samples.
  package var resting = RestingErrors()
  /// Frames that count in no pointer error.
  package var leftOut = LeftOutFrames()
  /// Delay of the pointer behind the true gaze, seconds; nil if it cannot be estimated.
  package var latency: Double?
  /// Means over fixations on targets.
  package var looks = FixationMeans()
  /// The pointer before smoothing.
  package var raw = RawPointer()
  /// Times from a step of the true gaze until the pointer has gone half the distance, seconds (`StepResponse`).
  package var stepResponses = StepResponse.histogram
  /// Times from a step of the shown target until the pointer has gone half the distance, seconds; they include the
  /// eyes' reaction and saccade.
  package var targetStepResponses = StepResponse.histogram
  /// Longest time without a valid frame, seconds.
  package var longestGap = 0.0
  /// Share of samples with the pointer inside a target while the eyes are at rest, by the target's size.
  package var targetSizes = TargetSizes()
  /// Errors while the eyes are at rest, by the position of the gaze on the screen.
  package var cells = ScreenCells()
  /// Errors while the eyes are at rest, by the eyes' distance from the screen's plane, metres.
  package var byDistance = BinnedErrors(from: 0.2, width: 0.05, size: 12)
  /// Errors while the eyes are at rest, by the phone's recline from upright, degrees.
  package var byRecline = BinnedErrors(from: -15, width: 15, size: 8)
  /// Errors while the eyes are at rest, by the distance of the gaze from the screen's middle, degrees at the eye.
  package var byEccentricity = BinnedErrors(from: 0, width: 2, size: 8)
  /// Sums for the budget of the error while the eyes are at rest, one for each take.
  package var budget: [BudgetSums] = []
  /// Counts and times of the person's scrolling.
  package var scroll = ScrollTally()
  /// Progress of a reader whose page a pipeline moved; nil in an open loop and in a recording.
  package var reading: ReadingFigures?
  /// The person's flag, by the simulator's name; nil if the person has no flag or it is not known.
  package var flag: String?

  /// A person without results.
  package init(participant: Int) { self.participant = participant }

  /// Number of fixations on targets.
  package var fixations: Int { looks.count }
  /// Mean over targets of the angle between the mean pointer of a fixation and its target, degrees.
  package var accuracyDegrees: Double? { looks.accuracyDegrees }
  /// Mean over fixations of RMS-S2S, degrees.
  package var precisionRMSS2SDegrees: Double? { looks.precisionRMSS2SDegrees }
  /// Mean over fixations of STD, degrees.
  package var precisionSTDDegrees: Double? { looks.precisionSTDDegrees }
  /// Mean over fixations of the 68 % bivariate contour ellipse area, degrees².
  package var bceaDegrees2: Double? { looks.bceaDegrees2 }
  /// Valid frames per second; nil if the time is zero.
  package var effectiveFrequency: Double? { seconds > 0 ? Double(validFrames) / seconds : nil }
  /// Share of the expected frames that are not valid: 1 − valid / expected.
  package var dataLoss: Double? {
    expectedFrames > 0 ? max(1 - Double(validFrames) / Double(expectedFrames), 0) : nil
  }

  /// Adds another scenario of the same person. Each property has a line here. Neither the compiler nor a test finds one
  /// that is missing, and its value is then that of the first scenario alone.
  public mutating func merge(_ other: PersonResult) {
    latency = Self.joined(latency, other.latency, seconds: (seconds, other.seconds))
    raw.merge(other.raw, seconds: (seconds, other.seconds))
    stepResponses.merge(other.stepResponses)
    targetStepResponses.merge(other.targetStepResponses)
    settled.merge(other.settled)
    target.merge(other.target)
    resting.merge(other.resting)
    leftOut.merge(other.leftOut)
    longestGap = max(longestGap, other.longestGap)
    targetSizes.merge(other.targetSizes)
    cells.merge(other.cells)
    byDistance.merge(other.byDistance)
    byRecline.merge(other.byRecline)
    byEccentricity.merge(other.byEccentricity)
    budget += other.budget
    if let more = other.reading { reading = reading.map { $0.joined(more) } ?? more }
    flag = flag ?? other.flag
    isFailing = isFailing || other.isFailing
    hasTargets = hasTargets || other.hasTargets
    isIntentKnown = isIntentKnown || other.isIntentKnown
    frames += other.frames
    expectedFrames = min(expectedFrames + other.expectedFrames, Self.mostFrames)
    validFrames += other.validFrames
    seconds += other.seconds
    errorPoints.merge(other.errorPoints)
    errorMillimetres.merge(other.errorMillimetres)
    errorDegrees.merge(other.errorDegrees)
    looks.merge(other.looks)
    scroll.merge(other.scroll)
  }

  /// Gives up what only further scenarios of the person would need. The person then takes a tenth of the memory, and
  /// all metrics are as before.
  package mutating func condense() {
    errorPoints.condense()
    errorMillimetres.condense()
    errorDegrees.condense()
    settled.condense()
    target.condense()
    raw.condense()
  }

  /// Sets `isFailing` and `flag` from the header.
  public mutating func complete(_ truth: RecordingHeader.Truth.Person) {
    (isFailing, flag) = (truth.failing, truth.flag)
  }

  /// Joins the lags of two scenarios, weighted by their lengths.
  package static func joined(_ a: Double?, _ b: Double?, seconds: (Double, Double)) -> Double? {
    guard let a, let b else { return a ?? b }
    let sum = seconds.0 + seconds.1
    return sum > 0 ? (a * seconds.0 + b * seconds.1) / sum : a
  }
}

extension PersonResult: CheckedContent {
  package var contentFault: ContentFault? {
    // A jittering clock gives a few frames more than expected.
    guard frames / 2 <= max(expectedFrames, 1) else {
      return ContentFault("frames", "is \(frames); expected about expectedFrames, \(expectedFrames)")
    }
    guard validFrames <= frames else { return ContentFault("validFrames", "is \(validFrames) of \(frames) frames") }
    guard (0...Self.mostSeconds).contains(seconds) else {
      return ContentFault("seconds", "is \(seconds); expected 0 to \(Self.mostSeconds)")
    }
    guard (0...Self.mostSeconds).contains(longestGap) else {
      return ContentFault("longestGap", "is \(longestGap); expected 0 to \(Self.mostSeconds)")
    }
    let errors = [("errorPoints", errorPoints), ("errorMillimetres", errorMillimetres), ("errorDegrees", errorDegrees)]
    return errors.first { $0.1.count > frames }.map {
      ContentFault($0.0, "holds \($0.1.count) errors of \(frames) frames")
    }
  }
}

extension PersonResult {
  /// Refuses frames that arrive at more than 1.5 times the stated rate or less than a tenth of it: the cause of such a
  /// rate is another clock or unit, not lost frames.
  package func check(rate: Double, path: String) throws(FileError) {
    guard frames > 30 else { return }
    let measured = seconds > 0 ? Double(frames) / seconds : .infinity
    guard measured > 1.5 * rate || measured < 0.1 * rate else { return }
    throw FileError(
      path: path, line: 1, field: "rate",
      message: """
        says \(rate) frames a second, but participant \(participant) has \(frames) frames in \
        \(seconds) s; give the true rate, and \"t\" in seconds
        """)
  }
}
