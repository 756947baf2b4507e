import GazeMetrics
import GazeTesting

/// The numbers that a comparison keeps of one person in one arm. They need a few hundred bytes, whereas a
/// `PersonResult` contains whole quantile sketches.
struct ArmFigures: Sendable, Codable {
  /// True if tracking fails for this person; such a person is left out of all metrics.
  var isFailing: Bool
  /// Median pointer error, points.
  var medianPoints: Double?
  /// Median pointer error, degrees.
  var medianDegrees: Double?
  /// Delay of the pointer behind the gaze, seconds.
  var latency: Double?
  /// Jitter of the pointer in a fixation, RMS from sample to sample, degrees.
  var jitterDegrees: Double?
  /// Counts and times of scrolling, without latencies.
  var scroll = ScrollTally()
  /// Tracks for the HTML page, if one was requested; every arm has the same tracks, and a part does not hold them.
  var record: TrackRecord?

  private enum CodingKeys: String, CodingKey {
    case isFailing, medianPoints, medianDegrees, latency, jitterDegrees, scroll
  }

  /// The parts of a person's results that the numbers come from; a comparison of twenty pipelines takes twice as long
  /// if it measures all of them.
  ///
  /// - Parameter hasSmoothings: true if delay and jitter are needed.
  static func parts(hasSmoothings: Bool) -> PointerMeter.Parts {
    hasSmoothings ? [.errors, .scrolling, .lag, .fixations] : [.errors, .scrolling]
  }

  /// The numbers of a person whose scenarios are complete.
  ///
  /// - Parameter reference: the reference of the pointer's error.
  init(_ person: Measured<PersonResult>, against reference: ErrorReference = .truth) {
    isFailing = person.pointer.isFailing
    record = person.record
    let isTrue = reference == .truth
    medianPoints = (isTrue ? person.pointer.errorPoints : person.pointer.target.points).median
    medianDegrees = (isTrue ? person.pointer.errorDegrees : person.pointer.target.degrees).median
    latency = person.pointer.latency
    jitterDegrees = person.pointer.precisionRMSS2SDegrees
    let all = person.scroll.scroll
    scroll.truePositives = all.truePositives
    scroll.falsePositives = all.falsePositives
    scroll.falseNegatives = all.falseNegatives
    scroll.falseWithoutIntent = all.falseWithoutIntent
    scroll.secondsWithoutIntent = all.secondsWithoutIntent
    scroll.secondsOffScreen = all.secondsOffScreen
    scroll.pointsScrolledOffScreen = all.pointsScrolledOffScreen
    scroll.areDistancesKnown = all.areDistancesKnown
  }
}
