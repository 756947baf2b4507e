public import GazeMetrics

/// One person's figures.
public struct PersonResult: Sendable, Equatable {
  // A stranger's times may be any two numbers; sums of these must neither trap nor become infinite.
  static let mostFrames = 1 << 50
  static let mostSeconds = 1e12

  /// The participant's number.
  public var participant: Int
  /// One of those whom tracking fails; reported apart.
  public var isFailing = false
  /// Frames that came.
  public var frames = 0
  /// Frames that should have come: seconds times nominal rate.
  public var expectedFrames = 0
  /// Frames whose pointer is this frame's own, not held.
  public var validFrames = 0
  /// From the first frame to the last.
  public var seconds = 0.0
  /// Pointer error, points.
  public var errorPoints = ErrorSummary()
  /// Pointer error, millimetres.
  public var errorMillimetres = ErrorSummary()
  /// Pointer error, degrees at the cyclopean eye.
  public var errorDegrees = ErrorSummary()
  /// Seconds by which the pointer follows the true gaze; nil where it cannot be told.
  public var latency: Double?
  /// Fixations on targets.
  public var fixations = 0
  /// Sums over fixations of accuracy, RMS-S2S, STD (degrees) and BCEA (degrees²).
  package var quality = SIMD4<Double>.zero
  /// Scrolling.
  public var scroll = ScrollTally()
  /// How the pointer goes with the gaze.
  public var map = PointerMap()

  /// A person without figures yet.
  public init(participant: Int) { self.participant = participant }

  /// Mean over targets of the angle between the mean pointer of a fixation and its target, degrees.
  public var accuracyDegrees: Double? { mean(0) }
  /// Mean over fixations of RMS-S2S, degrees.
  public var precisionRMSS2SDegrees: Double? { mean(1) }
  /// Mean over fixations of STD, degrees.
  public var precisionSTDDegrees: Double? { mean(2) }
  /// Mean over fixations of the 68 % bivariate contour ellipse area, degrees².
  public var bceaDegrees2: Double? { mean(3) }
  /// 1 − valid / expected.
  public var dataLoss: Double? {
    expectedFrames > 0 ? max(1 - Double(validFrames) / Double(expectedFrames), 0) : nil
  }

  /// Takes in another scenario of the same person.
  package mutating func merge(_ other: PersonResult) {
    // Lags of two scenarios count by their lengths.
    switch (latency, other.latency) {
    case (let a?, let b?) where seconds + other.seconds > 0:
      latency = (a * seconds + b * other.seconds) / (seconds + other.seconds)
    case (nil, let b): latency = b
    default: break
    }
    isFailing = isFailing || other.isFailing
    frames += other.frames
    expectedFrames = min(expectedFrames + other.expectedFrames, Self.mostFrames)
    validFrames += other.validFrames
    seconds += other.seconds
    errorPoints.merge(other.errorPoints)
    errorMillimetres.merge(other.errorMillimetres)
    errorDegrees.merge(other.errorDegrees)
    fixations += other.fixations
    quality += other.quality
    scroll.merge(other.scroll)
    map.merge(other.map)
  }

  private func mean(_ index: Int) -> Double? { fixations > 0 ? quality[index] / Double(fixations) : nil }
}
