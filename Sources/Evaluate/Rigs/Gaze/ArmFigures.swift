import GazeMetrics
import GazeTesting

/// The numbers that a comparison keeps of one person in one arm. They need a few hundred bytes, whereas a
/// `PersonResult` contains whole quantile sketches.
struct ArmFigures: Sendable {
  /// True if tracking fails for this person; such a person is left out of all metrics.
  var isFailing: Bool
  /// Median pointer error, points.
  var medianPoints: Double?
  /// Median pointer error, degrees.
  var medianDegrees: Double?
  /// Counts and times of scrolling, without latencies.
  var scroll = ScrollTally()
  /// Tracks for the HTML page, if one was requested; every arm has the same tracks.
  var record: TrackRecord?

  /// The numbers of a person whose scenarios are complete.
  init(_ person: Measured<PersonResult>) {
    isFailing = person.pointer.isFailing
    record = person.record
    medianPoints = person.pointer.errorPoints.median
    medianDegrees = person.pointer.errorDegrees.median
    let all = person.scroll.scroll
    scroll.truePositives = all.truePositives
    scroll.falsePositives = all.falsePositives
    scroll.falseNegatives = all.falseNegatives
    scroll.falseWithoutIntent = all.falseWithoutIntent
    scroll.secondsWithoutIntent = all.secondsWithoutIntent
    scroll.secondsOffScreen = all.secondsOffScreen
    scroll.pointsScrolledOffScreen = all.pointsScrolledOffScreen
  }
}
