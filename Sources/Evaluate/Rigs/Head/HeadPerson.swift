import GazeMetrics
import GazePipeline
package import GazeTesting

/// One person's results with a head pipeline.
///
/// The error is the remaining rotation between the displayed head and the true one, E = shown · true⁻¹, in a frame
/// whose axis points straight ahead: the angle of E, and its yaw, pitch and roll (`HeadAngles`) separately. The
/// picture's error is the mean distance of the displayed square's corners from the corners of a rigid square that turns
/// with the true head.
package struct HeadPerson: MeasuredPerson, Codable {
  /// The four errors of the attitude, degrees.
  struct Errors: Sendable, Equatable, Codable {
    /// Angle of E.
    var orientation = ErrorSummary()
    /// |yaw| of E.
    var yaw = ErrorSummary()
    /// |pitch| of E.
    var pitch = ErrorSummary()
    /// |roll| of E.
    var roll = ErrorSummary()
  }

  /// Sum of squared steps, degrees², and number of steps.
  struct Squares: Sendable, Equatable, Codable {
    var sum = 0.0
    var count = 0
  }

  /// A moment for the page: the true head and the displayed one.
  struct Moment: Sendable, Equatable {
    /// Seconds from the start.
    var time: Double
    /// The true head.
    var truth: UnitQuaternion
    /// The head displayed by the pipeline.
    var shown: UnitQuaternion
  }

  /// References of the head's attitude: gazes straight ahead that the app asked for, and attitudes from other sources.
  struct References: Sendable, Equatable, Codable {
    /// Number of times that a reference was given after more than ten seconds without a reference.
    var returns = 0
    /// Seconds from the first reference to the last, in the take in which this time is longest.
    var span = 0.0
    /// True if there was at least one reference.
    var isAny = false
    /// True if the references reveal yaw drift. A single reference at the start says nothing about later drift.
    var showsDrift: Bool { returns > 0 || span > 10 }
  }

  /// The participant's number.
  package var participant: Int
  /// True if the headphones measure nothing on this person.
  package var isFailing = false
  /// Number of samples received, with or without an attitude.
  package var frames = 0
  /// Seconds from the first sample to the last, plus one sample interval.
  package var seconds = 0.0
  /// Number of samples with an attitude.
  var validFrames = 0
  /// Number of samples expected from the rate and the duration.
  var expectedFrames = 0
  /// Errors over the whole take.
  var errors = Errors()
  /// Errors from 60 to 120 s.
  var afterOneMinute = Errors()
  /// Errors from 600 to 660 s.
  var afterTenMinutes = Errors()
  /// Yaw error of the article's pipeline from 600 to 660 s, degrees, for comparison.
  var articleYawAfterTenMinutes = ErrorSummary()
  /// Error of the picture's corners, points.
  var picture = ErrorSummary()
  /// Lag of the displayed head, seconds; nil if the head did not move enough.
  var lag: Double?
  /// Squared steps of the error from sample to sample while the head is steady, degrees².
  var jitterSquares = Squares()
  /// Counts of nods, shakes and tilts.
  var gestures = HeadGestureTally()
  /// True if the samples state which gestures were asked for.
  var isIntentKnown = false
  /// References of the head's attitude from other sources than the headphones.
  var references = References()
  /// True if the errors are relative to the simulator's truth, false if they are relative to the reference that the app
  /// stated.
  var isAgainstTruth = true
  /// Signed yaw error over time, degrees, of the pipeline and of the article's pipeline.
  var yawCourse = HeadYawCourse()
  /// A few moments for the page.
  var moments: [Moment] = []

  /// A part holds no moments, which only a page draws.
  private enum CodingKeys: String, CodingKey {
    case participant, isFailing, frames, seconds, validFrames, expectedFrames, errors, afterOneMinute, afterTenMinutes
    case articleYawAfterTenMinutes, picture, lag, jitterSquares, gestures, isIntentKnown, references, isAgainstTruth
    case yawCourse
  }

  /// The gestures, if the samples state which were asked for.
  private var knownGestures: HeadGestureTally? { isIntentKnown ? gestures : nil }

  /// RMS of the error's steps from sample to sample (RMS-S2S) while the head is steady, degrees.
  var jitter: Double? {
    jitterSquares.count >= 25 ? (jitterSquares.sum / Double(jitterSquares.count)).squareRoot() : nil
  }

  /// All metrics, in the order of the report.
  package static let metrics: [PeopleMetric<HeadPerson>] =
    errors("orientation.errorDegrees", "orientation error") { $0.errors.orientation }
    + errors("orientation.yawDegrees", "yaw error") { $0.errors.yaw }
    + errors("orientation.pitchDegrees", "pitch error") { $0.errors.pitch }
    + errors("orientation.rollDegrees", "roll error") { $0.errors.roll }
    + [
      mean("orientation.afterOneMinute.errorDegrees", "deg", "orientation error in the second minute") {
        $0.afterOneMinute.orientation.mean
      }.called("error in the 2nd minute"),
      mean("orientation.afterOneMinute.yawDegrees", "deg", "yaw error in the second minute") {
        $0.afterOneMinute.yaw.mean
      }.called("yaw error in the 2nd minute"),
      mean("orientation.afterTenMinutes.errorDegrees", "deg", "orientation error in the eleventh minute") {
        $0.afterTenMinutes.orientation.mean
      }.called("error in the 11th minute"),
      mean("orientation.afterTenMinutes.yawDegrees", "deg", "yaw error in the eleventh minute") {
        $0.afterTenMinutes.yaw.mean
      }.called("yaw error in the 11th minute"),
      mean("orientation.afterTenMinutes.articleYawDegrees", "deg", "the article's yaw error in the eleventh minute") {
        $0.articleYawAfterTenMinutes.mean
      }.called("article's yaw, 11th minute"),
      mean("picture.errorPoints.mean", "pt", "corners of the picture, mean") { $0.picture.mean }.called(
        "picture's corners off, mean"),
      mean("picture.errorPoints.p95", "pt", "corners of the picture, 95 %") { $0.picture.p95 }.called(
        "picture's corners off, 95 %"),
      .difference("orientation.lagMilliseconds", "ms", label: "lag") { $0.lag.map { $0 * 1000 } },
      mean("orientation.jitterDegrees", "deg", "jitter of a steady head") { $0.jitter },
      .proportion("gestures.precision", better: .min, label: "detected gestures that were asked for") {
        $0.knownGestures.map { .init(Double($0.truePositives), Double($0.truePositives + $0.falsePositives)) }
      }.called("gestures that were asked for"),
      .proportion("gestures.recall", better: .min, label: "gestures asked for that were detected") {
        $0.knownGestures.map { .init(Double($0.truePositives), Double($0.truePositives + $0.falseNegatives)) }
      }.called("asked gestures detected"),
      .proportion("gestures.f1", better: .min, label: "F1 of the gestures") {
        $0.knownGestures.map { tally in
          let both = 2 * tally.truePositives
          return .init(Double(both), Double(both + tally.falsePositives + tally.falseNegatives))
        }
      }.called("F1 of the gestures", isShare: false),
      .rate("gestures.falsePerMinute", "1/min", label: "gestures a minute that nobody made") {
        $0.knownGestures.map { .init(Double($0.falseWithoutIntent), $0.secondsWithoutIntent / 60) }
      }.called("gestures nobody made"),
      mean("gestures.latencyMilliseconds.median", "ms", "from a gesture's start to its detection") {
        $0.gestures.latencies.quantile(0.5).map { $0 * 1000 }
      }.called("delay of a gesture"),
      .proportion("orientation.dataLoss", label: "samples lost", smallestReference: 0.005) {
        .init(Double(max($0.expectedFrames - $0.validFrames, 0)), Double($0.expectedFrames))
      },
    ]

  private static func mean(
    _ name: String, _ unit: String, _ label: String, _ figure: @escaping @Sendable (HeadPerson) -> Double?
  ) -> PeopleMetric<HeadPerson> {
    // An error in degrees is at most 180, since two attitudes differ by at most half a turn.
    .mean(name, unit, label: label, most: unit == "deg" ? 180 : .infinity, figure)
  }

  private static func errors(
    _ name: String, _ label: String, _ summary: @escaping @Sendable (HeadPerson) -> ErrorSummary
  ) -> [PeopleMetric<HeadPerson>] {
    [
      mean(name + ".mean", "deg", label + ", mean") { summary($0).mean },
      mean(name + ".median", "deg", label + ", median") { summary($0).median },
      mean(name + ".p95", "deg", label + ", 95 %") { summary($0).p95 },
    ]
  }
}

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
  /// Adds the error of a sample.
  mutating func add(_ error: UnitQuaternion, _ angles: HeadAngles) {
    orientation.add(error.angle.degrees)
    yaw.add(abs(angles.yaw).degrees)
    pitch.add(abs(angles.pitch).degrees)
    roll.add(abs(angles.roll).degrees)
  }

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
