package import GazeMetrics
public import GazeRecording

/// One person's figures.
public struct PersonResult: Sendable, Equatable {
  // A stranger's times may be any two numbers; sums of these must neither trap nor become infinite.
  static let mostFrames = 1 << 50
  static let mostSeconds = 1e12

  /// Seconds after a target's change before a fixation on it begins: for accuracy and precision.
  package static let settling = 0.6

  /// The participant's number.
  public var participant: Int
  /// One of those whom tracking fails; reported apart.
  public var isFailing = false
  /// The app showed targets.
  package var hasTargets = false
  /// The app knew what the person wanted of the page.
  package var isIntentKnown = false
  /// Frames that came.
  public var frames = 0
  /// Frames that should have come: seconds times nominal rate.
  package var expectedFrames = 0
  /// Frames with a tracked face whose pointer is this frame's own, not held.
  package var validFrames = 0
  /// From the first frame to the last.
  public var seconds = 0.0
  /// From the pointer to the true gaze over all samples, points; empty without the truth.
  package var errorPoints = ErrorSummary()
  /// The same in millimetres.
  package var errorMillimetres = ErrorSummary()
  /// The same in degrees at the cyclopean eye.
  package var errorDegrees = ErrorSummary()
  /// From the pointer to the true gaze while the eyes rest; empty without the truth.
  package var settled = PointerErrors()
  /// From the pointer to the shown target, from 0.75 s after it came; with the truth and without.
  package var target = PointerErrors()
  /// Frames that are in no pointer error.
  package var leftOut = LeftOutFrames()
  /// Seconds by which the pointer follows the true gaze; nil where it cannot be told.
  package var latency: Double?
  /// Means over fixations on targets.
  package var looks = FixationMeans()
  /// The pointer before smoothing.
  package var raw = RawPointer()
  /// Seconds from a step of the true gaze until the pointer has gone half of its way (`StepResponse`).
  package var stepResponses = StepResponse.histogram
  /// The same from a step of the shown target: the eyes' own reaction and saccade are in it.
  package var targetStepResponses = StepResponse.histogram
  /// Longest time without such a frame, seconds.
  package var longestGap = 0.0
  /// How often the pointer is inside a target while the eyes rest, by the target's size.
  package var targetSizes = TargetSizes()
  /// Errors while the eyes rest, by where on the screen the gaze is.
  package var cells = ScreenCells()
  /// Errors while the eyes rest, by how far they are from the screen's plane, metres.
  package var byDistance = BinnedErrors(from: 0.2, width: 0.05, size: 12)
  /// Errors while the eyes rest, by how far the phone is leant back from upright, degrees.
  package var byRecline = BinnedErrors(from: -15, width: 15, size: 8)
  /// Errors while the eyes rest, by how far the gaze is from the screen's middle, degrees at the eye.
  package var byEccentricity = BinnedErrors(from: 0, width: 2, size: 8)
  /// Scrolling.
  package var scroll = ScrollTally()
  /// What a reader went through whose page a pipeline moved; nil in an open loop and in a recording.
  package var reading: ReadingFigures?
  /// What is special about the person, by the simulator's name; nil where nothing is, or it is not known.
  package var flag: String?

  /// A person without figures yet.
  package init(participant: Int) { self.participant = participant }

  /// Fixations on targets.
  package var fixations: Int { looks.count }
  /// Mean over targets of the angle between the mean pointer of a fixation and its target, degrees.
  package var accuracyDegrees: Double? { looks.accuracyDegrees }
  /// Mean over fixations of RMS-S2S, degrees.
  package var precisionRMSS2SDegrees: Double? { looks.precisionRMSS2SDegrees }
  /// Mean over fixations of STD, degrees.
  package var precisionSTDDegrees: Double? { looks.precisionSTDDegrees }
  /// Mean over fixations of the 68 % bivariate contour ellipse area, degrees².
  package var bceaDegrees2: Double? { looks.bceaDegrees2 }
  /// Valid frames a second; nil without any time.
  package var effectiveFrequency: Double? { seconds > 0 ? Double(validFrames) / seconds : nil }
  /// 1 − valid / expected.
  package var dataLoss: Double? {
    expectedFrames > 0 ? max(1 - Double(validFrames) / Double(expectedFrames), 0) : nil
  }

  /// Takes in another scenario of the same person.
  public mutating func merge(_ other: PersonResult) {
    latency = Self.joined(latency, other.latency, seconds: (seconds, other.seconds))
    raw.merge(other.raw, seconds: (seconds, other.seconds))
    stepResponses.merge(other.stepResponses)
    targetStepResponses.merge(other.targetStepResponses)
    settled.merge(other.settled)
    target.merge(other.target)
    leftOut.merge(other.leftOut)
    longestGap = max(longestGap, other.longestGap)
    targetSizes.merge(other.targetSizes)
    cells.merge(other.cells)
    byDistance.merge(other.byDistance)
    byRecline.merge(other.byRecline)
    byEccentricity.merge(other.byEccentricity)
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

  /// Whether tracking fails the person, and what is special about the person.
  public mutating func complete(_ truth: RecordingHeader.Truth.Person) {
    (isFailing, flag) = (truth.failing, truth.flag)
  }

  /// Lags of two scenarios count by their lengths.
  package static func joined(_ a: Double?, _ b: Double?, seconds: (Double, Double)) -> Double? {
    guard let a, let b else { return a ?? b }
    let sum = seconds.0 + seconds.1
    return sum > 0 ? (a * seconds.0 + b * seconds.1) / sum : a
  }
}
