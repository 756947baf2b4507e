import GazeMetrics
import GazeTesting

extension HeadPerson {
  /// Merges another scenario of the same person. Errors of a certain minute come from the takes that lasted that long;
  /// the yaw's course and the moments come from the longer take.
  package mutating func merge(_ other: HeadPerson) {
    lag = PersonResult.joined(lag, other.lag, seconds: (seconds, other.seconds))
    if other.seconds > seconds { (yawCourse, moments) = (other.yawCourse, other.moments) }
    frames += other.frames
    seconds += other.seconds
    validFrames += other.validFrames
    expectedFrames += other.expectedFrames
    errors.merge(other.errors)
    afterOneMinute.merge(other.afterOneMinute)
    afterTenMinutes.merge(other.afterTenMinutes)
    articleYawAfterTenMinutes.merge(other.articleYawAfterTenMinutes)
    picture.merge(other.picture)
    jitterSquares.sum += other.jitterSquares.sum
    jitterSquares.count += other.jitterSquares.count
    gestures.merge(other.gestures)
    isIntentKnown = isIntentKnown || other.isIntentKnown
    references.returns += other.references.returns
    references.isAny = references.isAny || other.references.isAny
    references.span = max(references.span, other.references.span)
    isAgainstTruth = isAgainstTruth && other.isAgainstTruth
    isFailing = isFailing || other.isFailing
  }
}

extension HeadPerson.Errors {
  /// Merges the errors of another take.
  mutating func merge(_ other: Self) {
    orientation.merge(other.orientation)
    yaw.merge(other.yaw)
    pitch.merge(other.pitch)
    roll.merge(other.roll)
  }
}

extension HeadGestureTally {
  /// Merges the counts of another take.
  mutating func merge(_ other: Self) {
    truePositives += other.truePositives
    falsePositives += other.falsePositives
    falseNegatives += other.falseNegatives
    falseWithoutIntent += other.falseWithoutIntent
    secondsWithoutIntent += other.secondsWithoutIntent
    latencies.merge(other.latencies)
  }
}
