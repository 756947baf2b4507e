import GazeMetrics

/// Names of all metrics of the gaze pointer and of scrolling, so that a misspelt name does not compile.
///
///     let error = AccuracyGate(.pointerErrorPointsMedian, atMost: 260)
///
/// The raw value is the name in limits files and reports. `GazeMetric.all` has the metrics themselves, with units, the
/// better side, and the number of people that a verdict takes.
public enum GazeMetricName: String, Sendable, CaseIterable {
  /// Mean of the distance from the pointer to the true gaze, points.
  case pointerErrorPointsMean = "pointer.errorPoints.mean"
  /// Median of the distance from the pointer to the true gaze, points.
  case pointerErrorPointsMedian = "pointer.errorPoints.median"
  /// 90th percentile of the distance from the pointer to the true gaze, points.
  case pointerErrorPointsP90 = "pointer.errorPoints.p90"
  /// 95th percentile of the distance from the pointer to the true gaze, points.
  case pointerErrorPointsP95 = "pointer.errorPoints.p95"
  /// Root mean square of the distance from the pointer to the true gaze, points.
  case pointerErrorPointsRms = "pointer.errorPoints.rms"
  /// Mean of the distance from the pointer to the true gaze, millimetres.
  case pointerErrorMillimetresMean = "pointer.errorMillimetres.mean"
  /// Median of the distance from the pointer to the true gaze, millimetres.
  case pointerErrorMillimetresMedian = "pointer.errorMillimetres.median"
  /// 90th percentile of the distance from the pointer to the true gaze, millimetres.
  case pointerErrorMillimetresP90 = "pointer.errorMillimetres.p90"
  /// 95th percentile of the distance from the pointer to the true gaze, millimetres.
  case pointerErrorMillimetresP95 = "pointer.errorMillimetres.p95"
  /// Root mean square of the distance from the pointer to the true gaze, millimetres.
  case pointerErrorMillimetresRms = "pointer.errorMillimetres.rms"
  /// Mean of the distance from the pointer to the true gaze, degrees at the eye.
  case pointerErrorDegreesMean = "pointer.errorDegrees.mean"
  /// Median of the distance from the pointer to the true gaze, degrees at the eye.
  case pointerErrorDegreesMedian = "pointer.errorDegrees.median"
  /// 90th percentile of the distance from the pointer to the true gaze, degrees at the eye.
  case pointerErrorDegreesP90 = "pointer.errorDegrees.p90"
  /// 95th percentile of the distance from the pointer to the true gaze, degrees at the eye.
  case pointerErrorDegreesP95 = "pointer.errorDegrees.p95"
  /// Root mean square of the distance from the pointer to the true gaze, degrees at the eye.
  case pointerErrorDegreesRms = "pointer.errorDegrees.rms"
  /// Mean of the distance from the pointer to the true gaze while the eyes are at rest, points.
  case pointerSettledErrorPointsMean = "pointer.settledErrorPoints.mean"
  /// Median of the distance from the pointer to the true gaze while the eyes are at rest, points.
  case pointerSettledErrorPointsMedian = "pointer.settledErrorPoints.median"
  /// 90th percentile of the distance from the pointer to the true gaze while the eyes are at rest, points.
  case pointerSettledErrorPointsP90 = "pointer.settledErrorPoints.p90"
  /// 95th percentile of the distance from the pointer to the true gaze while the eyes are at rest, points.
  case pointerSettledErrorPointsP95 = "pointer.settledErrorPoints.p95"
  /// Root mean square of the distance from the pointer to the true gaze while the eyes are at rest, points.
  case pointerSettledErrorPointsRms = "pointer.settledErrorPoints.rms"
  /// Mean of the distance from the pointer to the true gaze while the eyes are at rest, millimetres.
  case pointerSettledErrorMillimetresMean = "pointer.settledErrorMillimetres.mean"
  /// Median of the distance from the pointer to the true gaze while the eyes are at rest, millimetres.
  case pointerSettledErrorMillimetresMedian = "pointer.settledErrorMillimetres.median"
  /// 90th percentile of the distance from the pointer to the true gaze while the eyes are at rest, millimetres.
  case pointerSettledErrorMillimetresP90 = "pointer.settledErrorMillimetres.p90"
  /// 95th percentile of the distance from the pointer to the true gaze while the eyes are at rest, millimetres.
  case pointerSettledErrorMillimetresP95 = "pointer.settledErrorMillimetres.p95"
  /// Root mean square of the distance from the pointer to the true gaze while the eyes are at rest, millimetres.
  case pointerSettledErrorMillimetresRms = "pointer.settledErrorMillimetres.rms"
  /// Mean of the distance from the pointer to the true gaze while the eyes are at rest, degrees at the eye.
  case pointerSettledErrorDegreesMean = "pointer.settledErrorDegrees.mean"
  /// Median of the distance from the pointer to the true gaze while the eyes are at rest, degrees at the eye.
  case pointerSettledErrorDegreesMedian = "pointer.settledErrorDegrees.median"
  /// 90th percentile of the distance from the pointer to the true gaze while the eyes are at rest, degrees at the eye.
  case pointerSettledErrorDegreesP90 = "pointer.settledErrorDegrees.p90"
  /// 95th percentile of the distance from the pointer to the true gaze while the eyes are at rest, degrees at the eye.
  case pointerSettledErrorDegreesP95 = "pointer.settledErrorDegrees.p95"
  /// Root mean square of the distance from the pointer to the true gaze while the eyes are at rest, degrees at the eye.
  case pointerSettledErrorDegreesRms = "pointer.settledErrorDegrees.rms"
  /// Mean of the distance from the pointer to the shown target; needs no truth, points.
  case pointerTargetErrorPointsMean = "pointer.targetErrorPoints.mean"
  /// Median of the distance from the pointer to the shown target; needs no truth, points.
  case pointerTargetErrorPointsMedian = "pointer.targetErrorPoints.median"
  /// 90th percentile of the distance from the pointer to the shown target; needs no truth, points.
  case pointerTargetErrorPointsP90 = "pointer.targetErrorPoints.p90"
  /// 95th percentile of the distance from the pointer to the shown target; needs no truth, points.
  case pointerTargetErrorPointsP95 = "pointer.targetErrorPoints.p95"
  /// Root mean square of the distance from the pointer to the shown target; needs no truth, points.
  case pointerTargetErrorPointsRms = "pointer.targetErrorPoints.rms"
  /// Mean of the distance from the pointer to the shown target; needs no truth, millimetres.
  case pointerTargetErrorMillimetresMean = "pointer.targetErrorMillimetres.mean"
  /// Median of the distance from the pointer to the shown target; needs no truth, millimetres.
  case pointerTargetErrorMillimetresMedian = "pointer.targetErrorMillimetres.median"
  /// 90th percentile of the distance from the pointer to the shown target; needs no truth, millimetres.
  case pointerTargetErrorMillimetresP90 = "pointer.targetErrorMillimetres.p90"
  /// 95th percentile of the distance from the pointer to the shown target; needs no truth, millimetres.
  case pointerTargetErrorMillimetresP95 = "pointer.targetErrorMillimetres.p95"
  /// Root mean square of the distance from the pointer to the shown target; needs no truth, millimetres.
  case pointerTargetErrorMillimetresRms = "pointer.targetErrorMillimetres.rms"
  /// Mean of the distance from the pointer to the shown target; needs no truth, degrees at the eye.
  case pointerTargetErrorDegreesMean = "pointer.targetErrorDegrees.mean"
  /// Median of the distance from the pointer to the shown target; needs no truth, degrees at the eye.
  case pointerTargetErrorDegreesMedian = "pointer.targetErrorDegrees.median"
  /// 90th percentile of the distance from the pointer to the shown target; needs no truth, degrees at the eye.
  case pointerTargetErrorDegreesP90 = "pointer.targetErrorDegrees.p90"
  /// 95th percentile of the distance from the pointer to the shown target; needs no truth, degrees at the eye.
  case pointerTargetErrorDegreesP95 = "pointer.targetErrorDegrees.p95"
  /// Root mean square of the distance from the pointer to the shown target; needs no truth, degrees at the eye.
  case pointerTargetErrorDegreesRms = "pointer.targetErrorDegrees.rms"
  /// Angle between the pointer in a fixation and the fixated target, degrees.
  case pointerAccuracyDegrees = "pointer.accuracyDegrees"
  /// RMS of the steps of the pointer in a fixation, degrees.
  case pointerPrecisionRMSS2SDegrees = "pointer.precisionRMSS2SDegrees"
  /// Standard deviation of the pointer in a fixation, degrees.
  case pointerPrecisionSTDDegrees = "pointer.precisionSTDDegrees"
  /// Area of the ellipse of 68 % of the pointer in a fixation, square degrees.
  case pointerBceaDegrees2 = "pointer.bceaDegrees2"
  /// Delay of the pointer behind the true gaze, milliseconds.
  case pointerLatencyMilliseconds = "pointer.latencyMilliseconds"
  /// Median time to half of a step of the true gaze, milliseconds.
  case pointerStepResponseMillisecondsMedian = "pointer.stepResponseMilliseconds.median"
  /// 90th percentile of the time to half of a step of the true gaze, milliseconds.
  case pointerStepResponseMillisecondsP90 = "pointer.stepResponseMilliseconds.p90"
  /// Median time to half of a step of the shown target, milliseconds.
  case pointerTargetStepResponseMillisecondsMedian = "pointer.targetStepResponseMilliseconds.median"
  /// 90th percentile of the time to half of a step of the shown target, milliseconds.
  case pointerTargetStepResponseMillisecondsP90 = "pointer.targetStepResponseMilliseconds.p90"
  /// Share of the expected frames without a pointer.
  case pointerDataLoss = "pointer.dataLoss"
  /// Frames with a pointer a second; large is good.
  case pointerEffectiveFrequencyHertz = "pointer.effectiveFrequencyHertz"
  /// Longest time without a pointer, seconds.
  case pointerLongestGapSeconds = "pointer.longestGapSeconds"
  /// Side of a square target that contains 95 % of the pointers on it, points; version 2.
  case pointerSizeFor95Points = "pointer.sizeFor95Points"
  /// Mean of the distance from the pointer before smoothing to the true gaze, points.
  case pointerRawErrorPointsMean = "pointer.raw.errorPoints.mean"
  /// Median of the distance from the pointer before smoothing to the true gaze, points.
  case pointerRawErrorPointsMedian = "pointer.raw.errorPoints.median"
  /// 90th percentile of the distance from the pointer before smoothing to the true gaze, points.
  case pointerRawErrorPointsP90 = "pointer.raw.errorPoints.p90"
  /// 95th percentile of the distance from the pointer before smoothing to the true gaze, points.
  case pointerRawErrorPointsP95 = "pointer.raw.errorPoints.p95"
  /// Root mean square of the distance from the pointer before smoothing to the true gaze, points.
  case pointerRawErrorPointsRms = "pointer.raw.errorPoints.rms"
  /// Mean of the distance from the pointer before smoothing to the true gaze, degrees at the eye.
  case pointerRawErrorDegreesMean = "pointer.raw.errorDegrees.mean"
  /// Median of the distance from the pointer before smoothing to the true gaze, degrees at the eye.
  case pointerRawErrorDegreesMedian = "pointer.raw.errorDegrees.median"
  /// 90th percentile of the distance from the pointer before smoothing to the true gaze, degrees at the eye.
  case pointerRawErrorDegreesP90 = "pointer.raw.errorDegrees.p90"
  /// 95th percentile of the distance from the pointer before smoothing to the true gaze, degrees at the eye.
  case pointerRawErrorDegreesP95 = "pointer.raw.errorDegrees.p95"
  /// Root mean square of the distance from the pointer before smoothing to the true gaze, degrees at the eye.
  case pointerRawErrorDegreesRms = "pointer.raw.errorDegrees.rms"
  /// Angle between the pointer before smoothing in a fixation and the fixated target, degrees.
  case pointerRawAccuracyDegrees = "pointer.raw.accuracyDegrees"
  /// RMS of the steps of the pointer before smoothing in a fixation, degrees.
  case pointerRawPrecisionRMSS2SDegrees = "pointer.raw.precisionRMSS2SDegrees"
  /// Standard deviation of the pointer before smoothing in a fixation, degrees.
  case pointerRawPrecisionSTDDegrees = "pointer.raw.precisionSTDDegrees"
  /// Area of the ellipse of 68 % of the pointer before smoothing in a fixation, square degrees.
  case pointerRawBceaDegrees2 = "pointer.raw.bceaDegrees2"
  /// Delay of the pointer before smoothing behind the true gaze, milliseconds.
  case pointerRawLatencyMilliseconds = "pointer.raw.latencyMilliseconds"
  /// Median error of a pointer that stays in the screen's middle, points.
  case pointerRestingMiddlePoints = "pointer.resting.middlePoints"
  /// Median error of a pointer that stays in the screen's middle, degrees.
  case pointerRestingMiddleDegrees = "pointer.resting.middleDegrees"
  /// Median error of a pointer that stays where, in hindsight, it is best for the person, points.
  case pointerRestingBestPlacePoints = "pointer.resting.bestPlacePoints"
  /// Median error of a pointer that stays where, in hindsight, it is best for the person, degrees.
  case pointerRestingBestPlaceDegrees = "pointer.resting.bestPlaceDegrees"
  /// Lines that leave the screen unread, a take; needs a closed loop.
  case scrollUnreadLinesLost = "scroll.unreadLinesLost"
  /// Time until reading goes on after a scroll that nobody asked for, seconds; needs a closed loop.
  case scrollTimeToRecoverSeconds = "scroll.timeToRecoverSeconds"
  /// Share of the page that is read; large is good; needs a closed loop.
  case scrollPageCompletion = "scroll.pageCompletion"
  /// Time for the lines read over the time with touch; needs a closed loop.
  case scrollTimeOverTouch = "scroll.timeOverTouch"
  /// Share of the scrolls that were asked for; large is good.
  case scrollPrecision = "scroll.precision"
  /// Share of the intents that were followed by a scroll; large is good.
  case scrollRecall = "scroll.recall"
  /// Harmonic mean of precision and recall; people without an intent add only their false scrolls; large is good.
  case scrollF1 = "scroll.f1"
  /// Agreement of scrolling and intent beyond chance; large is good.
  case scrollKappa = "scroll.kappa"
  /// False scrolls a minute without intent.
  case scrollFalsePerMinute = "scroll.falsePerMinute"
  /// Scrolls a minute on a person who looks at the screen and has no intent.
  case scrollMidasPerMinute = "scroll.midasPerMinute"
  /// Points by which a scroll goes beyond the intent.
  case scrollOvershootPoints = "scroll.overshootPoints"
  /// Points scrolled a minute while the gaze is off the screen.
  case scrollOffScreenScrollPointsPerMinute = "scroll.offScreenScrollPointsPerMinute"
}

extension GazeMetricName {
  /// The metric with this name.
  public var metric: GazeMetric {
    guard let metric = GazeMetric.find(rawValue) else {
      // A test compares the cases with the metrics.
      preconditionFailure("no metric is named \(rawValue)")
    }
    return metric
  }
}
