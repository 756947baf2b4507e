import GazeMetrics
package import GazeRecording
import GazeTesting

extension GazeFindings {
  /// One person's results.
  package struct Person: Sendable, Codable, Equatable {
    /// The participant's number.
    package var participant: Int
    /// True if tracking fails for this person.
    package var failing: Bool
    /// Special feature of the person; null if the person has no special feature or if it is unknown.
    @ExplicitNull package var flag: String? = nil
    /// Mean distance of the eyes from the screen's plane while the gaze rests, metres.
    @ExplicitNull package var distanceMetres: Double? = nil
    /// Mean recline of the phone from upright while the eyes rest.
    @ExplicitNull package var reclineDegrees: Double? = nil
    /// Median distance of the pointer from the true gaze over all samples, points; null if the true gaze is unknown.
    @ExplicitNull package var errorPointsMedian: Double? = nil
    /// Median distance of the pointer from the true gaze, degrees at the cyclopean eye.
    @ExplicitNull package var errorDegreesMedian: Double? = nil
    /// Median distance of the pointer to the shown target.
    @ExplicitNull package var targetErrorPointsMedian: Double? = nil
    /// Median distance of the pointer to the shown target, degrees at the cyclopean eye.
    @ExplicitNull package var targetErrorDegreesMedian: Double? = nil
    /// As `Pointer.accuracyDegrees`.
    @ExplicitNull package var accuracyDegrees: Double? = nil
    /// As `Pointer.precisionRMSS2SDegrees`.
    @ExplicitNull package var precisionRMSS2SDegrees: Double? = nil
    /// As `Pointer.precisionSTDDegrees`.
    @ExplicitNull package var precisionSTDDegrees: Double? = nil
    /// Share of the expected frames in which no face is tracked or the pipeline computes no new pointer.
    @ExplicitNull package var dataLoss: Double? = nil
    /// Lag of the pointer behind the gaze.
    @ExplicitNull package var latencyMilliseconds: Double? = nil
    /// F1 of the scrolling.
    @ExplicitNull package var f1: Double? = nil
    /// False scrolls per minute without intent.
    @ExplicitNull package var falsePerMinute: Double? = nil
    /// Number of scrolls that were wanted and made.
    package var truePositives: Int
    /// Number of scrolls that were made but not wanted.
    package var falsePositives: Int
    /// Number of scrolls that were wanted but not made.
    package var falseNegatives: Int
  }
}

extension GazeFindings.Person {
  /// A person's results: pointer metrics from the takes that judge the pointer, and scroll metrics from the takes that
  /// judge scrolling.
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
