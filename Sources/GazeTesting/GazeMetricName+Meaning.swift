extension GazeMetricName {
  /// The metric's definition in one line, as in the case's documentation.
  package var meaning: String { Self.errors(rawValue) ?? Self.others[self] ?? rawValue }

  /// The definition of a statistic of a distance, such as `pointer.errorPoints.median`; nil for another metric.
  private static func errors(_ name: String) -> String? {
    let statistics = [
      ".mean": "Mean", ".median": "Median", ".p90": "90th percentile", ".p95": "95th percentile",
      ".rms": "Root mean square",
    ]
    let units = ["Points": "points", "Millimetres": "millimetres", "Degrees": "degrees at the eye"]
    let distances = [
      "pointer.error": "distance from the pointer to the true gaze",
      "pointer.settledError": "distance from the pointer to the true gaze while the eyes are at rest",
      "pointer.targetError": "distance from the pointer to the shown target; needs no truth",
      "pointer.raw.error": "distance from the pointer before smoothing to the true gaze",
    ]
    guard let statistic = statistics.first(where: { name.hasSuffix($0.key) }) else { return nil }
    let stem = name.dropLast(statistic.key.count)
    guard let unit = units.first(where: { stem.hasSuffix($0.key) }),
      let distance = distances[String(stem.dropLast(unit.key.count))]
    else { return nil }
    return "\(statistic.value) of the \(distance), \(unit.value)"
  }

  /// The definitions of all other metrics.
  private static let others: [GazeMetricName: String] = [
    .pointerAccuracyDegrees: "Angle between the pointer in a fixation and the fixated target, degrees",
    .pointerPrecisionRMSS2SDegrees: "RMS of the steps of the pointer in a fixation, degrees",
    .pointerPrecisionSTDDegrees: "Standard deviation of the pointer in a fixation, degrees",
    .pointerBceaDegrees2: "Area of the ellipse of 68 % of the pointer in a fixation, square degrees",
    .pointerLatencyMilliseconds: "Delay of the pointer behind the true gaze, milliseconds",
    .pointerStepResponseMillisecondsMedian: "Median time to half of a step of the true gaze, milliseconds",
    .pointerStepResponseMillisecondsP90: "90th percentile of the time to half of a step of the true gaze, milliseconds",
    .pointerTargetStepResponseMillisecondsMedian: "Median time to half of a step of the shown target, milliseconds",
    .pointerTargetStepResponseMillisecondsP90:
      "90th percentile of the time to half of a step of the shown target, milliseconds",
    .pointerDataLoss: "Share of the expected frames without a pointer",
    .pointerEffectiveFrequencyHertz: "Frames with a pointer a second; large is good",
    .pointerLongestGapSeconds: "Longest time without a pointer, seconds",
    .pointerSizeFor95Points: "Side of a square target that contains 95 % of the pointers on it, points; version 2",
    .pointerRawAccuracyDegrees:
      "Angle between the pointer before smoothing in a fixation and the fixated target, degrees",
    .pointerRawPrecisionRMSS2SDegrees: "RMS of the steps of the pointer before smoothing in a fixation, degrees",
    .pointerRawPrecisionSTDDegrees: "Standard deviation of the pointer before smoothing in a fixation, degrees",
    .pointerRawBceaDegrees2:
      "Area of the ellipse of 68 % of the pointer before smoothing in a fixation, square degrees",
    .pointerRawLatencyMilliseconds: "Delay of the pointer before smoothing behind the true gaze, milliseconds",
    .pointerRestingMiddlePoints: "Median error of a pointer that stays in the screen's middle, points",
    .pointerRestingMiddleDegrees: "Median error of a pointer that stays in the screen's middle, degrees",
    .pointerRestingBestPlacePoints:
      "Median error of a pointer that stays where, in hindsight, it is best for the person, points",
    .pointerRestingBestPlaceDegrees:
      "Median error of a pointer that stays where, in hindsight, it is best for the person, degrees",
    .scrollUnreadLinesLost: "Lines that leave the screen unread, a take; needs a closed loop",
    .scrollTimeToRecoverSeconds:
      "Time until reading goes on after a scroll that nobody asked for, seconds; needs a closed loop",
    .scrollPageCompletion: "Share of the page that is read; large is good; needs a closed loop",
    .scrollTimeOverTouch: "Time for the lines read over the time with touch; needs a closed loop",
    .scrollPrecision: "Share of the scrolls that were asked for; large is good",
    .scrollRecall: "Share of the intents that were followed by a scroll; large is good",
    .scrollF1:
      "Harmonic mean of precision and recall; people without an intent add only their false scrolls; large is good",
    .scrollKappa: "Agreement of scrolling and intent beyond chance; large is good",
    .scrollFalsePerMinute: "False scrolls a minute without intent",
    .scrollMidasPerMinute: "Scrolls a minute on a person who looks at the screen and has no intent",
    .scrollOvershootPoints: "Points by which a scroll goes beyond the intent",
    .scrollOffScreenScrollPointsPerMinute: "Points scrolled a minute while the gaze is off the screen",
  ]
}
