import GazeMetrics
package import GazeRecording
import GazeTesting

extension GazeFindings {
  /// One person's figures.
  package struct Person: Sendable, Codable, Equatable {
    /// The participant's number.
    package var participant: Int
    /// True if tracking fails for this person.
    package var failing: Bool
    /// Special feature of the person; null without one, or if it is unknown.
    @ExplicitNull package var flag: String? = nil
    /// Mean distance of the eyes from the screen's plane while they rest.
    @ExplicitNull package var distanceMetres: Double? = nil
    /// Mean recline of the phone from upright while the eyes rest.
    @ExplicitNull package var reclineDegrees: Double? = nil
    /// Median pointer error to the true gaze, all samples; null without the truth.
    @ExplicitNull package var errorPointsMedian: Double? = nil
    /// The same in degrees at the cyclopean eye.
    @ExplicitNull package var errorDegreesMedian: Double? = nil
    /// Median distance of the pointer to the shown target.
    @ExplicitNull package var targetErrorPointsMedian: Double? = nil
    /// The same in degrees at the cyclopean eye.
    @ExplicitNull package var targetErrorDegreesMedian: Double? = nil
    /// As `Pointer.accuracyDegrees`.
    @ExplicitNull package var accuracyDegrees: Double? = nil
    /// As `Pointer.precisionRMSS2SDegrees`.
    @ExplicitNull package var precisionRMSS2SDegrees: Double? = nil
    /// As `Pointer.precisionSTDDegrees`.
    @ExplicitNull package var precisionSTDDegrees: Double? = nil
    /// Share of expected frames without a tracked face, or without a pointer of their own.
    @ExplicitNull package var dataLoss: Double? = nil
    /// Lag of the pointer behind the gaze.
    @ExplicitNull package var latencyMilliseconds: Double? = nil
    /// F1 of the scrolling.
    @ExplicitNull package var f1: Double? = nil
    /// False scrolls per minute without intent.
    @ExplicitNull package var falsePerMinute: Double? = nil
    /// Scrolls wanted and made.
    package var truePositives: Int
    /// Scrolls made, not wanted.
    package var falsePositives: Int
    /// Scrolls wanted, not made.
    package var falseNegatives: Int
  }
}

extension GazeFindings.Person {
  /// Figures from the person's takes for the pointer and from those for the scrolling.
  init(pointer: PersonResult, scroll: PersonResult) {
    self.init(
      participant: pointer.participant, failing: pointer.isFailing, flag: pointer.flag,
      distanceMetres: pointer.byDistance.mean, reclineDegrees: pointer.byRecline.mean,
      errorPointsMedian: pointer.errorPoints.median, errorDegreesMedian: pointer.errorDegrees.median,
      targetErrorPointsMedian: pointer.target.points.median,
      targetErrorDegreesMedian: pointer.target.degrees.median,
      accuracyDegrees: pointer.accuracyDegrees, precisionRMSS2SDegrees: pointer.precisionRMSS2SDegrees,
      precisionSTDDegrees: pointer.precisionSTDDegrees, dataLoss: pointer.dataLoss,
      latencyMilliseconds: pointer.latency.map { $0 * 1000 }, f1: scroll.scroll.f1,
      falsePerMinute: scroll.scroll.falsePerMinute, truePositives: scroll.scroll.truePositives,
      falsePositives: scroll.scroll.falsePositives, falseNegatives: scroll.scroll.falseNegatives)
  }
}
