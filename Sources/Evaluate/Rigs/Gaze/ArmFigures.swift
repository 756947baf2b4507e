import GazeMetrics
import GazeTesting

/// The figures that a comparison keeps of one person in one arm: a few hundred bytes, whereas a `PersonResult` holds
/// whole sketches.
struct ArmFigures: Sendable {
  /// True if tracking fails for this person, who is then in no figure.
  var isFailing: Bool
  /// Median pointer error, points.
  var medianPoints: Double?
  /// Median pointer error, degrees.
  var medianDegrees: Double?
  /// Counts and times of scrolling, without latencies.
  var scroll = ScrollTally()
  /// Tracks for a page, if one was requested; the same in every arm.
  var record: TrackRecord?

  /// The figures of a person whose scenarios are done.
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
